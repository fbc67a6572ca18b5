/** What a developer is told of an answer before it is sent: element, rule and remedy, never content (D-08, D-16). */
import {
  type Answer,
  base64Length,
  type Limits,
  type TreeElement,
  utf8Length,
  validateAnswer,
  walk,
} from '@copane/protocol/elements'
import type { AppFinding } from './app-element.js'

/** A finding that was made where an element's place was not known. */
export type Found = Omit<AppFinding, 'at'> & { at?: string }

/**
 * All findings of an answer: those made on the way, the rules that only show in the whole, and what comes near a limit.
 *
 * Shape   each with the place in the answer, and the id of the app's element that stands there.
 */
export function judgeAnswer(
  answer: Answer,
  bytes: number,
  found: readonly Found[],
  limits: Limits,
): AppFinding[] {
  const places = placesIn(answer.root)
  const idAt = new Map([...places].map(([id, at]) => [at, id]))
  const told = found.map(finding => ({
    ...finding,
    at: finding.at ?? (finding.id === undefined ? '$' : (places.get(finding.id) ?? '$')),
  }))
  const broken = validateAnswer(answer, limits).map(finding => {
    const id = idAt.get(finding.at)
    return id === undefined ? finding : { ...finding, id }
  })
  return [...told, ...broken, ...nearLimits(answer, bytes, limits, places)]
}

/** Where each element stands. */
function placesIn(root: TreeElement): Map<string, string> {
  const places = new Map([[root.id, '$.root']])
  for (const { element } of walk(root))
    element.children?.forEach((child, index) => {
      places.set(child.id, `${places.get(element.id) ?? ''}.children[${index}]`)
    })
  return places
}

/** A host takes ten times as much at most, twice the depth; the first of each kind is told (D-16). */
function nearLimits(
  answer: Answer,
  bytes: number,
  limits: Limits,
  places: ReadonlyMap<string, string>,
): AppFinding[] {
  const told = new Map<string, AppFinding>()
  const warn = (key: string, requirement: AppFinding['requirement'], message: string, id?: string) => {
    if (told.has(key)) return
    const at = id === undefined ? '$.root' : (places.get(id) ?? '$')
    told.set(key, {
      requirement,
      level: 'should',
      at,
      message,
      consequence: 'note',
      ...(id === undefined ? {} : { id }),
    })
  }
  let count = 0
  for (const { element, depth } of walk(answer.root)) {
    count++
    if (depth > limits.maxDepth / 2)
      warn('depth', 'D-16', `deeper than half of ${limits.maxDepth}; report flatter`, element.id)
    for (const block of element.content ?? []) {
      if (
        block.type === 'text' &&
        block.text.length > limits.maxTextBlockBytes / 30 &&
        utf8Length(block.text) > limits.maxTextBlockBytes / 10
      )
        warn(
          'text',
          'EL-5.5-small',
          'a text over a tenth of what a host takes; send a part and a resource_link',
          element.id,
        )
      if (
        (block.type === 'image' || block.type === 'audio') &&
        base64Length(block.data) > limits.maxImageBytes / 10
      )
        warn(
          'image',
          'EL-5.5-small',
          'a picture over a tenth of what a host takes; send a smaller one and a resource_link',
          element.id,
        )
    }
  }
  if (count > limits.maxElements / 10)
    warn('count', 'D-16', `more than a tenth of ${limits.maxElements} elements; report less`)
  if (bytes > limits.maxBytes / 10)
    warn('bytes', 'D-16', `more than a tenth of ${limits.maxBytes} bytes; report less`)
  return [...told.values()]
}
