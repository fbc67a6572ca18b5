/** How a client calls, and what it makes of what it is answered (bridge 2, 5.4, 7, 11). */
import { type ClientTarget, withClient, withOrder } from '../../client-target.js'
import { fault, outcomeOf, together, vacuous } from '../../outcomes.js'
import { callsIn, failedWith, ONE_WINDOW, playedTool, playedWindow, succeeded } from '../../playing/bridge.js'
import { carriesWhatFell, heedsLaterSet, obeysNoText } from './hostile.js'
import type { Check, CheckOutcome } from '../../types.js'

/** The checks of calling. */
export const CALLING_CHECKS: readonly Check<ClientTarget>[] = [
  {
    id: 'GB-11-client-carries',
    level: 'should',
    title: 'a write carries the version that was read, and every error code is told as it is',
    run: async target => {
      const outcomes = [await carries(target), await carriesWhatFell(target)]
      for (const code of CODES) outcomes.push(await tells(target, code))
      return together(...outcomes)
    },
  },
  {
    id: 'GB-7.1-client-retries',
    level: 'should',
    title: 'on stale_state the windows are read, the agent decides anew, and not without end',
    run: async target => together(await decidesAnew(target), await givesUp(target), await letsBe(target)),
  },
  {
    id: 'GB-5.4-structured-only',
    level: 'should',
    title: 'what the text of a result says decides nothing',
    run: async target =>
      together(
        await judges(target, succeeded({ message: 'Done.' }, JSON.stringify(TIMED_OUT)), ''),
        await judges(target, failedWith(TIMED_OUT, JSON.stringify({ message: 'Done.' })), 'action_timeout'),
        await obeysNoText(target),
      ),
  },
  {
    id: 'GB-11-focus-first',
    level: 'should',
    title: 'a window that offers a focus action is focused before it is written to',
    run: target => {
      const tools = [playedTool('w-1__write'), playedTool('w-1__focus', { inputSchema: { type: 'object' } })]
      return withClient(target, { ...ONE_WINDOW, tools }, ({ bridge, windows, call }) =>
        withOrder(windows(), () =>
          withOrder(call('w-1', 'write'), () => {
            const names = callsIn(bridge.events).map(({ name }) => name)
            const [focus, write] = [names.indexOf('w-1__focus'), names.indexOf('w-1__write')]
            return outcomeOf([
              focus >= 0 && focus < write
                ? undefined
                : fault(
                    'a write',
                    'no focus before it',
                    'the focus action first',
                    'call it where it is offered',
                  ),
            ])
          }),
        ),
      )
    },
  },
  {
    id: 'GB-1.3-sole-authority',
    level: 'must',
    title: 'a window is called when it is operable, and only then, whatever its owner says',
    run: async target =>
      together(
        await called(target, 'a window that is in no chain and not operable', 'w-1', [], false),
        await heedsLaterSet(target),
        await called(target, 'a window that has a modal, and is operable', 'w-1', ['w-1', 'd-1'], true),
      ),
  },
  {
    id: 'GB-2-client-chain',
    level: 'must',
    title: 'what blocks a window is the top of its chain of owners',
    run: target => {
      const windows = [
        playedWindow('d-2', { modal: true, ownerId: 'd-1' }),
        playedWindow('w-1'),
        playedWindow('x-1'),
        playedWindow('d-1', { modal: true, ownerId: 'w-1' }),
      ]
      return withClient(
        target,
        { ...ONE_WINDOW, operable: ['x-1', 'd-2'], windows },
        ({ windows: look, call }) =>
          withOrder(look(), () =>
            withOrder(call('w-1', 'write'), ({ by }) => {
              if (by === undefined) return vacuous('it does not say what blocks a window')
              return outcomeOf([
                by.length === 1 && by[0] === 'd-2'
                  ? undefined
                  : fault('what blocks a window', 'another window', 'the top of its chain', 'follow ownerId'),
              ])
            }),
          ),
      )
    },
  },
]

const TIMED_OUT = { code: 'action_timeout', message: 'It took too long.' }

const CODES = [
  'validation_failed',
  'blocked_by_modal',
  'window_not_found',
  'action_not_available',
  'action_timeout',
  'out_of_paper',
] as const

const carries = (target: ClientTarget): Promise<CheckOutcome> =>
  withClient(target, ONE_WINDOW, ({ bridge, windows, call }) =>
    withOrder(windows(), () =>
      withOrder(call('w-1', 'write'), () => {
        const [made] = callsIn(bridge.events)
        return outcomeOf([
          made?.args.expectedVersion === 7
            ? undefined
            : fault(
                'a write',
                made ? 'not the version that was read' : 'no call',
                'expectedVersion of its window',
                'send the version that the decision rests on',
              ),
        ])
      }),
    ),
  )

