/** Bridge servers that keep a rule while nothing happens, and break it under a dialog or after a change. */
import { type BrokenLife, brokenLife } from '../caught.ts'
import { toolResult } from '../peers/bridge.ts'
import { shownPane } from '../peers/world.ts'

/** Lets calls through that are refused with a code by a correct one; the action has to be one that there is. */
const lettingThrough = (wanted: string) => ({
  answers: {
    refuse: (code: string, more: object, _: unknown, name: string) =>
      code === wanted && !name.endsWith('_none')
        ? { result: toolResult({ message: 'Done.' }, false) }
        : { result: toolResult({ code, message: 'It was refused.', ...more }, true) },
  },
})

export const BROKEN_LATER: readonly BrokenLife[] = [
  brokenLife('GB-2-operable-set', 'a window stays operable under its dialog', {
    ways: {
      show: ({ panes }) => ({ operableWindowIds: panes.map(({ id }) => id), windows: panes.map(shownPane) }),
    },
  }),
  brokenLife('GB-4.4-flat-blocks', 'a second window of a kind has a block without a type', {
    ways: {
      show: ({ panes }) => ({
        operableWindowIds: panes
          .filter(one => !panes.some(({ ownerId }) => ownerId === one.id))
          .map(({ id }) => id),
        windows: panes.map((one, at) => ({
          ...shownPane(one),
          ...(at > 1 ? { blocks: [{ id: 'b1' }] } : {}),
        })),
      }),
    },
  }),
  brokenLife(
    'GB-7.2-runtime',
    'an action of a window is done under its dialog',
    lettingThrough('blocked_by_modal'),
  ),
  brokenLife(
    'GB-7.2-runtime',
    'an action that was listed before is done although it is not available',
    lettingThrough('action_not_available'),
  ),
  brokenLife(
    'GB-5.4-success',
    'a success without a text',
    { answers: { success: structuredContent => ({ result: { content: [], structuredContent } }) } },
    { 'GB-5.4-success': 'warned' },
  ),
]
