/** Taking a passage out of every text that repeats it (EL-9.2-show-remove, FR-34). */

/** What stands where a passage was; never more bytes than what it stands for. */
export const BLOT = '█'

/** A text without the passages: what of it is shown, and how many code units are missing after that. */
export type Erased = { text: string; missing: number; isBlotted: boolean }

/** Takes passages out of texts. `shown`: how much of the text is shown, in UTF-16 code units. */
export type Eraser = (text: string, shown?: number) => Erased

const SHORTEST_PASSAGE = 3
const SHORTEST_LINE = 4
const MOST_SEARCHES = 64
const MOST_LOOKUPS = 4_000_000

/**
 * Makes an eraser.
 *
 * Shape   every occurrence of a passage is blotted; of a passage of several lines each line by itself too, spaces at its
 *         ends apart, as an app may report lines one by one. A passage of one or two code units counts only as a whole
 *         text: blotting each `e` of a page would tell what was removed. A text that would take too long to look through
 *         for very many passages is blotted whole.
 */
export function createEraser(passages: readonly string[]): Eraser {
  const wholes = new Set(passages.map(passage => passage.trim()).filter(Boolean))
  if (wholes.size === 0) return (text, shown = text.length) => whole(text, shown)
  const lines = new Set<string>()
  const anywhere = new Set<string>()
  for (const passage of wholes) {
    const own = passage.split(LINE).map(line => line.trim())
    for (const line of own) if (line.length >= SHORTEST_LINE) lines.add(line)
    if (passage.length >= SHORTEST_PASSAGE) anywhere.add(passage)
    for (const end of own.length > 1 ? [own[0] ?? '', own.at(-1) ?? ''] : [])
      if (end.length >= SHORTEST_LINE) anywhere.add(end)
  }
  const find = anywhere.size > MOST_SEARCHES ? manySpans(anywhere) : fewSpans(anywhere)
  return (text, shown = text.length) => {
    const bare = text.trim()
    if (wholes.has(bare)) return blot(bare)
    const found = find(text)
    if (!found) return blot(bare)
    const spans = joined([...found, ...lineSpans(text, lines)])
    return spans.length === 0 ? whole(text, shown) : blotted(text, spans, shown)
  }
}

const blot = (bare: string): Erased => ({
  text: bare.length < SHORTEST_PASSAGE ? '' : BLOT,
  missing: 0,
  isBlotted: true,
})

const LINE = /\r\n|[\n\r\u2028\u2029]/

const whole = (text: string, shown: number): Erased => ({
  text: text.slice(0, shown),
  missing: Math.max(0, text.length - shown),
  isBlotted: false,
})

type Span = { start: number; end: number }

/** Where the passages stand; undefined where looking would take too long. */
type FindSpans = (text: string) => Span[] | undefined

const fewSpans =
  (passages: ReadonlySet<string>): FindSpans =>
  text =>
    [...passages].flatMap(part => {
      const spans: Span[] = []
      for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length))
        spans.push({ start: at, end: at + part.length })
      return spans
    })

/** Looks at each place once for each length that a passage has. */
function manySpans(passages: ReadonlySet<string>): FindSpans {
  const lengths = [...new Set([...passages].map(({ length }) => length))]
  const step = lengths.reduce((sum, length) => sum + 8 + length / 8, 0) / 8
  return text => {
    if (text.length * step > MOST_LOOKUPS) return undefined
    const spans: Span[] = []
    for (const length of lengths)
      for (let at = 0; at + length <= text.length; at++)
        if (passages.has(text.slice(at, at + length))) spans.push({ start: at, end: at + length })
    return spans
  }
}

/** The lines of a text that are lines of a passage. */
function lineSpans(text: string, lines: ReadonlySet<string>): Span[] {
  const spans: Span[] = []
  let start = 0
  for (const line of text.split(LINE)) {
    const bare = line.trim()
    const at = start + line.length - line.trimStart().length
    if (lines.has(bare)) spans.push({ start: at, end: at + bare.length })
    start += line.length + (text.startsWith('\r\n', start + line.length) ? 2 : 1)
  }
  return spans
}

/** In order, overlapping and touching ones as one. */
function joined(spans: Span[]): Span[] {
  const ordered = spans.sort((one, other) => one.start - other.start)
  const result: Span[] = []
  for (const { start, end } of ordered) {
    const last = result.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else result.push({ start, end })
  }
  return result
}

/** A passage that is shown in part is blotted whole; nothing after what was shown comes into sight. */
function blotted(text: string, spans: readonly Span[], shown: number): Erased {
  const parts: string[] = []
  let at = 0
  for (const { start, end } of spans) {
    if (start >= shown) break
    parts.push(text.slice(at, start), BLOT)
    at = end
  }
  if (at < shown) parts.push(text.slice(at, shown))
  return {
    text: parts.join(''),
    missing: Math.max(0, text.length - Math.max(at, shown)),
    isBlotted: at > 0,
  }
}
