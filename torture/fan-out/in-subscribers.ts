/** Many subscribers of both eras in a process of their own; they note when each notification arrived. */
import type { ClientRequest, IncomingMessage } from 'node:http'
import { WINDOWS_URI } from '@copane/protocol/bridge'
import { quantile } from '../../bench/lib/report.ts'
import { legacy, listen, openSession, send, start, stream, type Sent, type Target } from '../lib/raw.ts'
import { clockMs, optionsGiven, serveCommands } from '../lib/serve-commands.ts'

/** Which subscribers; the streams of the two kinds are told apart in the figures. */
export type Opening = { era: 'legacy' | 'modern'; streams: number }

/** Whether all have heard so often. */
export type Heard = { complete: boolean; short: number }

/** What all streams of an era heard. Units: milliseconds. */
export type Figures = {
  streams: number
  updated: number
  listChanged: number
  /** Streams that heard more or less than was due. */
  wrong: number
  ended: number
  p50: number
  p99: number
  max: number
}

/** Units: milliseconds after the commit. */
export type Delays = { p50: number; p95: number; last: number }

type Stream = {
  era: Opening['era']
  request: ClientRequest
  arrivals: number[]
  listChanged: number
  ended: boolean
}

const OPEN_AT_ONCE = 16
const target = optionsGiven<Target>()
const streams: Stream[] = []
let heard = (): void => {}

serveCommands({
  open: async ({ era, streams: wanted }: Opening) => {
    let left = wanted
    const openSome = async (): Promise<void> => {
      while (left-- > 0) streams.push(await (era === 'modern' ? openModern() : openLegacy()))
    }
    await Promise.all(Array.from({ length: OPEN_AT_ONCE }, openSome))
  },
  /** Waits until every stream has heard so many `updated`, or the time is up. */
  await: ({ updated, limitMs }: { updated: number; limitMs: number }): Promise<Heard> => {
    const { promise, resolve } = Promise.withResolvers<Heard>()
    const look = (): void => {
      if (streams.every(({ arrivals }) => arrivals.length >= updated)) resolve({ complete: true, short: 0 })
    }
    const timer = setTimeout(() => {
      resolve({ complete: false, short: streams.filter(({ arrivals }) => arrivals.length < updated).length })
    }, limitMs)
    heard = look
    look()
    return promise.finally(() => clearTimeout(timer))
  },
  /** Forgets what was heard so far. */
  forget: () => {
    for (const each of streams) Object.assign(each, { arrivals: [], listChanged: 0 })
  },
  figures: ({
    era,
    times,
    listChanged,
  }: {
    era: Opening['era']
    times: number[]
    listChanged: number
  }): Figures => {
    const own = streams.filter(each => each.era === era)
    const delays = own.flatMap(({ arrivals }) =>
      arrivals.map((at, index) => at - (times[index] ?? Number.NaN)).filter(delay => !Number.isNaN(delay)),
    )
    return {
      streams: own.length,
      updated: own.reduce((sum, { arrivals }) => sum + arrivals.length, 0),
      listChanged: own.reduce((sum, each) => sum + each.listChanged, 0),
      wrong: own.filter(each => each.arrivals.length !== times.length || each.listChanged !== listChanged)
        .length,
      ended: own.filter(({ ended }) => ended).length,
      p50: quantile(delays, 0.5),
      p99: quantile(delays, 0.99),
      max: quantile(delays, 1),
    }
  },
  /** Of each commit: when half of all streams, nineteen of twenty and the last one had heard. */
  delays: (times: number[]): Delays[] =>
    times.map((at, index) => {
      const delays = streams.map(({ arrivals }) => (arrivals[index] ?? Number.NaN) - at)
      return { p50: quantile(delays, 0.5), p95: quantile(delays, 0.95), last: quantile(delays, 1) }
    }),
  close: () => {
    for (const { request } of streams) request.destroy()
    streams.length = 0
  },
})

async function openModern(): Promise<Stream> {
  return openStream('modern', listen(target), true)
}

async function openLegacy(): Promise<Stream> {
  const session = await openSession(target)
  if (session === undefined) throw new Error('a session was refused')
  const opened = await openStream('legacy', stream(target, session), false)
  const { status } = await send(target, legacy(target, 'resources/subscribe', { uri: WINDOWS_URI }, session))
  if (status !== 200) throw new Error(`a subscription was refused with ${status}`)
  return opened
}

/** Opens one stream; a modern one is open when it was acknowledged, a legacy one when its headers came. */
function openStream(era: Opening['era'], sent: Sent, isAcknowledged: boolean): Promise<Stream> {
  const { promise, resolve, reject } = Promise.withResolvers<Stream>()
  const request = start(target, sent)
  const opened: Stream = { era, request, arrivals: [], listChanged: 0, ended: false }
  request.on('error', error => {
    opened.ended = true
    reject(error)
  })
  request.once('response', (response: IncomingMessage) => {
    if (response.statusCode !== 200) return reject(new Error(`a stream was refused: ${response.statusCode}`))
    if (!isAcknowledged) resolve(opened)
    let rest = ''
    response.setEncoding('utf8')
    response.on('data', (chunk: string) => {
      const events = (rest + chunk).split('\n\n')
      rest = events.pop() ?? ''
      for (const event of events) {
        if (event.includes('"notifications/resources/updated"')) opened.arrivals.push(clockMs())
        else if (event.includes('"notifications/tools/list_changed"')) opened.listChanged++
        else if (event.includes('subscriptions/acknowledged')) resolve(opened)
      }
      heard()
    })
    response.once('error', () => (opened.ended = true))
    response.once('close', () => (opened.ended = true))
  })
  return promise
}
