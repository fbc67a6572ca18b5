/** Whether the page draws an element of the line as a block, asked of each kind of element once. */

/** Makes a memory for one read: elements of a tag and class are drawn alike in the same surroundings. */
export function createBlockBoxes(): (it: Element) => boolean {
  const known = new Map<string, boolean>()
  return it => {
    const around = it.parentElement?.getAttribute('class') ?? ''
    const kind = `${around} ${it.localName}.${it.getAttribute('class') ?? ''}`
    const before = it.hasAttribute('style') ? undefined : known.get(kind)
    if (before !== undefined) return before
    const display = it.ownerDocument.defaultView?.getComputedStyle(it).display ?? 'inline'
    const isBlock = !display.startsWith('inline') && display !== 'contents' && !display.startsWith('ruby')
    known.set(kind, isBlock)
    return isBlock
  }
}
