/** What is shared, and what came of it. */
import type { CollectionState, Preview } from '@copane/host'
import type { HandOver } from '../handover/hand-over.js'

/** What an agent would be given, byte for byte. */
export const shownLines = ({ text }: Preview): string[] => text.replace(/\n$/, '').split('\n')

/** With whom it was shared, and until when, in the user's own time. */
export const sharedLine = ({ client, bytes, expiresAt }: Extract<HandOver, { kind: 'shared' }>): string =>
  `copane: shared ${bytes} bytes with ${client} until ${new Date(expiresAt).toTimeString().slice(0, 5)}; it gets them when it asks, with a receipt`

/** Why there is nothing to share; with what is in the way, where parts can be taken out. */
export function notShownLines(state: Exclude<CollectionState, { kind: 'shown' }>): string[] {
  switch (state.kind) {
    case 'nothing':
      return [`copane: nothing to share: ${state.message}`]
    case 'too-large':
      return [
        `copane: even the lines of what is pointed at take ${state.needs}; take parts out with --without ID, or give more room with --bytes`,
        ...state.items.map(({ line, depth }) => '  '.repeat(depth) + line),
      ]
    case 'ended':
    case 'reading':
      return ['copane: nothing was shared: it was called off']
    default:
      return state satisfies never
  }
}

/** Why nothing was shared, and what to do. */
export function notSharedLines(
  outcome: Exclude<HandOver, { kind: 'shared' }>,
  to: string | undefined,
): string[] {
  switch (outcome.kind) {
    case 'no-agent':
      return [
        to === undefined
          ? 'copane: nothing was shared: no agent is connected'
          : `copane: nothing was shared: no agent called "${to}" is connected`,
        'an agent is, once copane gateway is in its configuration and it runs; see: copane init --dry-run',
      ]
    case 'several':
      return [
        `copane: several agents are connected: ${outcome.clients.join(', ')}`,
        `try: copane share --to ${quoted(outcome.clients[0] ?? '')}`,
      ]
    case 'changed':
      return ['copane: nothing was shared: the settings changed meanwhile; look again']
    case 'not-shown':
      return ['copane: nothing was shared: there is nothing to share any more']
    case 'refused':
      return [`copane: nothing was shared: ${outcome.message}`]
    default:
      return outcome satisfies never
  }
}

const quoted = (word: string): string => (/^[\w.-]+$/.test(word) ? word : JSON.stringify(word))
