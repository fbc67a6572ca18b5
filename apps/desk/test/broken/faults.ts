/** Desks that are wrong in one way each, by the step of the tour that must catch them. */
import { readFileSync, writeFileSync } from 'node:fs'
import { isRecord } from '@copane/protocol/findings'
import type { Faces, RunningDesk } from '@copane/desk'

/** What is broken: what is served, what lies in the folder, or where the data is kept. */
export type Fault =
  | { kind: 'faces'; faces: (faces: Faces) => Faces }
  | { kind: 'descriptor'; change: (running: RunningDesk) => void }
  | { kind: 'forgets' }

type Bridge = Faces['bridge']
type Call = Parameters<Bridge['call']>[0]
type Caller = Parameters<Bridge['call']>[1]
type Outcome = Awaited<ReturnType<Bridge['call']>>
type Snapshot = ReturnType<Bridge['snapshot']>

/** One fault for each step of the tour. */
export const FAULTS: { readonly [step: string]: Fault } = {
  find: { kind: 'descriptor', change: claimAnotherProcess },
  look: elements(text => text.replaceAll('"selected":true,', '').replaceAll(',"selected":true', '')),
  locate: {
    kind: 'faces',
    faces: faces => ({
      ...faces,
      elements: {
        ...faces.elements,
        locate: async () => ({
          kind: 'location',
          location: { state: 'visible', rects: [{ x: 10, y: 10, w: 100, h: 20 }] },
        }),
      },
    }),
  },
  windows: snapshots(snapshot => ({
    ...snapshot,
    operableWindowIds: [...snapshot.operableWindowIds, 'nobody-1'],
  })),
  open: answers('open_order', without('openedWindowIds')),
  invalid: answers('edit', outcome =>
    outcome.kind === 'error' && outcome.error.code === 'validation_failed'
      ? { ...outcome, error: { ...outcome.error, fields: [{ field: 'input', error: 'is wrong' }] } }
      : outcome,
  ),
  edit: snapshots(snapshot => ({
    ...snapshot,
    windows: snapshot.windows.map(window => ({ ...window, version: 1 })),
  })),
  stale: calls('edit', ({ arguments: { expectedVersion: _, ...args }, ...call }) => ({
    ...call,
    arguments: args,
  })),
  retry: calls('edit', call =>
    String(call.arguments.note).includes('ring twice')
      ? { ...call, arguments: { ...call.arguments, note: 'Leave at the door' } }
      : call,
  ),
  submit: snapshots(snapshot => ({
    ...snapshot,
    windows: snapshot.windows.map(window =>
      window.ownerId ? { ...window, modal: false, ownerId: null } : window,
    ),
  })),
  blocked: answers('edit', outcome =>
    outcome.kind === 'error' && outcome.error.code === 'blocked_by_modal'
      ? { kind: 'error', error: { code: 'action_failed', message: 'It did not work.' } }
      : outcome,
  ),
  listed: { kind: 'faces', faces: rememberEveryTool },
  confirm: ignoring('confirm'),
  'app-modal': snapshots(snapshot => ({
    ...snapshot,
    operableWindowIds: snapshot.windows.some(window => window.modal && window.ownerId === null)
      ? snapshot.windows.map(window => window.id)
      : snapshot.operableWindowIds,
  })),
  mask: { kind: 'faces', faces: faces => withCall(faces, echoArguments) },
  'sign-in': ignoring('sign_in', call => call.arguments.user === 'ada'),
  large: calls('load_orders', call => ({ ...call, arguments: { ...call.arguments, offset: 0 } })),
  others: { kind: 'faces', faces: growDeaf },
  stopped: {
    kind: 'faces',
    faces: faces => withCall(faces, (call, caller, next) => next(call, { ...caller, client: 'somebody' })),
  },
  restart: { kind: 'forgets' },
}

function claimAnotherProcess({ provider }: RunningDesk): void {
  const descriptor: unknown = JSON.parse(readFileSync(provider.file, 'utf8'))
  if (isRecord(descriptor)) writeFileSync(provider.file, JSON.stringify({ ...descriptor, pid: process.ppid }))
}

function elements(change: (text: string) => string): Fault {
  return {
    kind: 'faces',
    faces: ({ elements: { currentEscaped: _, ...elements }, bridge }) => ({
      bridge,
      elements: { ...elements, currentText: async () => change(await elements.currentText()) },
    }),
  }
}

function snapshots(change: (snapshot: Snapshot) => Snapshot): Fault {
  return {
    kind: 'faces',
    faces: ({ elements, bridge: { snapshotEscaped: _, ...bridge } }) => ({
      elements,
      bridge: {
        ...bridge,
        snapshotText() {
          bridge.snapshotText()
          return JSON.stringify(change(bridge.snapshot()))
        },
      },
    }),
  }
}

type Next = (call: Call, caller: Caller) => Promise<Outcome>

const withCall = (
  { elements, bridge }: Faces,
  around: (call: Call, caller: Caller, next: Next) => Promise<Outcome>,
): Faces => ({
  elements,
  bridge: { ...bridge, call: (call, caller) => around(call, caller, bridge.call) },
})

const isCallOf = (call: Call, action: string): boolean => call.name.endsWith(`__${action}`)

function answers(action: string, change: (outcome: Outcome) => Outcome): Fault {
  return {
    kind: 'faces',
    faces: faces =>
      withCall(faces, async (call, caller, next) => {
        const outcome = await next(call, caller)
        return isCallOf(call, action) ? change(outcome) : outcome
      }),
  }
}

function calls(action: string, change: (call: Call) => Call): Fault {
  return {
    kind: 'faces',
    faces: faces =>
      withCall(faces, (call, caller, next) => next(isCallOf(call, action) ? change(call) : call, caller)),
  }
}

/** Says that it is done, and does nothing. */
function ignoring(action: string, when: (call: Call) => boolean = () => true): Fault {
  return {
    kind: 'faces',
    faces: faces =>
      withCall(faces, async (call, caller, next) =>
        isCallOf(call, action) && when(call)
          ? { kind: 'success', success: { message: 'Done.' } }
          : next(call, caller),
      ),
  }
}

function without(name: 'openedWindowIds'): (outcome: Outcome) => Outcome {
  return outcome => {
    if (outcome.kind !== 'success') return outcome
    const { [name]: _, ...success } = outcome.success
    return { kind: 'success', success }
  }
}

async function echoArguments(call: Call, caller: Caller, next: Next): Promise<Outcome> {
  const outcome = await next(call, caller)
  return outcome.kind === 'error'
    ? { kind: 'error', error: { ...outcome.error, message: `Refused: ${JSON.stringify(call.arguments)}` } }
    : outcome
}

function rememberEveryTool({ elements, bridge }: Faces): Faces {
  const ever = new Map<string, ReturnType<Bridge['tools']>[number]>()
  return {
    elements,
    bridge: {
      ...bridge,
      tools() {
        for (const tool of bridge.tools()) ever.set(tool.name, tool)
        return [...ever.values()]
      },
    },
  }
}

/** Tells of the first dozen commits, and of no other. */
function growDeaf({ elements, bridge }: Faces): Faces {
  let told = 0
  return {
    elements,
    bridge: { ...bridge, watch: listener => bridge.watch(changes => ++told <= 12 && listener(changes)) },
  }
}
