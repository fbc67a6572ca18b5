/** An MCP client of somebody else's, as the scripts use it. */
import { isRecord } from '@copane/protocol/findings'

/** Where a server is reached: below a client, or over HTTP with a token. */
export type Target =
  | { transport: 'stdio'; command: string; args: readonly string[]; env: { [name: string]: string } }
  | { transport: 'http'; url: string; token: string }

/** What a tool answered, whole: both halves. */
export type Answer = { text: string; data: { [name: string]: unknown }; isError: boolean }

/** What has been heard since the watch began. */
export type Heard = { updated: number; listed: number }

/** A client that is connected; every call rejects when the client refuses what came. */
export type Peer = {
  /** What it calls itself to the server. */
  name: string
  /** The revision of MCP that was agreed. */
  revision: string
  tools: () => Promise<string[]>
  call: (tool: string, args: { [name: string]: unknown }) => Promise<Answer>
  resources: () => Promise<string[]>
  read: (uri: string) => Promise<string>
  prompt: (name: string) => Promise<string>
  /** Subscribes to a resource and to the list of tools, as the era does it. */
  watch: (uri: string) => Promise<void>
  heard: () => Promise<Heard>
  close: () => Promise<void>
}

/** A client by name, and how it connects. */
export type PeerKind = { name: string; revision: string; connect: (target: Target) => Promise<Peer> }

/** The two halves of a result. */
export function answerOf(result: { [name: string]: unknown }): Answer {
  const content: unknown[] = Array.isArray(result.content) ? result.content : []
  return {
    text: content.map(textOf).join('\n'),
    data: isRecord(result.structuredContent) ? result.structuredContent : {},
    isError: result.isError === true,
  }
}

/** The text of a block or of a resource, '' where there is none. */
export const textOf = (content: unknown): string =>
  isRecord(content) && typeof content.text === 'string' ? content.text : ''
