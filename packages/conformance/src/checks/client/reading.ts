/** How a client keeps up with what an app shows (bridge 4, 6, 8.2, 12.5). */
import { type ClientTarget, withClient, withOrder } from '../../client-target.js'
import { fault, outcomeOf, together } from '../../outcomes.js'
import { callsIn, lastOf, ONE_WINDOW, playedTool, playedWindow } from '../../playing/bridge.js'
import type { Check, CheckOutcome } from '../../types.js'
import { hearsThroughStorm, realignsAgain } from './hostile.js'
import type { Fields } from '../../wire/era.js'

/** The checks of reading. */
export const READING_CHECKS: readonly Check<ClientTarget>[] = [
  {
    id: 'GB-6-re-read',
    level: 'should',
    title: 'after either notification the windows are read again before anything is decided',
    run: async target =>
      together(
        await rereadsAfter(target, 'updated'),
        await rereadsAfter(target, 'list_changed'),
        await hearsThroughStorm(target),
      ),
  },
  {
    id: 'GB-8.2-realign',
    level: 'must',
    title: 'after a disconnection one read realigns',
    run: async target => together(await realigns(target), await realignsAgain(target)),
  },
  {
    id: 'GB-4.2-no-order',
    level: 'must',
    title: 'the order of the windows means nothing',
    run: target => {
      const windows = [playedWindow('w-1', { version: 3 }), playedWindow('w-2', { version: 9 })]
      const tools = ['w-1', 'w-2'].map(id => playedTool(`${id}__write`))
      const state = { ...ONE_WINDOW, operable: ['w-1', 'w-2'], windows, tools }
      return withClient(target, state, ({ bridge, windows: look, call }) =>
        withOrder(look(), async () => {
          bridge.state.windows = windows.toReversed()
          bridge.tell('updated')
          return withOrder(call('w-2', 'write'), () => {
            const [made] = callsIn(bridge.events).filter(({ name }) => name === 'w-2__write')
            const version = made?.args.expectedVersion
            return outcomeOf([
              version === undefined || version === 9
                ? undefined
                : fault('windows in another order', 'the version of another window', 'its own', 'go by ids'),
            ])
          })
        }),
      )
    },
  },
  {
    id: 'GB-12.5-empty',
    level: 'must',
    title: 'no windows and no tools are a state like any other',
    run: target =>
      withClient(
        target,
        { ...ONE_WINDOW, operable: [], windows: [], tools: [] },
        ({ bridge, windows, until, settled }) =>
          withOrder(windows(), async empty => {
            await settled()
            Object.assign(bridge.state, ONE_WINDOW)
            bridge.tell('updated')
            bridge.tell('list_changed')
            await until(() => lastOf(bridge.events, 'read') > lastOf(bridge.events, 'told'))
            return withOrder(windows(), shown =>
              outcomeOf([
                empty.length === 0 && shown.length === 1
                  ? undefined
                  : fault(
                      'an app without windows, then with one',
                      `${empty.length}, then ${shown.length} windows`,
                      'none, then one',
                      'take empty lists as they are, and read again when told',
                    ),
              ]),
            )
          }),
      ),
  },
  {
    id: 'D-46',
    level: 'must',
    title: 'blocks and fields that are not known do not keep a window from being read',
    run: target => {
      const blocks = [
        { type: 'progress', done: 3, of: 7 },
        { type: 'text', text: 'Hello', colour: 'red' },
        {},
      ]
      const state = { ...ONE_WINDOW, windows: [playedWindow('w-1', { blocks, zoom: 2 })] }
      return withClient(target, state, ({ windows }) =>
        withOrder(windows(), shown =>
          outcomeOf([
            shown.some(({ id }) => id === 'w-1')
              ? undefined
              : fault(
                  'a window with a block of another type',
                  'not shown',
                  'the window',
                  'read an unknown block as custom, and pass over unknown fields',
                ),
          ]),
        ),
      )
    },
  },
  {
    id: 'EL-sec-bearer',
    level: 'must',
    title: 'every request to the bridge carries its token',
    run: target =>
      withClient(target, ONE_WINDOW, ({ bridge, windows, call }) =>
        withOrder(windows(), () =>
          withOrder(call('w-1', 'write'), () =>
            outcomeOf([
              bridge.requests.every(({ headers }) => headers.authorization === `Bearer ${bridge.token}`)
                ? undefined
                : fault(
                    'a request',
                    'no token, or another one',
                    'Authorization: Bearer with the token',
                    'send it every time',
                  ),
            ]),
          ),
        ),
      ),
  },
  {
    id: 'EL-sec-origin',
    level: 'must',
    title: 'no request to the bridge carries an Origin',
    run: target =>
      withClient(target, ONE_WINDOW, ({ bridge, windows, call }) =>
        withOrder(windows(), () =>
          withOrder(call('w-1', 'write'), () =>
            outcomeOf([
              bridge.requests.some(({ headers }) => headers.origin !== undefined)
                ? fault('a request', 'an Origin header', 'none', 'send requests from outside of web pages')
                : undefined,
            ]),
          ),
        ),
      ),
  },
]

const realigns = (target: ClientTarget): Promise<CheckOutcome> =>
  withClient(target, ONE_WINDOW, ({ bridge, windows, until, settled }) =>
    withOrder(windows(), async () => {
      await settled()
      bridge.drop()
      bridge.state.windows = CHANGED
      await until(() => lastOf(bridge.events, 'stream') > lastOf(bridge.events, 'dropped'))
      await until(() => lastOf(bridge.events, 'read') > lastOf(bridge.events, 'dropped'))
      return withOrder(windows(), shown =>
        outcomeOf([
          isChanged(shown)
            ? undefined
            : fault(
                'after a stream broke',
                'the windows of before',
                'the windows as they are',
                'read once when the stream is open again: what was told meanwhile is lost',
              ),
        ]),
      )
    }),
  )

const CHANGED = [playedWindow('w-1', { version: 8, summary: 'changed' })]

const isChanged = (windows: readonly Fields[]): boolean => windows[0]?.version === 8

const rereadsAfter = (target: ClientTarget, what: 'updated' | 'list_changed'): Promise<CheckOutcome> =>
  withClient(target, ONE_WINDOW, ({ bridge, windows, until, settled }) =>
    withOrder(windows(), async () => {
      await settled()
      bridge.state.windows = CHANGED
      bridge.tell(what)
      await until(() => lastOf(bridge.events, 'read') > lastOf(bridge.events, 'told'))
      return withOrder(windows(), shown =>
        outcomeOf([
          isChanged(shown)
            ? undefined
            : fault(
                `after ${what}`,
                'the windows of before',
                'the windows as they are',
                'read app://windows again after either notification',
              ),
        ]),
      )
    }),
  )
