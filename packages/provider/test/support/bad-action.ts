/** What tests of misbehaving actions share: how one is made, the change it makes, and what its caller is told. */
import { actionsOf } from '../../src/bridge/define-action.js'
import type { CallOutcome } from '../../src/bridge/outcome.js'
import type { Pads } from './pad.js'

/** Makes an action of the pads. */
export const action = actionsOf<Pads>()

/** The words of an action that misbehaves. */
export const words = { name: 'bad', title: 'Bad', description: 'Bad.' }

/** A change that can be seen. */
export const locked = (state: Pads) => ({
  kind: 'done' as const,
  state: { ...state, locked: true },
  message: 'locked',
})

/** The message of a success, the code of an error. */
export const told = (outcome: CallOutcome) =>
  outcome.kind === 'success' ? outcome.success.message : outcome.kind === 'error' && outcome.error.code
