/** Bridge servers that keep a rule while nothing happens, and break it under a dialog or after a change. */
import type { catchesLives } from '../caught.ts'
import { toolResult } from '../peers/bridge.ts'
import { type Pane, shownPane } from '../peers/world.ts'

/** Lets calls through that are refused with a code by a correct one; the action has to be one that there is. */
const lettingThrough = (wanted: string) => ({
  answers: {
    refuse: (code: string, more: object, _: unknown, name: string) =>
      code === wanted && !name.endsWith('_none')
        ? { result: toolResult({ message: 'Done.' }, false) }
        : { result: toolResult({ code, message: 'It was refused.', ...more }, true) },
  },
})

export const BROKEN_LATER: Parameters<typeof catchesLives>[1] = [
  {
    id: 'GB-2-operable-set',
    title: 'a window stays operable under its dialog',
    living: { ways: { show: ({ panes }) => shown(panes, panes) } },
    verdicts: { 'GB-2-operable-set': 'failed' },
  },
  {
    id: 'GB-4.4-flat-blocks',
    title: 'a second window of a kind has a block without a type',
    living: {
      ways: {
        show: ({ panes }) => {
          const free = panes.filter(one => !panes.some(({ ownerId }) => ownerId === one.id))
          return shown(panes, free, at => (at > 1 ? { blocks: [{ id: 'b1' }] } : {}))
        },
      },
    },
    verdicts: { 'GB-4.4-flat-blocks': 'failed' },
  },
  {
    id: 'GB-7.2-runtime',
    title: 'an action of a window is done under its dialog',
    living: lettingThrough('blocked_by_modal'),
    verdicts: { 'GB-7.2-runtime': 'failed' },
  },
  {
    id: 'GB-7.2-runtime',
    title: 'an action that was listed before is done although it is not available',
    living: lettingThrough('action_not_available'),
    verdicts: { 'GB-7.2-runtime': 'failed' },
  },
  {
    id: 'GB-5.4-success',
    title: 'a success without a text',
    living: { answers: { success: structuredContent => ({ result: { content: [], structuredContent } }) } },
    verdicts: { 'GB-5.4-success': 'warned' },
  },
]

/** A snapshot; `more` is said of a window beside what is shown of it. */
function shown(panes: readonly Pane[], free: readonly Pane[], more: (at: number) => object = () => ({})) {
  return {
    operableWindowIds: free.map(({ id }) => id),
    windows: panes.map((one, at) => ({ ...shownPane(one), ...more(at) })),
  }
}
