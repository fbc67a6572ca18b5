/** A connection to one endpoint of an app as plain functions, so that every rule runs without MCP, socket or clock. */
import type { ActionHints } from '@copane/protocol/bridge'

/**
 * What came of asking an app.
 *
 * Errors  the only form in which one arrives; nothing here holds a word of the app (D-08).
 */
export type Reply<Result> = { kind: 'answer'; result: Result } | NoReply

/**
 * Why there is no answer.
 *
 * Shape   `error`: the app refused; a negative code is JSON-RPC's, a positive one HTTP's, 0 is an answer of
 *         no known form. `denied`: not the token. `late`: the deadline passed. `gone`: nobody answers there.
 */
export type NoReply =
  | { kind: 'error'; code: number }
  | { kind: 'denied' }
  | { kind: 'too-large' }
  | { kind: 'late' }
  | { kind: 'gone' }

/** Which of MCP's two eras a connection speaks (D-02). */
export type Era = 'legacy' | 'modern'

/** What the app said of itself when the connection was made. */
export type About = { era: Era; instructions: string | undefined; extensions: { [id: string]: unknown } }

/** A tool as a foreign server lists it; only name and schema are certain (GB §5.2). */
export type ListedTool = {
  name: string
  title?: string
  description?: string
  inputSchema: { readonly [name: string]: unknown }
  annotations: { readonly [Hint in keyof ActionHints]?: boolean | undefined }
}

/** A tool result; what is in it is judged by `readCallAnswer`. */
export type ToolResult = { isError: boolean; structuredContent: unknown }

/**
 * Who hears that something changed.
 *
 * Shape   `updated` also comes after each time the stream opened: what was sent before is lost, and one read
 *         realigns (GB-8.2-realign). `ended` comes once, when no more will come.
 */
export type Listener = { updated: () => void; listChanged: () => void; ended: () => void }

/** What stops the notifications of one subscription. */
export type Subscription = { stop: () => Promise<void> }

/** One endpoint of one app. No function of it rejects. */
export type Connection = {
  about: About
  /** The text of a resource's first text content. */
  readResource: (uri: string, signal?: AbortSignal) => Promise<Reply<string>>
  /** The addresses and templates that can be read with a value filled in. */
  listTemplates: (signal?: AbortSignal) => Promise<Reply<string[]>>
  listTools: (signal?: AbortSignal) => Promise<Reply<ListedTool[]>>
  callTool: (
    name: string,
    args: { [name: string]: unknown },
    signal?: AbortSignal,
  ) => Promise<Reply<ToolResult>>
  subscribe: (uri: string, listener: Listener, signal?: AbortSignal) => Promise<Reply<Subscription>>
  close: () => Promise<void>
}

/** The part of a connection that reads need. */
export type Ask = Connection['readResource']
