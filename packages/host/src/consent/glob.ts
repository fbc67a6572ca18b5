/** Patterns of a deny rule: `*` is any run of characters, all else itself, whatever its case and composition. */

/** A test made of a pattern once; linear in the text, whatever the pattern. */
export type Matches = (text: string) => boolean

/** Makes the test of a pattern. Shape: the whole text must match; several `*` in a row are one. */
export function globMatcher(pattern: string): Matches {
  const parts = folded(pattern).split(/\*+/)
  const [first = '', ...rest] = parts
  const last = rest.pop()
  if (last === undefined) return text => folded(text) === first
  return text => {
    const low = folded(text)
    if (!low.startsWith(first) || low.length < first.length + last.length || !low.endsWith(last)) return false
    let at = first.length
    for (const part of rest) {
      const found = low.indexOf(part, at)
      if (found < 0) return false
      at = found + part.length
    }
    return at <= low.length - last.length
  }
}

/** One form of what a file system may take for the same name: macOS decomposes `é`, and case counts nowhere. */
const folded = (text: string): string => text.normalize('NFC').toUpperCase()

/**
 * Makes the test of a pattern for an address, given in all its forms by `addressForms`.
 *
 * Source  FR-24, FR-34
 */
export function addressMatcher(pattern: string): (forms: readonly string[]) => boolean {
  const matches = globMatcher(pattern.replaceAll('\\', '/'))
  return forms => forms.some(matches)
}

/**
 * Each way in which an address can be written, to err towards a match.
 *
 * Shape   percent-encoded or not, with `..` or without, slashes either way, with its query and fragment or without; a file
 *         also as its path alone.
 */
export function addressForms(url: string): string[] {
  const forms = new Set<string>()
  for (const whole of [url, normalised(url), fileUrl(url)])
    if (whole !== undefined)
      for (const form of [whole, whole.replace(/#.*$/s, ''), whole.replace(/[?#].*$/s, '')])
        for (const plain of [form, decoded(form)]) {
          const sloped = plain.replaceAll('\\', '/')
          forms.add(sloped)
          const path = FILE.exec(sloped)?.[1]
          if (path !== undefined) forms.add(path).add(path.replace(/^\/(?=[a-z]:)/i, ''))
        }
  return [...forms]
}

const FILE = /^file:\/\/[^/]*(\/.*)$/is

/** As a browser would write it; undefined for what is no address. */
const normalised = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).href : undefined)

/** A bare path, as some apps send one. */
const fileUrl = (url: string): string | undefined =>
  /^(?:\/|[a-z]:[\\/])/i.test(url) ? normalised(`file:///${url.replace(/^\/+/, '')}`) : undefined

/** With every `%xx` as what it stands for; what is no such escape stays. */
function decoded(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  }
}
