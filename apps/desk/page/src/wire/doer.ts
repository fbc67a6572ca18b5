/** Does what the user wants: sends what is still being typed first, and says what did not go through. */
import { FIELD_LABELS } from '../../../src/model/editor.js'
import type { UserAct } from '../../../src/model/act-table.js'
import { DRAFT_FIELDS } from '../../../src/model/state.js'
import type { Drafts } from '../drafts/drafts.js'
import type { Client, Outcome } from './client.js'
import { NO_WINDOW, type Notices } from './notices.js'

/** Does an act; what it came to is told to the user where it matters. */
export type Do = (act: UserAct) => Promise<Outcome>

/** Acts that rest on what was typed before. */
const NEEDS_TEXTS: readonly UserAct['act'][] = ['save', 'submit', 'confirm', 'close', 'revert']

/** Gives the function that does acts. */
export function createDo(client: Client, drafts: Drafts, notices: Notices): Do {
  return async act => {
    const window = 'window' in act && act.window !== undefined ? act.window : NO_WINDOW
    notices.clear(window)
    if (NEEDS_TEXTS.includes(act.act)) {
      const settled = await drafts.settle(window)
      if (settled.kind === 'conflict' && act.act !== 'revert') {
        notices.say(
          window,
          `${labelOf(settled.field)} was changed by somebody else while you typed: choose which text to keep first.`,
        )
        return { kind: 'unavailable', reason: 'A text has to be chosen first' }
      }
      if (act.act === 'revert') drafts.drop(window)
    }
    const outcome = await client.act(act)
    const said = sentenceOf(outcome)
    const isOpen = client.read().desk.windows.some(({ id }) => id === window)
    if (said !== undefined) notices.say(isOpen ? window : NO_WINDOW, said)
    return outcome
  }
}

function sentenceOf(outcome: Outcome): string | undefined {
  switch (outcome.kind) {
    case 'done':
      return undefined
    case 'offline':
      return 'The desk is not connected at the moment; nothing was done.'
    case 'invalid':
      return outcome.fields.map(({ field, error }) => `${labelOf(field)}: ${lowered(error)}.`).join(' ')
    case 'unavailable':
      return `${outcome.reason}.`
    case 'failed':
      return outcome.message
    default:
      return outcome satisfies never
  }
}

function labelOf(name: string): string {
  const field = DRAFT_FIELDS.find(known => known === name)
  return field ? FIELD_LABELS[field] : name.charAt(0).toUpperCase() + name.slice(1)
}

const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
