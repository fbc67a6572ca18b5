/** The snapshot as text, put together from parts that are kept per window (GB §4.2, §12.2). */
import type { ModelWindow } from '@copane/protocol/bridge'
import { escapedJson } from '../text/escaped.js'
import type { Moment } from './model.js'

/**
 * Serialises moments.
 *
 * Shape   `text` is the JSON of the snapshot; `escaped` is what stands between the quotes when that text is itself a
 *         JSON string, as in an MCP answer, in pieces of UTF-8. A window that kept its object is not serialised again.
 */
export type ServedText<State> = {
  text: (moment: Moment<State>) => string
  escaped: (moment: Moment<State>) => readonly Uint8Array[]
}

/** Makes a serialiser with its memory, which holds what is still open. */
export function createServedText<State>(): ServedText<State> {
  const texts = new WeakMap<ModelWindow, string>()
  const escapes = new WeakMap<ModelWindow, Uint8Array>()
  const textOf = (window: ModelWindow, blocksText: string): string => {
    let text = texts.get(window)
    if (text === undefined) texts.set(window, (text = windowText(window, blocksText)))
    return text
  }
  const escapedOf = (window: ModelWindow, blocksText: string): Uint8Array => {
    let escaped = escapes.get(window)
    if (escaped === undefined) escapes.set(window, (escaped = escapedJson(textOf(window, blocksText))))
    return escaped
  }
  return {
    text: moment => `${headOf(moment)}${shownOf(moment, textOf).join(',')}${END}`,
    escaped(moment) {
      const pieces = [escapedJson(headOf(moment))]
      for (const piece of shownOf(moment, escapedOf)) {
        if (pieces.length > 1) pieces.push(COMMA)
        pieces.push(piece)
      }
      pieces.push(ESCAPED_END)
      return pieces
    },
  }
}

const END = ']}'
const COMMA = escapedJson(',')
const ESCAPED_END = escapedJson(END)

const headOf = <State>({ operable }: Moment<State>): string =>
  `{"operableWindowIds":${JSON.stringify(operable)},"windows":[`

/** What is made of each window that is told. */
function shownOf<State, Part>(
  { entries }: Moment<State>,
  part: (window: ModelWindow, blocksText: string) => Part,
): Part[] {
  const parts: Part[] = []
  for (const { window, blocksText } of entries.values())
    if (!window.private) parts.push(part(window, blocksText))
  return parts
}

function windowText(
  { id, title, modal, ownerId, version, summary }: ModelWindow,
  blocksText: string,
): string {
  const head = JSON.stringify({ id, title, modal, ownerId, version, summary })
  return `${head.slice(0, -1)},"blocks":${blocksText}}`
}
