/** One HTTP exchange as it is on the wire, without anything a client library would add or hide. */

/** A request; exactly these headers are sent, with a length where there is a body. */
export type RawRequest = {
  /** The address that is connected to. */
  address: string
  port: number
  method: string
  path: string
  headers: { readonly [name: string]: string }
  body?: string
  /** Ends the reading of an event stream early. */
  enough?: (body: string) => boolean
  /** Instead of the time limit that all requests have. */
  timeMs?: number
}

/** What came back. */
export type RawAnswer =
  | { kind: 'answer'; status: number; headers: { readonly [name: string]: string | undefined }; body: string }
  | {
      kind: 'none'
      why: 'no connection' | 'no answer in time' | 'a broken answer' | 'nothing HTTP can carry'
    }

/** Makes one exchange. Never rejects, never outlives its time limit. */
export type Send = (request: RawRequest) => Promise<RawAnswer>

/** A stream that stays open, or why there is none. */
export type RawStream = { kind: 'open'; close(): void } | { kind: 'none'; saw: string }

/**
 * Opens an event stream and hands on its text as it comes.
 *
 * Shape   open when its head came, or when nothing came for a while: some servers send the head with the first event.
 */
export type OpenStream = (request: RawRequest, onText: (text: string) => void) => Promise<RawStream>

/** What an exchange gave, in words that hold nothing of it. */
export const sawOf = (answer: RawAnswer): string =>
  answer.kind === 'answer' ? `HTTP ${answer.status}` : answer.why
