import { deepEqual, equal, ok } from 'node:assert/strict'
import { PassThrough, Writable } from 'node:stream'
import { verifies } from '../../../../test/support/verifies.js'
import { createElements } from '../../src/index.js'
import { serveStdio, type StdioOptions } from '../../src/node/index.js'
import { INITIALIZE } from '../support/http.js'
import { padApp } from '../support/pad.js'
import { META } from '../support/raw.js'

/** A face on two streams; the reader takes lines only while it is let. */
function open(
  face:
    | { bridge: ReturnType<typeof padApp>['bridge'] }
    | Pick<Extract<StdioOptions, { elements: unknown }>, 'elements'>,
) {
  const input = new PassThrough()
  const lines: string[] = []
  let rest = ''
  let release: (() => void) | undefined
  let isReading = true
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      const take = () => {
        const parts = (rest + chunk.toString()).split('\n')
        rest = parts.pop() ?? ''
        lines.push(...parts)
        done()
      }
      if (isReading) take()
      else release = take
    },
  })
  const stop = new AbortController()
  const end = serveStdio({
    ...face,
    app: { name: 'Pads', version: '1' },
    signal: stop.signal,
    streams: { input, output },
  })
  return {
    input,
    output,
    lines,
    end,
    stop: () => stop.abort(),
    say: (message: object) => void input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`),
    pause() {
      isReading = false
    },
    resume() {
      isReading = true
      release?.()
    },
    async until(holds: () => boolean) {
      while (!holds()) await new Promise(setImmediate)
    },
  }
}

const hello = { id: 1, method: 'initialize', params: INITIALIZE }
const ready = { method: 'notifications/initialized' }
const subscribe = { id: 2, method: 'resources/subscribe', params: { uri: 'app://windows' } }
const listen = {
  id: 'l',
  method: 'subscriptions/listen',
  params: {
    _meta: META,
    notifications: { toolsListChanged: true, resourceSubscriptions: ['app://windows'] },
  },
}

for (const era of ['legacy', 'modern'] as const)
  verifies(
    'D-40',
    `over stdio a reader who is behind costs no memory, and hears of the newest state (${era})`,
    async () => {
      const pads = padApp()
      const peer = open({ bridge: pads.bridge })
      const commit = (text: string) =>
        pads.store.commit({ kind: 'user' }, state => ({
          state: { ...state, texts: { ...state.texts, [pads.first]: text } },
          outcome: 0,
        }))
      for (const message of era === 'legacy' ? [hello, ready, subscribe] : [listen]) peer.say(message)
      await peer.until(() => peer.lines.length >= (era === 'legacy' ? 2 : 1))
      peer.pause()
      for (let at = 0; at < 20_000; at++) {
        commit(`text ${at}`)
        if (at % 100 === 0) await new Promise(setImmediate)
      }
      ok(peer.output.writableLength < 256 * 1024, `${peer.output.writableLength} bytes`)
      peer.resume()
      await peer.until(() => peer.output.writableLength === 0)
      const told = peer.lines.length
      ok(told < 2000, `${told} lines`)
      commit('the last')
      await peer.until(() => peer.lines.length > told)
      equal(peer.lines.length, told + 1)
      peer.stop()
      await peer.end
    },
  )

verifies('D-05', 'a peer that asks much and reads nothing is not read either', async () => {
  const pads = padApp()
  const peer = open({ bridge: pads.bridge })
  peer.say(hello)
  await peer.until(() => peer.lines.length > 0)
  peer.pause()
  let asked = 0
  while (!peer.input.isPaused() && asked < 100_000) {
    for (let at = 0; at < 500; at++) peer.say({ id: ++asked, method: 'tools/list' })
    await new Promise(setImmediate)
  }
  ok(peer.input.isPaused())
  ok(peer.output.writableLength < 16 * 1024 * 1024)
  peer.resume()
  await peer.until(() => peer.lines.length === asked + 1)
  peer.stop()
  await peer.end
})

verifies('D-40', 'over stdio a legacy peer hears nothing before it said that it is ready', async () => {
  const pads = padApp()
  const peer = open({ bridge: pads.bridge })
  const dialog = (on: boolean) =>
    pads.store.commit({ kind: 'user' }, ({ dialogOn: _, ...state }) => ({
      state: on ? { ...state, dialogOn: pads.first } : state,
      outcome: 0,
    }))
  peer.say(hello)
  await peer.until(() => peer.lines.length === 1)
  dialog(true)
  peer.say({ id: 2, method: 'ping' })
  await peer.until(() => peer.lines.length === 2)
  peer.say(ready)
  peer.say({ id: 3, method: 'ping' })
  await peer.until(() => peer.lines.length === 3)
  dialog(false)
  await peer.until(() => peer.lines.length === 4)
  equal(JSON.parse(peer.lines[3] ?? '').method, 'notifications/tools/list_changed')
  peer.stop()
  await peer.end
})

verifies('FR-58', 'a face that ends from its side says goodbye to each listen stream', async () => {
  const peer = open({ bridge: padApp().bridge })
  peer.say(listen)
  await peer.until(() => peer.lines.length === 1)
  peer.stop()
  equal(await peer.end, 'closed')
  const goodbye = JSON.parse(peer.lines[1] ?? '{}')
  deepEqual([goodbye.id, goodbye.result.resultType], ['l', 'complete'])
})

const ends: [title: string, end: (peer: ReturnType<typeof open>) => void, why: string][] = [
  ['ends its input', peer => void peer.input.end(), 'ended'],
  ['closes its input', peer => void peer.input.destroy(), 'ended'],
  ['breaks its input', peer => void peer.input.destroy(new Error('broken')), 'broken'],
  ['breaks its output', peer => void peer.output.destroy(new Error('broken')), 'broken'],
]
for (const [title, end, why] of ends)
  verifies(
    'FR-56',
    `a peer that ${title} ends it: ${why}, once, and the commits after it reach nobody`,
    async () => {
      const pads = padApp()
      const peer = open({ bridge: pads.bridge })
      peer.say(hello)
      await peer.until(() => peer.lines.length > 0)
      end(peer)
      equal(await peer.end, why)
      pads.store.commit({ kind: 'user' }, state => ({
        state: { ...state, dialogOn: pads.first },
        outcome: 0,
      }))
      equal(peer.lines.length, 1)
    },
  )

for (const [era, message] of [
  ['legacy', { id: 2, method: 'resources/read', params: { uri: 'elements://current' } }],
  ['modern', { id: 2, method: 'resources/read', params: { uri: 'elements://current', _meta: META } }],
] as const)
  verifies('EL-4.1-instance', `elements are read over stdio too (${era})`, async () => {
    const elements = createElements({
      instance: 'i',
      ids: { isIssued: () => false },
      tree: () => ({ id: 'app', role: 'Application', title: 'X' }),
    })
    const peer = open({ elements })
    if (era === 'legacy') peer.say(hello)
    peer.say(message)
    await peer.until(() => peer.lines.length >= (era === 'legacy' ? 2 : 1))
    const { result } = JSON.parse(peer.lines.at(-1) ?? '{}')
    equal(JSON.parse(result.contents[0].text).instance, 'i')
    peer.stop()
    await peer.end
  })