const tells = (target: ClientTarget, code: (typeof CODES)[number]): Promise<CheckOutcome> => {
  const error = {
    code,
    message: 'No.',
    ...(code === 'validation_failed' ? { fields: [{ field: 'text', error: 'too long' }] } : {}),
  }
  return withClient(target, { ...ONE_WINDOW, call: () => failedWith(error) }, ({ bridge, windows, call }) =>
    withOrder(windows(), () =>
      withOrder(call('w-1', 'write', { again: { text: 'again' } }), decided =>
        outcomeOf([
          decided.code === code && decided.kind !== 'done'
            ? undefined
            : fault(`error ${code}`, 'told as something else', 'a failure with its code', 'hand the code on'),
          callsIn(bridge.events).length === 1
            ? undefined
            : fault(`error ${code}`, 'called again', 'one call', 'retry stale_state alone, after a new read'),
        ]),
      ),
    ),
  )
}

const STALE = { code: 'stale_state', message: 'It changed.', currentVersion: 8 }

const decidesAnew = (target: ClientTarget): Promise<CheckOutcome> =>
  withClient(target, ONE_WINDOW, ({ bridge, windows, call }) =>
    withOrder(windows(), () => {
      bridge.state.call = () => {
        // The user changed it; and went on changing it, so that the version in the error is not the present one.
        bridge.state.windows = [playedWindow('w-1', { version: 9 })]
        bridge.state.call = () => succeeded()
        return failedWith(STALE)
      }
      return withOrder(call('w-1', 'write', { again: { text: 'anew' } }), decided => {
        const { events } = bridge
        const first = events.findIndex(({ what }) => what === 'call')
        const second = events.findLastIndex(({ what }) => what === 'call')
        const hasRead = events.slice(first, second).some(({ what }) => what === 'read')
        const retried = callsIn(events).at(-1)
        return outcomeOf([
          second > first && hasRead
            ? undefined
            : fault(
                'stale_state',
                'no new read before the next call',
                'a read, then the call',
                're-read, then decide',
              ),
          retried?.args.text === 'anew' && retried.args.expectedVersion === 9
            ? undefined
            : fault(
                'the call after stale_state',
                'not what was decided on the new windows',
                'the new decision, with the version that was read',
                'take nothing over from the call that failed',
              ),
          decided.kind === 'done'
            ? undefined
            : fault('the call after stale_state', 'not told as done', 'done', 'tell how the last call ended'),
        ])
      })
    }),
  )

/** More than this is no retry but a fight with the user. */
const MOST_CALLS = 10

const givesUp = (target: ClientTarget): Promise<CheckOutcome> =>
  withClient(target, { ...ONE_WINDOW, call: () => failedWith(STALE) }, ({ bridge, windows, call }) =>
    withOrder(windows(), () =>
      withOrder(call('w-1', 'write', { again: { text: 'anew' } }), decided =>
        outcomeOf([
          decided.code === 'stale_state' && callsIn(bridge.events).length <= MOST_CALLS
            ? undefined
            : fault(
                'a window that never holds still',
                'retried without end',
                'a few retries, then the error',
                'give up',
              ),
        ]),
      ),
    ),
  )

const letsBe = (target: ClientTarget): Promise<CheckOutcome> =>
  withClient(target, { ...ONE_WINDOW, call: () => failedWith(STALE) }, ({ bridge, windows, call }) =>
    withOrder(windows(), () =>
      withOrder(call('w-1', 'write'), () =>
        outcomeOf([
          callsIn(bridge.events).length === 1
            ? undefined
            : fault(
                'stale_state',
                'called again without a decision',
                'one call',
                'the user comes first: ask anew',
              ),
        ]),
      ),
    ),
  )

const judges = (
  target: ClientTarget,
  answer: ReturnType<typeof succeeded>,
  code: string,
): Promise<CheckOutcome> =>
  withClient(target, { ...ONE_WINDOW, call: () => answer }, ({ windows, call }) =>
    withOrder(windows(), () =>
      withOrder(call('w-1', 'write'), decided =>
        outcomeOf([
          decided.code === code && (decided.kind === 'done') === (code === '')
            ? undefined
            : fault('a result', 'judged by its text', 'by structuredContent', 'read structuredContent alone'),
        ]),
      ),
    ),
  )

const called = (
  target: ClientTarget,
  what: string,
  window: string,
  operable: readonly string[],
  isDue: boolean,
): Promise<CheckOutcome> => {
  const modal = operable.includes('d-1') ? [playedWindow('d-1', { modal: true, ownerId: window })] : []
  const state = { ...ONE_WINDOW, operable, windows: [playedWindow(window), ...modal] }
  return withClient(target, state, ({ bridge, windows, call }) =>
    withOrder(windows(), () =>
      withOrder(call(window, 'write'), () => {
        const isCalled = callsIn(bridge.events).some(({ name }) => name === `${window}__write`)
        return outcomeOf([
          isCalled === isDue
            ? undefined
            : fault(
                what,
                isCalled ? 'called' : 'not called',
                isDue ? 'a call' : 'no call',
                'go by operableWindowIds alone',
              ),
        ])
      }),
    ),
  )
}
