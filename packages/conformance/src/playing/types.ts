/** What the kit plays to a host: an app that answers as it is told, and keeps what it was asked. */
import type { Fields } from '../wire/era.js'

/** One HTTP request, as it came. */
export type PlayedRequest = {
  method: string
  path: string
  headers: { readonly [name: string]: string | undefined }
  body: string
}

/**
 * What is sent back.
 *
 * Shape   `silence` sends nothing and keeps the request open; `drip` goes on sending, a little at a time, and `flood`
 *         as fast as it is read, up to 16 MB, and then nothing; `cut` sends a part and breaks off.
 */
export type PlayedReply =
  | { kind: 'reply'; status: number; headers: { readonly [name: string]: string }; body: string }
  | { kind: 'silence' | 'drip' | 'flood' | 'cut' }

/** Answers one request. */
export type Play = (request: PlayedRequest) => PlayedReply

/** What a method gives: a result, an error of JSON-RPC, or nothing ever. */
export type Given = { kind: 'result'; result: Fields } | { kind: 'error'; code: number } | { kind: 'silence' }

/** The JSON-RPC call in a request. */
export type PlayedCall = { id: unknown; method: string; params: Fields; isModern: boolean }
