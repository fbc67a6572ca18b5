/** Where a passage is after its text was edited. Units: UTF-16 code units. */

/** From one place of the document to another one. */
export type Ends = { startNode: Node; start: number; endNode: Node; end: number }

/** From the first code unit of a passage to the one after its last. */
export type Stretch = { start: number; end: number }

/**
 * Where a stretch of a text is in the edited text.
 *
 * Shape   text typed at either end stays outside, text typed within stays inside; undefined once none of it is left.
 */
export function moveInText(before: string, after: string, start: number, end: number): Stretch | undefined {
  const most = Math.min(before.length, after.length)
  let at = 0
  while (at < most && before.charCodeAt(at) === after.charCodeAt(at)) at++
  let tail = 0
  while (
    tail < most - at &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  )
    tail++
  const gone = before.length - tail
  const shift = after.length - before.length
  if (gone <= start) return { start: start + shift, end: end + shift }
  if (at >= end) return { start, end }
  if (at <= start && gone >= end) return undefined
  return {
    start: at <= start ? gone + shift : start,
    end: gone >= end ? at : end + shift,
  }
}

/**
 * Finds a passage again whose text was put in anew, as frameworks do at every edit.
 *
 * Shape   only in the text node or element where it was, and only when its text stands there exactly once.
 */
export function findAgain(range: Range, text: string): boolean {
  const around = range.startContainer
  const page = around.ownerDocument
  if (text === '' || !page) return false
  const walker = page.createTreeWalker(around, NodeFilter.SHOW_TEXT)
  let found: { node: Node; at: number } | undefined
  for (
    let node: Node | null = around.nodeType === Node.TEXT_NODE ? around : walker.nextNode(), n = 0;
    node;
  ) {
    const data = node.nodeValue ?? ''
    const at = data.indexOf(text)
    if (at >= 0) {
      if (found || data.includes(text, at + 1)) return false
      found = { node, at }
    }
    if (++n > MOST_NODES) return false
    node = walker.nextNode()
  }
  if (!found) return false
  range.setStart(found.node, found.at)
  range.setEnd(found.node, found.at + text.length)
  return true
}

const MOST_NODES = 2000
