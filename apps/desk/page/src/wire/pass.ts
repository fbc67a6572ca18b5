/** What this page shows to connect: it comes behind the `#` of a new address, and stays in this browser. */

/** The pass of this page. */
export type Pass = {
  /** Undefined when this browser was not let in, or forgot how. */
  read(): string | undefined
  /** The desk took it: further tabs and later loads find it. */
  taken(pass: string): void
  /** The desk did not take it: one from an address gives way to the one that is kept. */
  refused(pass: string): void
}

/** Where it is kept; a browser keeps it for this address and port alone. */
const PLACE = 'desk-pass'

/** Takes the pass out of the address, where nobody should read it, if there is one. */
export function createPass(): Pass {
  const said = location.hash.slice(1)
  let given = PASS.test(said) ? said : undefined
  if (given !== undefined) history.replaceState(null, '', location.pathname)
  return {
    read: () => given ?? kept(),
    taken(pass) {
      if (kept() !== pass) keep(pass)
    },
    refused(pass) {
      if (given === pass) given = undefined
    },
  }
}

const PASS = /^[\w-]{43}$/

/** A browser may be told to keep nothing; the page then works until it is loaded again. */
function kept(): string | undefined {
  try {
    const text = localStorage.getItem(PLACE)
    return text !== null && PASS.test(text) ? text : undefined
  } catch {
    return undefined
  }
}

function keep(pass: string): void {
  try {
    localStorage.setItem(PLACE, pass)
  } catch {}
}
