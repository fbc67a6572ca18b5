/** One page that is connected: what it may send, what it is asked, and when it is let go. */
import type { RawData, WebSocket } from 'ws'
import { createBucket } from './bucket.js'
import type { FromPage, Question, ToPage } from './protocol.js'
import { readMessage } from './read-message.js'

/** A page, for whoever wants to know what it shows. */
export type Page = {
  /** Letters and digits, new at every load. */
  mark: string
  /** False while nothing of it is on the screen: another tab is in front, or the window is minimised. */
  isVisible(): boolean
  /** Asks the page; undefined when it has no answer, is too slow, or leaves. */
  ask(question: Question, timeoutMs: number): Promise<unknown>
}

/** What a page may cost. */
export type PageLimits = {
  /** The largest message, but for an answer to a question. Units: characters. */
  maxMessage: number
  /** The largest answer. Units: bytes. */
  maxAnswer: number
  /** How many messages at once, and how many a second after that. */
  burst: number
  perSecond: number
  /** What may wait for a page that does not read before it is sent one message more. Units: bytes. */
  maxWaiting: number
  /** How often a page must show that it is there, in milliseconds. */
  pingMs: number
}

/** What a page may cost when nothing else is said. */
export const PAGE_LIMITS: PageLimits = {
  maxMessage: 64 * 1024,
  maxAnswer: 6 * 1024 * 1024,
  burst: 300,
  perSecond: 150,
  maxWaiting: 4 * 1024 * 1024,
  pingMs: 20_000,
}

/** A page and the way to talk to it. */
export type Connection = Page & {
  send(text: string): void
  /** What waits for a page that does not read as fast as it is written to. Units: bytes. */
  waiting(): number
  /** Ends it; the page connects again by itself. */
  close(code: number, reason: string): void
}

/** Who hears of what a page sends; answers are dealt with here. */
export type Heard = {
  message(from: Connection, message: Exclude<FromPage, { kind: 'answer' | 'visible' }>): void
  visible(from: Connection): void
  left(from: Connection): void
}

/** Most questions that wait for one page. */
const MAX_QUESTIONS = 32

/** How long a page may take to close, in milliseconds. */
const CLOSING_MS = 1000

/** Makes a page of a socket; what does not keep to the rules costs its own connection and no other. */
export function connect(socket: WebSocket, mark: string, limits: PageLimits, heard: Heard): Connection {
  const take = createBucket(limits.burst, limits.perSecond, performance.now())
  const waiting = new Map<number, (value: unknown) => void>()
  let lastQuestion = 0
  let oldestLate = 1
  let isVisible = true
  let isAlive = true

  const close = (code: number, reason: string) => {
    socket.close(code, reason)
    setTimeout(() => socket.terminate(), CLOSING_MS).unref()
  }
  const send = (text: string) => {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > limits.maxWaiting) return socket.terminate()
    socket.send(text)
  }
  const connection: Connection = {
    mark,
    isVisible: () => isVisible,
    send,
    waiting: () => socket.bufferedAmount,
    close,
    ask(question, timeoutMs) {
      if (socket.readyState !== socket.OPEN || waiting.size >= MAX_QUESTIONS)
        return Promise.resolve(undefined)
      const id = ++lastQuestion
      const { promise, resolve } = Promise.withResolvers<unknown>()
      const timer = setTimeout(() => waiting.get(id)?.(undefined), timeoutMs)
      waiting.set(id, value => {
        clearTimeout(timer)
        waiting.delete(id)
        resolve(value)
      })
      send(JSON.stringify({ kind: 'ask', id, question } satisfies ToPage))
      return promise
    },
  }

  const receive = (data: RawData, isBinary: boolean) => {
    if (isBinary) return close(1003, 'only text is understood')
    if (!take(performance.now())) return close(1008, 'too many messages')
    const text = textOf(data)
    const mayBeAnswer = oldestLate <= lastQuestion
    if (text.length > limits.maxMessage && !mayBeAnswer) return close(1009, 'the message is too large')
    const message = readMessage(text)
    if (!message) return close(1008, 'not a message of the page')
    if (message.kind !== 'answer' && text.length > limits.maxMessage)
      return close(1009, 'the message is too large')
    dispatch(message)
  }
  const dispatch = (message: FromPage) => {
    switch (message.kind) {
      case 'answer':
        if (message.id > lastQuestion) return close(1008, 'an answer to no question')
        oldestLate = Math.max(oldestLate, message.id + 1)
        return waiting.get(message.id)?.(message.value)
      case 'visible':
        isVisible = message.visible
        return heard.visible(connection)
      case 'act':
      case 'input':
        return heard.message(connection, message)
      default:
        return message satisfies never
    }
  }

  const pings = setInterval(() => {
    if (!isAlive) return socket.terminate()
    isAlive = false
    socket.ping()
  }, limits.pingMs)
  pings.unref()
  socket.on('pong', () => (isAlive = true))
  socket.on('message', (data, isBinary) => {
    if (socket.readyState === socket.OPEN) receive(data, isBinary)
  })
  socket.on('error', () => socket.terminate())
  socket.on('close', () => {
    clearInterval(pings)
    for (const answer of waiting.values()) answer(undefined)
    heard.left(connection)
  })
  return connection
}

const textOf = (data: RawData): string =>
  (Array.isArray(data)
    ? Buffer.concat(data)
    : data instanceof ArrayBuffer
      ? Buffer.from(data)
      : data
  ).toString()
