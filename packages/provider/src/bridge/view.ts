/** What an app says of its windows at a moment; the bridge turns it into the model it serves (GB §4.2). */
import type { Block } from '@copane/protocol/bridge'
import type { Action } from './action.js'

/**
 * One window as the app sees it.
 *
 * Shape   `id` was minted by the app's `Ids`; sensitive values may be in plain text, they are masked on entry.
 */
export type WindowView<State> = {
  id: string
  title: string
  modal?: boolean
  ownerId?: string | null
  summary: string
  blocks: Block[]
  actions: readonly Action<State>[]
  /** By action name: why it can't be called now. */
  unavailable?: { readonly [action: string]: string }
  /** Outside the protocol (D-45). */
  private?: true
}

/** The app's windows, in the order in which they opened. */
export type AppView<State> = {
  windows: readonly WindowView<State>[]
  /** By name of an app-level action: why it can't be called now. */
  unavailable?: { readonly [action: string]: string }
}
