/** The mark of a run: five letters that can be spoken, with which its window ids begin (D-30). */

/** Without q, w, x and y, which languages speak in ways of their own. */
const CONSONANTS = 'bcdfghjklmnprstvz'
const VOWELS = 'aeiou'

/** The letters for each place of a mark. */
const PLACES = [CONSONANTS, VOWELS, CONSONANTS, VOWELS, CONSONANTS] as const

/** How many marks there are: 122,825. */
export const MARKS = PLACES.reduce((product, letters) => product * letters.length, 1)

/**
 * The mark of a number, another one for each.
 *
 * Shape   from 0 to below `MARKS`; five letters in turn consonant and vowel, as in `zonul`.
 * Source  GB §10.3 · GB-10.3-never-reused, D-30
 */
export function markAt(index: number): string {
  let rest = index
  let mark = ''
  for (const letters of PLACES) {
    mark += letters.charAt(rest % letters.length)
    rest = Math.floor(rest / letters.length)
  }
  return mark
}
