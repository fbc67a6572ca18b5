/** What a title may be: one line of whole signs (EL-5.1-title-line). */

/** True for a text that is one line. */
export const isLine = (text: string): boolean => !LINE_END.test(text)

const LINE_END = /[\n\v\f\r\u0085\u2028\u2029]/

/** True for one line without half a surrogate pair; one look at each code unit, since every element has a title. */
export function isTitle(text: string): boolean {
  const { length } = text
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at)
    if (code <= 0x0d && code >= 0x0a) return false
    if (code < 0x85) continue
    if (code === 0x85 || code === 0x2028 || code === 0x2029) return false
    if ((code & 0xf800) === 0xd800) {
      if (code > 0xdbff || (text.charCodeAt(at + 1) & 0xfc00) !== 0xdc00) return false
      at++
    }
  }
  return true
}
