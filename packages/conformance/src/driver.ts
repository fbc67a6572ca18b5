/** What an implementer's driver makes the app do, so that rules about change can be seen to hold (spec/driver.md). */
import { isRecord } from '@copane/protocol/findings'
import type { Fields } from './wire/era.js'

/** What a driver can be asked for; a driver may know fewer of them. */
export const STEPS = [
  /** The user changes what a window shows; another change each time. */
  'edit',
  /** The user opens one more window, of a kind that can be open several times. */
  'open-window',
  /** The user closes the window that the last `open-window` opened and that is still open. */
  'close-window',
  /** A dialog goes up that blocks a window, or the whole app. */
  'open-modal',
  /** That dialog goes down. */
  'close-modal',
  /** An action of a window that is not blocked becomes unavailable, or available again. */
  'change-availability',
  /** The user selects a run of words; other words, elsewhere, each time. */
  'select-words',
  /** The user types the given text where a value is sensitive. */
  'type-secret',
  /** Names a call that now succeeds and changes what a window shows; another change each time. */
  'name-write',
  /** Names a call that now succeeds and opens a window. */
  'name-opener',
  /** Names a call that never takes effect and runs into the time limit of the app. */
  'name-hang',
  /** Names the files that the app logs to. */
  'name-logs',
  /** The app quits and starts again; says where it is found then. */
  'restart',
] as const

/** A step by name. */
export type Step = (typeof STEPS)[number]

/** What goes to a driver. Shape: `text` comes with `type-secret` alone. */
export type Order = { do: Step; text?: string }

/** Makes the app do a thing and answers when its effect is there, in the form of spec/driver.md. */
export type Driver = (order: Order) => Promise<unknown>

/** What came of an order; `never`: the app has nothing of the kind, so there is nothing to break a rule by. */
export type StepOutcome = { kind: 'done'; facts: Fields } | { kind: 'cannot' } | { kind: 'never' }

/** Reads a driver's answer; any other form is as if it could not. */
export function readStepOutcome(answer: unknown): StepOutcome {
  if (!isRecord(answer)) return { kind: 'cannot' }
  if (answer.done === true) return { kind: 'done', facts: answer }
  return { kind: answer.never === undefined ? 'cannot' : 'never' }
}

/** A call that a driver names. */
export type NamedCall = { name: string; arguments: Fields }

/** The call in a driver's answer. */
export function namedCallIn({ call }: Fields): NamedCall | undefined {
  if (!isRecord(call) || typeof call.name !== 'string') return undefined
  return { name: call.name, arguments: isRecord(call.arguments) ? call.arguments : {} }
}

/** Where an app is found after it started again. */
export type NewPlace = {
  elements?: { endpoint: string; token: string }
  bridge?: { endpoint: string; token?: string }
  descriptor?: string
}

/** The place in a driver's answer. */
export function newPlaceIn({ elements, bridge, descriptor }: Fields): NewPlace {
  const [first, second] = [endpointIn(elements), endpointIn(bridge)]
  return {
    ...(first?.token === undefined ? {} : { elements: { endpoint: first.endpoint, token: first.token } }),
    ...(second ? { bridge: second } : {}),
    ...(typeof descriptor === 'string' ? { descriptor } : {}),
  }
}

function endpointIn(value: unknown): { endpoint: string; token?: string } | undefined {
  if (!isRecord(value) || typeof value.endpoint !== 'string') return undefined
  const { endpoint, token } = value
  return typeof token === 'string' ? { endpoint, token } : { endpoint }
}
