/** Where a command writes: data on one side, talk on the other, nothing an app can play tricks with on either. */
import { inert } from '@copane/protocol/elements'

/** How a command ends: 0 clean, 1 findings or a refused call, 2 wrong use or no connection. */
export type ExitCode = 0 | 1 | 2

/** How a mark is meant; its word says the same, so colour never carries meaning alone. */
export type Tone = 'good' | 'care' | 'bad'

/** One line; a marked one begins with a word in a tone. */
export type Line = string | { mark: string; tone: Tone; rest: string }

/** What the user answered; `nobody` where there is no terminal, `none` when it was closed instead. */
export type Answer = { kind: 'answer'; text: string } | { kind: 'none' } | { kind: 'nobody' }

/** What was piped into a command. */
export type Piped = { kind: 'text'; text: string } | { kind: 'none' } | { kind: 'too-large' }

/** What a command writes to, and what it knows of its user. */
export type Io = {
  /** Data: for standard output. One entry is one line. */
  out: (lines: readonly Line[]) => void
  /** Talk: for standard error. */
  tell: (lines: readonly Line[]) => void
  /** Waits; says what for when it takes longer than a second. */
  during: <Result>(what: string, work: Promise<Result>) => Promise<Result>
  /** Asks the user. */
  ask: (question: string) => Promise<Answer>
  /** Aborts when the user presses Ctrl-C. A command that never calls this is ended by it. */
  interrupted: () => AbortSignal
  /** What was piped in, up to a limit. */
  readInput: (maxBytes: number) => Promise<Piped>
  /** Where descriptors lie, when it is not the user's own folder. */
  folder?: string
}

/** What differs from a command that nobody sits at. */
export type IoOptions = Partial<Omit<Io, 'out' | 'tell'>> & { colour?: { out: boolean; tell: boolean } }

/** When waiting is mentioned. Units: milliseconds. */
const PATIENCE_MS = 1000

/** Makes an Io of two writers; every line goes through `inert` here, so no command can forget it (FR-39). */
export function createIo(
  out: (text: string) => void,
  tell: (text: string) => void,
  { colour, ...options }: IoOptions = {},
): Io {
  const to = (write: (text: string) => void, isColoured: boolean) => (lines: readonly Line[]) => {
    if (lines.length > 0) write(`${lines.map(line => written(line, isColoured)).join('\n')}\n`)
  }
  const say = to(tell, colour?.tell ?? false)
  return {
    out: to(out, colour?.out ?? false),
    tell: say,
    during: async (what, work) => {
      const timer = setTimeout(() => say([`copane: ${what} …`]), PATIENCE_MS)
      try {
        return await work
      } finally {
        clearTimeout(timer)
      }
    },
    ask: async () => ({ kind: 'nobody' }),
    interrupted: () => new AbortController().signal,
    readInput: async () => ({ kind: 'none' }),
    ...options,
  }
}

const CODES: { readonly [Of in Tone]: number } = { good: 32, care: 33, bad: 31 }

function written(line: Line, isColoured: boolean): string {
  if (typeof line === 'string') return inert(line)
  const mark = inert(line.mark)
  return `${isColoured ? `\u001b[${CODES[line.tone]}m${mark}\u001b[39m` : mark}${inert(line.rest)}`
}
