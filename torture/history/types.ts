/** What happened to some windows while several parties wrote into them, as data. */

/** A window's text as a list of marks, each put there by one write, and the version that carried it. */
export type Seen = { readonly version: number; readonly content: readonly string[] }

/** What a write asked for. */
export type Change =
  /** Adds its mark at the end of whatever is there: needs to know nothing. */
  | { kind: 'append' }
  /** Puts `content` in the place of all; its writer had seen `base`. */
  | { kind: 'replace'; base: readonly string[]; content: readonly string[] }

/** What its writer was told. */
export type Outcome =
  | { kind: 'done' }
  | { kind: 'stale'; currentVersion: number }
  /** Any other error; each of them says that nothing was changed. */
  | { kind: 'refused' }
  /** No answer came: it may have taken effect, once. */
  | { kind: 'unknown' }

/** A write; `mark` names it in every content it is part of. */
export type Write = {
  kind: 'write'
  mark: string
  window: string
  change: Change
  expected?: number
  outcome: Outcome
}

/** One read of all windows. */
export type Read = { kind: 'read'; windows: { readonly [window: string]: Seen } }

/** An operation, and when it was asked and answered by one clock that never gives a time twice. */
export type Operation = { client: string; invoked: number; answered: number } & (Read | Write)

/** One commit that changed a window, as the app itself saw it; `sequence` counts the commits of all windows. */
export type Effect = Seen & { sequence: number; window: string; mark: string }

/** A whole run. */
export type History = {
  initial: { readonly [window: string]: Seen }
  operations: readonly Operation[]
  /** In commit order. */
  effects: readonly Effect[]
  /** Read after everything was answered. */
  final: { readonly [window: string]: Seen }
}
