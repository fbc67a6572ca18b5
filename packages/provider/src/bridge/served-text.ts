/** The snapshot as text, put together from parts that are kept per window (GB §4.2, §12.2). */
import type { ModelWindow } from '@copane/protocol/bridge'
import type { Moment } from './model.js'

/**
 * Serialises moments.
 *
 * Shape   `text` is the JSON of the snapshot; `escaped` is what stands between the quotes when that text is itself a
 *         JSON string, as in an MCP answer. A window that kept its object is not serialised again.
 */
export type ServedText<State> = {
  text: (moment: Moment<State>) => string
  escaped: (moment: Moment<State>) => string
}

/** Makes a serialiser with its memory, which holds what is still open. */
export function createServedText<State>(): ServedText<State> {
  const texts = new WeakMap<ModelWindow, string>()
  const escapes = new WeakMap<ModelWindow, string>()
  const textOf = (window: ModelWindow, blocksText: string): string => {
    let text = texts.get(window)
    if (text === undefined) texts.set(window, (text = windowText(window, blocksText)))
    return text
  }
  const escapedOf = (window: ModelWindow, blocksText: string): string => {
    let escaped = escapes.get(window)
    if (escaped === undefined) escapes.set(window, (escaped = inString(textOf(window, blocksText))))
    return escaped
  }
  return {
    text: moment => assembled(moment, textOf, text => text),
    escaped: moment => assembled(moment, escapedOf, inString),
  }
}

function assembled<State>(
  { entries, operable }: Moment<State>,
  part: (window: ModelWindow, blocksText: string) => string,
  around: (text: string) => string,
): string {
  const parts: string[] = []
  for (const { window, blocksText } of entries.values())
    if (!window.private) parts.push(part(window, blocksText))
  return `${around(`{"operableWindowIds":${JSON.stringify(operable)},"windows":[`)}${parts.join(',')}]}`
}

function windowText(
  { id, title, modal, ownerId, version, summary }: ModelWindow,
  blocksText: string,
): string {
  const head = JSON.stringify({ id, title, modal, ownerId, version, summary })
  return `${head.slice(0, -1)},"blocks":${blocksText}}`
}

/** A text as it stands inside a JSON string. */
const inString = (text: string): string => JSON.stringify(text).slice(1, -1)
