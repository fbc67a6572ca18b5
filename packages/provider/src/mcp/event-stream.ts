/** One open stream of events to one reader, who may be slow or dead and costs little either way (D-40, FR-58). */
import type { ServerResponse } from 'node:http'

/** A stream of server-sent events. */
export type EventStream = {
  /**
   * Sends an event; while its reader is behind, one of each `key` is kept and sent when it caught up.
   *
   * Units   behind: more than 64 KiB are waiting for the reader.
   */
  send(key: string, data: string): void
  /** Says that the line is alive; called every few seconds. Drops a reader that took nothing for `stallMs`. */
  beat(now: number, stallMs: number): void
  /** Ends the stream, with a last event if there is one to say. */
  end(data?: string): void
}

/** Why a reader is told nothing any more. */
export type StreamEnd = 'left' | 'slow'

const MAX_BEHIND_BYTES = 64 * 1024

const HEAD = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}

/** Opens a stream on a response; `onEnd` is called once, when nothing can be sent any more. */
export function openEventStream(
  response: ServerResponse,
  headers: { [name: string]: string },
  onEnd: (end: StreamEnd) => void,
): EventStream {
  /** What the reader gets when it caught up: the newest of each kind, in the order of their first. */
  let kept: Map<string, string> | undefined
  /** How much waited for the reader, and since when it has taken nothing. */
  let behind = { bytes: 0, since: 0 }
  let end: StreamEnd = 'left'

  const write = (data: string) => void response.write(`event: message\ndata: ${data}\n\n`)
  const catchUp = () => {
    const waiting = kept
    kept = undefined
    for (const data of waiting?.values() ?? []) write(data)
  }
  response.writeHead(200, { ...HEAD, ...headers })
  response.flushHeaders()
  response.on('drain', catchUp)
  response.once('close', () => onEnd(end))

  return {
    send(key, data) {
      if (response.writableEnded || response.destroyed) return
      if (response.writableLength <= MAX_BEHIND_BYTES && !kept) return write(data)
      kept ??= new Map()
      kept.set(key, data)
    },
    beat(now, stallMs) {
      if (response.destroyed) return
      const bytes = response.writableLength
      if (bytes === 0) {
        behind = { bytes: 0, since: now }
        response.write(':\n\n')
      } else if (bytes !== behind.bytes || behind.since === 0) behind = { bytes, since: now }
      else if (now - behind.since >= stallMs) {
        end = 'slow'
        response.destroy()
      }
    },
    end(data) {
      if (response.writableEnded || response.destroyed) return
      if (data !== undefined) write(data)
      response.end()
    },
  }
}
