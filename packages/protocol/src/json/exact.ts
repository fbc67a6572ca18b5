/** Large integers in JSON that a number would round (D-39). */

/**
 * What was sent for a field of the objects in a list of the root object, where a number can't hold it.
 *
 * Shape   by the index in the list: digits, with a sign and without a fraction of zeros. The list is scanned only when
 *         the text holds such a field with 16 digits or more; the last of two fields of one name counts, as in JSON.parse.
 * Errors  none: expects text that JSON.parse takes; a loop, whatever its depth.
 */
export function longIntegers(text: string, list: string, name: string): ReadonlyMap<number, string> {
  const found = new Map<number, string>()
  if (!new RegExp(`"${name}"\\s*:\\s*-?\\d{16}`).test(text)) return found
  const isObject: boolean[] = []
  /** By depth, the string that was read last: at a colon it is the name of the field. */
  const keys: (string | undefined)[] = []
  let isInList = false
  let index = 0
  for (let at = 0; at < text.length; at++) {
    const depth = isObject.length
    switch (text.charAt(at)) {
      case '"': {
        const end = endOfString(text, at)
        if (depth <= 3) keys[depth] = text.slice(at + 1, end)
        at = end
        break
      }
      case '[':
      case '{': {
        const opens = text[at] === '{'
        if (depth === 1 && isObject[0] === true && !opens && keys[1] === list) {
          isInList = true
          index = 0
          found.clear()
        }
        isObject.push(opens)
        break
      }
      case ']':
      case '}':
        isObject.pop()
        if (depth === 2) isInList = false
        break
      case ',':
        if (depth === 2 && isInList) index++
        break
      case ':':
        if (depth === 3 && isInList && keys[3] === name) keep(found, index, text, at + 1)
        break
      default:
    }
  }
  return found
}

const NUMBER = /\s*(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/y

/** Keeps a number that reads as whole and is not written as it reads. */
function keep(found: Map<number, string>, index: number, text: string, at: number): void {
  NUMBER.lastIndex = at
  const sent = NUMBER.exec(text)?.[1]?.replace(/\.0+$/, '') ?? ''
  const read = Number(sent)
  if (!LONG.test(sent) || !Number.isInteger(read) || String(read) === sent) found.delete(index)
  else found.set(index, sent)
}

const LONG = /^-?\d{16}/

/** Where the string that begins at a quote ends; the last place of a text in which it does not. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text[at - 1 - slashes] === '\\') slashes++
    if (slashes % 2 === 0) return at
  }
  return text.length
}
