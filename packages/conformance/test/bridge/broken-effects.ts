/** Bridge servers whose calls go wrong when they take effect. */
import { BRIDGE_CHECKS } from '../../src/checks/bridge/index.ts'
import { type BrokenLife, brokenLife } from '../planted.ts'
import { failure } from '../peers/bridge.ts'
import { FIRST, soon, succeeding } from './flaws.ts'

export const BROKEN_EFFECTS: readonly BrokenLife[] = [
  brokenLife('GB-5.4-after-effect', 'a window is opened after the answer', {
    answers: {
      opens: world => {
        const opened = { ...FIRST, id: world.ways.mintId(world) }
        void soon(() => {
          world.panes.push(opened)
          for (const told of ['updated', 'list_changed'] as const) world.ways.tell(world, told)
        })
        return Promise.resolve(opened.id)
      },
    },
  }),
  brokenLife(
    'GB-5.4-success',
    'a flag says ok',
    succeeding(content => ({ ...content, ok: true })),
  ),
  brokenLife(
    'GB-5.4-success',
    'the window that was opened is not named',
    succeeding(({ openedWindowIds: _, ...content }) => content),
  ),
  brokenLife(
    'GB-5.4-success',
    'a result that is a text',
    succeeding(content => ({ ...content, result: 'yes' })),
  ),
  brokenLife(
    'GB-5.4-final-result',
    'no message',
    succeeding(({ message: _, ...content }) => content),
    {
      'GB-5.4-final-result': 'warned',
    },
  ),
  brokenLife(
    'GB-5.4-direct-results',
    'the windows come with the result',
    succeeding((content, world) => ({ ...content, result: { state: world.ways.show(world) } })),
  ),
  brokenLife(
    'GB-12.4-one-win-id',
    'the id of an opened window is one of its own',
    succeeding(content =>
      Array.isArray(content.openedWindowIds)
        ? { ...content, openedWindowIds: [...content.openedWindowIds, 'pane-7'] }
        : content,
    ),
    {
      ...Object.fromEntries(
        BRIDGE_CHECKS.filter(({ needs }) => needs?.includes('GB-12.4-one-win-id')).map(({ id }) => [
          id,
          'not-run',
        ]),
      ),
      'GB-12.4-one-win-id': 'failed',
    },
  ),
  brokenLife('GB-7.4-timeout', 'a code of its own', {
    answers: { hang: () => Promise.resolve(failure('too_slow')) },
  }),
  brokenLife('GB-7.4-timeout', 'a call that timed out has changed something', {
    answers: {
      hang(world, target) {
        world.ways.edit(world, target, 'Hung')
        return Promise.resolve(failure('action_timeout'))
      },
    },
  }),
  brokenLife('GB-7.4-timeout', 'a call that timed out takes effect later', {
    answers: {
      hang(world, target) {
        void soon(() => world.ways.edit(world, target, 'Hung'), 30)
        return Promise.resolve(failure('action_timeout'))
      },
    },
  }),
  brokenLife('GB-10.1-serialised', 'the version is judged a while before the write', {
    answers: {
      async write(world, { expectedVersion }, target, effect) {
        if (expectedVersion !== undefined && expectedVersion !== target.version)
          return failure('stale_state', { currentVersion: target.version })
        await soon(() => {}, 40)
        return effect(world, target)
      },
    },
  }),
]
