/** The wire shapes of the bridge protocol 0.1.0 (GB §4, §5, §7, Appendix B). */
import type { Json } from '../elements/types.js'

/** How serious a notice is (GB §4.4). */
export type Severity = 'info' | 'warn' | 'error' | 'success'

/** One field of a form or property panel; `""` or null means not filled in (GB §4.4). */
export type FieldItem = { label: string; value: Json; sensitive?: true }

/** What every block may carry: an id unique in its window, and a mark that its values are masked (D-41). */
export type BlockBase = { id?: string; sensitive?: true }

/** One of the seven semantic blocks (GB §4.4, Appendix B). A block describes; it carries no operation. */
export type Block =
  | (BlockBase & { type: 'text'; text: string })
  | (BlockBase & { type: 'fields'; items: FieldItem[] })
  | (BlockBase & { type: 'table'; columns: string[]; rows: Json[][]; offset?: number; total?: number })
  | (BlockBase & { type: 'list'; items: Json[]; ordered?: boolean; offset?: number; total?: number })
  | (BlockBase & { type: 'notice'; severity: Severity; text: string })
  | (BlockBase & { type: 'media'; mimeType: string; url: string; alt?: string })
  | (BlockBase & { type: 'custom'; payload: Json })

/** The word that tells blocks apart. */
export type BlockType = Block['type']

/** One window; `modal` and `ownerId` together say which of the three states it is in (GB §2, §4.2). */
export type AppWindow = {
  id: string
  title: string
  modal: boolean
  ownerId: string | null
  version: number
  summary?: string
  blocks: Block[]
}

/** A window as it was read; `exactVersion`: the digits that were sent, where `version` can't hold them (D-39). */
export type SeenWindow = AppWindow & { exactVersion?: string }

/** A snapshot as it was read. */
export type SeenSnapshot = { operableWindowIds: string[]; windows: SeenWindow[] }

/** What `app://windows` holds: every window, and the sole authority on which can be operated (GB §4.2). */
export type WindowsSnapshot = { operableWindowIds: string[]; windows: AppWindow[] }

/** What a call answers when it took effect (GB §5.4). */
export type ToolSuccess = { message?: string; openedWindowIds?: string[]; result?: { [name: string]: Json } }

/** The six codes of GB §7.4, and ours for every other failure (D-48). */
export const ERROR_CODES = [
  'stale_state',
  'validation_failed',
  'blocked_by_modal',
  'window_not_found',
  'action_not_available',
  'action_timeout',
  'action_failed',
] as const

/** A known error code. */
export type ErrorCode = (typeof ERROR_CODES)[number]

/** What is wrong with one parameter; `field` is the parameter's name (GB §7.3, D-44). */
export type FieldError = { field: string; error: string }

/** What a call answers when it failed (GB §7.4, D-44). */
export type ToolError =
  /** `isRounded`: the version that was sent is larger than a number holds exactly (D-39). */
  | { code: 'stale_state'; message: string; currentVersion: number; isRounded?: true }
  | { code: 'validation_failed'; message: string; fields: FieldError[] }
  | { code: 'blocked_by_modal'; message: string; blockedBy: string[] }
  | { code: 'window_not_found'; message: string }
  | { code: 'action_not_available'; message: string; reason?: string }
  | { code: 'action_timeout'; message: string }
  | { code: 'action_failed'; message: string }

/** MCP's four hints, always sent (GB §5.6, D-43). */
export type ActionHints = {
  readOnlyHint: boolean
  destructiveHint: boolean
  idempotentHint: boolean
  openWorldHint: boolean
}

/** A JSON Schema; opaque here. */
export type JsonSchema = { [name: string]: Json }

/** One action of a window or of the app, as data. */
export type ActionOffer = {
  name: string
  title: string
  description: string
  inputSchema: JsonSchema
  outputSchema: JsonSchema
  hints: ActionHints
}

/** A tool as `tools/list` shows it (GB §5.2). */
export type ToolEntry = Omit<ActionOffer, 'hints'> & { annotations: ActionHints }

/** A window with what its snapshot lacks: actions, why some can't be called now, and whether it is private. */
export type ModelWindow<Action extends ActionOffer = ActionOffer> = AppWindow & {
  actions: readonly Action[]
  /** By action name: why it can't be called now. */
  unavailable?: { readonly [action: string]: string }
  /** Outside the protocol: in no id, list or tool (D-45). */
  private?: true
}

/** All windows in the order in which they opened, and the actions that belong to none (D-31, D-34). */
export type WindowsModel<Action extends ActionOffer = ActionOffer> = {
  windows: readonly ModelWindow<Action>[]
  appActions: readonly Action[]
  unavailable?: { readonly [action: string]: string }
}
