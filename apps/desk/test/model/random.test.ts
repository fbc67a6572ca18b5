import { deepEqual, equal, ok } from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import { validateWindows } from '@copane/protocol/bridge'
import { ELEMENTS_PROTOCOL, validateAnswer, walk } from '@copane/protocol/elements'
import fc from 'fast-check'
import { verifies } from '../../../../test/support/verifies.js'
import { actNow, argumentsFor, CANARY, type RandomStep, randomSteps } from '../support/arbitrary-acts.js'
import { deskOn, memoryDesk, type TestDesk } from '../support/desks.js'

/** Whatever users and agents do, in whatever order: each run is checked after every step. */
const always = (check: (desk: TestDesk) => void) =>
  fc.assert(
    fc.asyncProperty(randomSteps, async steps => {
      const desk = furnished()
      for (const step of steps) {
        await taken(desk, step)
        check(desk)
      }
    }),
    { seed: 20_260_203, numRuns: 50 },
  )

/** A desk with something of each kind to work on. */
function furnished(): TestDesk {
  const desk = memoryDesk()
  desk.setShown(true)
  desk.does({ act: 'open', what: 'threads' })
  for (const number of [10_001, 10_002]) desk.does({ act: 'openOrder', number })
  return desk
}

const commentText = ({ data }: TestDesk, id: number): string =>
  data.threads
    .titles()
    .flatMap(({ id: thread }) => data.threads.get(thread)?.comments ?? [])
    .find(comment => comment.id === id)?.text ?? ''

async function taken(desk: TestDesk, step: RandomStep): Promise<unknown> {
  if (step.kind === 'act') return desk.act(actNow(step, desk.state()))
  const tools = desk.bridge.tools()
  const tool = tools[step.tool % Math.max(1, tools.length)]
  return tool && desk.calls(tool.name, argumentsFor(tool, step.picks))
}

verifies('EL-4.1-schema', 'no act or call leads to a tree with a finding', () =>
  always(desk => {
    deepEqual(validateAnswer({ protocol: ELEMENTS_PROTOCOL, instance: 'i', root: desk.elements() }), [])
  }),
)

verifies('GB-4.2-window-fields', 'no act or call leads to a snapshot with a finding', () =>
  always(desk => deepEqual(validateWindows(desk.bridge.snapshot()), [])),
)

verifies('GB-4.5-sensitive', 'a password is in no tree and no snapshot, whatever happens', () =>
  always(desk => {
    ok(!JSON.stringify([desk.elements(), desk.bridge.snapshot(), desk.state().changes]).includes(CANARY))
  }),
)

verifies(
  'EL-9.1-passage',
  'every passage names whole characters that are there, and a window selects one at most',
  () =>
    always(desk => {
      const { passages, windows } = desk.state()
      for (const { comment, start, end, window } of passages) {
        const text = commentText(desk, comment)
        const words = text.slice(start, end)
        ok(
          start < end && end <= text.length && words === words.toWellFormed(),
          JSON.stringify({ text, start, end }),
        )
        ok(windows.some(({ id }) => id === window))
      }
      const selecting = passages.filter(({ selected }) => selected).map(({ window }) => window)
      equal(new Set(selecting).size, selecting.length)
    }),
)

verifies(
  'EL-5.3-focus-path',
  'the user is always in a window that is open and on screen, when there is one',
  () =>
    always(desk => {
      const { focus, windows } = desk.state()
      const open = windows.filter(window => !('minimised' in window && window.minimised))
      ok(focus ? windows.some(({ id }) => id === focus.window) : open.length === 0)
    }),
)

verifies('GB-5.4-success', 'every call is answered, and none fails without a reason of the desk', () =>
  fc.assert(
    fc.asyncProperty(randomSteps, async steps => {
      const desk = furnished()
      for (const step of steps) {
        const outcome = await taken(desk, step)
        ok(!JSON.stringify(outcome ?? '').includes('"code":"action_failed"'), JSON.stringify(outcome))
      }
    }),
    { seed: 20_260_204, numRuns: 50 },
  ),
)

verifies('EL-9.1-id-stable', 'no id ever names two things', () =>
  fc.assert(
    fc.asyncProperty(randomSteps, async steps => {
      const desk = furnished()
      const named = new Map<string, string>()
      for (const step of steps) {
        await taken(desk, step)
        for (const { element, parent } of walk(desk.elements())) {
          const what = [element.role, element.subrole, parent?.element.id].join(' ')
          equal(named.get(element.id) ?? what, what)
          named.set(element.id, what)
        }
      }
    }),
    { seed: 20_260_205, numRuns: 50 },
  ),
)

verifies('D-36', 'what the state holds is what the file holds: a desk started on it shows the same', () =>
  fc.assert(
    fc.asyncProperty(randomSteps, async steps => {
      const desk = furnished()
      for (const step of steps) await taken(desk, step)
      const again = deskOn(desk.data, 'zz')
      const lasting = (state = desk.state()) =>
        state.windows.flatMap((window): object[] => {
          if (window.kind === 'order')
            return [{ order: window.order, draft: window.draft, errors: window.errors }]
          if (window.kind === 'orders')
            return [{ filter: window.filter, offset: window.offset, rows: window.rows }]
          return window.kind === 'threads' ? [{ panes: window.panes }] : []
        })
      const open = desk.state().windows.filter(window => 'minimised' in window)
      ok(open.length === 0 || isDeepStrictEqual(lasting(again.state()), lasting()))
      equal(again.state().user, desk.state().user)
      for (const [id, thread] of Object.entries(desk.state().threads))
        deepEqual(desk.data.threads.get(Number(id)), thread)
    }),
    { seed: 20_260_206, numRuns: 50 },
  ),
)
