/** The Python SDK's client, as a process of its own that does what it is asked a line at a time. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { isRecord } from '@copane/protocol/findings'
import { answerOf, type Peer, type Target } from '../lib/peer.ts'
import { PYTHON } from '../lib/install.ts'

const PROGRAM = `${import.meta.dirname}/in_python.py`

/** Connects it in one of its modes: `legacy`, `auto`, or a revision that it insists on. */
export async function connectPython(mode: string, target: Target): Promise<Peer> {
  const child = spawn(PYTHON, [PROGRAM, JSON.stringify(target), mode], { stdio: ['pipe', 'pipe', 'pipe'] })
  const ready = Promise.withResolvers<string>()
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-2000)))
  child.stdin.on('error', () => {})
  createInterface({ input: child.stdout }).on('line', line => {
    const message: unknown = JSON.parse(line)
    if (!isRecord(message)) return
    if (typeof message.ready === 'string') ready.resolve(message.ready)
    const asked = typeof message.id === 'number' ? waiting.get(message.id) : undefined
    if ('error' in message) asked?.reject(new Error(String(message.error)))
    else asked?.resolve(message.result)
  })
  const gone = once(child, 'exit').then(() => {
    const error = new Error(`the client ended: ${/\w+Error: .*/.exec(said)?.[0] ?? said.slice(-200)}`)
    for (const { reject } of [ready, ...waiting.values()]) reject(error)
  })
  let last = 0
  const ask = (op: string, more: object = {}): Promise<unknown> => {
    const answer = Promise.withResolvers<unknown>()
    waiting.set(++last, answer)
    child.stdin.write(`${JSON.stringify({ id: last, op, ...more })}\n`)
    return answer.promise
  }
  const revision = await ready.promise
  return {
    name: 'peer-python',
    revision,
    tools: async () => strings(await ask('tools')),
    call: async (name, args) => answerOf(record(await ask('call', { name, args }))),
    resources: async () => strings(await ask('resources')),
    read: async uri => String(await ask('read', { uri })),
    prompt: async name => String(await ask('prompt', { name })),
    watch: async uri => void (await ask('watch', { uri })),
    async heard() {
      const { updated, listed } = record(await ask('heard'))
      return { updated: Number(updated), listed: Number(listed) }
    },
    async close() {
      child.stdin.end()
      const late = setTimeout(() => child.kill('SIGKILL'), GOODBYE_MS)
      await gone
      clearTimeout(late)
    },
  }
}

const GOODBYE_MS = 10_000

const record = (value: unknown) => (isRecord(value) ? value : {})
const strings = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
