/** What an agent is not given, and why: counts, never content (FR-1, FR-34). */

/**
 * Why something is not there.
 *
 * Shape   `settings`: the user's rules keep it out. `removed`: the user took it out. `scope`: what the user did does not
 *         call for it. `budget`: there is no room. `media`: images, sound and bytes, which no text can hold.
 */
export type LeftOutWhy = 'settings' | 'removed' | 'scope' | 'budget' | 'media'

/**
 * How much is missing for one reason.
 *
 * Shape   `elements` are whole elements; `texts` are those left out, cut or blotted of elements that are there; `parts` are
 *         links, addresses, attributes and media of elements that are there.
 */
export type Missing = { elements: number; texts: number; parts: number }

/** What is missing, by reason; a reason without anything is absent. */
export type LeftOut = { [Why in LeftOutWhy]?: Missing }

/** Both together. */
export function plus(left: LeftOut, more: LeftOut): LeftOut {
  const sum: LeftOut = {}
  for (const why of WHYS) {
    const [one, other] = [left[why] ?? NOTHING, more[why] ?? NOTHING]
    const both = {
      elements: one.elements + other.elements,
      texts: one.texts + other.texts,
      parts: one.parts + other.parts,
    }
    if (both.elements + both.texts + both.parts > 0) sum[why] = both
  }
  return sum
}

/** So much for one reason. */
export const missing = (why: LeftOutWhy, counts: Partial<Missing>): LeftOut =>
  plus({}, { [why]: { ...NOTHING, ...counts } })

/** In words, for an agent and for its user. */
export function sayLeftOut(leftOut: LeftOut): string {
  const said = WHYS.flatMap(why => {
    const counts = leftOut[why]
    return counts ? [`${wordsOf(counts)} (${WORDS[why]})`] : []
  })
  return said.length === 0 ? 'Nothing was left out.' : `Left out: ${said.join('; ')}.`
}

/** The longest that `sayLeftOut` and the counts of a JSON answer get. Units: characters. */
export const LONGEST_LEFT_OUT = 800

const NOTHING: Missing = { elements: 0, texts: 0, parts: 0 }
const WHYS = ['settings', 'removed', 'scope', 'budget', 'media'] as const

const WORDS: { readonly [Why in LeftOutWhy]: string } = {
  settings: "the user's settings keep it out",
  removed: 'the user took it out',
  scope: 'what the user did does not call for it',
  budget: 'no room',
  media: 'no text can hold it',
}

const wordsOf = ({ elements, texts, parts }: Missing): string =>
  [counted(elements, 'element'), counted(texts, 'text'), counted(parts, 'part')].filter(Boolean).join(', ')

const counted = (count: number, noun: string): string =>
  count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`
