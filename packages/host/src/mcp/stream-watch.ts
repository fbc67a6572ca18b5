/** The standing stream on which notifications arrive: who hears that it opened, broke, or is gone for good. */
import { afterBreak } from '../wire/pauses.js'
import type { Exchanges } from './exchange.js'

/** Who wants to know of the stream. */
export type StreamListener = { opened: () => void; gone: () => void }

/** The state of the standing stream of one legacy connection. */
export type StreamWatch = {
  opened: (status: number) => void
  /** How long to wait before the broken stream is opened again; undefined when it is gone for good. Units: ms. */
  broke: () => number | undefined
  /** Tells at once what is already known. Gives back what stops the telling. */
  listen: (listener: StreamListener) => () => void
  /** Nobody listens on the port any more: no further try is worth it. */
  refused: () => void
  isGone: () => boolean
  close: () => void
}

/** Makes the watch of a stream that was not opened yet. */
export function createStreamWatch(now: () => number = () => performance.now()): StreamWatch {
  const listeners = new Set<StreamListener>()
  let openedAt: number | undefined
  let breaks = 0
  let isGone = false
  const endAll = () => {
    isGone = true
    for (const listener of [...listeners]) listener.gone()
    listeners.clear()
  }
  return {
    opened: status => {
      if (status !== 200) return endAll()
      openedAt = now()
      for (const listener of [...listeners]) listener.opened()
    },
    broke: () => {
      const { count, pauseMs } = afterBreak(breaks, openedAt === undefined ? 0 : now() - openedAt)
      breaks = count
      openedAt = undefined
      if (pauseMs === undefined) endAll()
      return pauseMs
    },
    listen: listener => {
      if (isGone) listener.gone()
      else listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    refused: endAll,
    isGone: () => isGone,
    close: () => listeners.clear(),
  }
}

/**
 * What the MCP client calls when a stream broke and is to be opened again.
 *
 * Shape   a broken answer is fetched again when the client says; the standing stream keeps our pauses.
 */
export function scheduleReopening(
  exchanges: Exchanges,
  watch: StreamWatch,
): (reopen: () => void, delayMs: number) => () => void {
  return (reopen, delayMs) => {
    const exchange = exchanges.current()
    const isAnswer = exchange !== undefined && !exchange.connects
    const pauseMs = isAnswer ? delayMs : watch.broke()
    if (pauseMs === undefined) return () => {}
    if (isAnswer) exchange.began()
    const timer = setTimeout(() => {
      reopen()
      if (isAnswer) exchange.ended()
    }, pauseMs)
    return () => clearTimeout(timer)
  }
}
