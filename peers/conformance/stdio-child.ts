/** A server on stdio, whose requests are numbered anew: many clients share it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { isRecord } from '@copane/protocol/findings'
import type { Target } from '../lib/peer.ts'

/** A JSON-RPC message. */
export type Message = { [name: string]: unknown }

/** The server. `ask` gives every message that belongs to the request, the answer last, and calls it off. */
export type StdioChild = {
  ask: (request: Message, onMessage: (message: Message, isAnswer: boolean) => void) => () => void
  tell: (message: Message) => void
  /** Hears what belongs to no request. */
  hear: (onMessage: (message: Message) => void) => void
  close: () => Promise<void>
}

const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId'

/** Starts it. */
export function startStdioChild(target: Extract<Target, { transport: 'stdio' }>): StdioChild {
  const child = spawn(target.command, target.args, { env: target.env, stdio: ['pipe', 'pipe', 'ignore'] })
  const gone = once(child, 'exit')
  child.stdin.on('error', () => {})
  const asked = new Map<number, { id: unknown; onMessage: (message: Message, isAnswer: boolean) => void }>()
  let heard: (message: Message) => void = () => {}
  let last = 0
  const tell = (message: Message): void => void child.stdin.write(`${JSON.stringify(message)}\n`)

  createInterface({ input: child.stdout }).on('line', line => {
    const message: unknown = JSON.parse(line)
    if (!isRecord(message)) return
    const number = Number(numberIn(message))
    const owner = asked.get(number)
    if (!owner) return heard(message)
    const isAnswer = !('method' in message)
    if (isAnswer) asked.delete(number)
    owner.onMessage(renumbered(message, owner.id), isAnswer)
  })

  return {
    ask(request, onMessage) {
      const number = ++last
      asked.set(number, { id: request.id, onMessage })
      tell({ ...request, id: number })
      return () => {
        if (asked.delete(number))
          tell({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: number } })
      }
    },
    tell,
    hear: onMessage => void (heard = onMessage),
    async close() {
      child.stdin.end()
      const late = setTimeout(() => child.kill('SIGKILL'), GOODBYE_MS)
      await gone
      clearTimeout(late)
    },
  }
}

const GOODBYE_MS = 5000

/** The number of the request that a message belongs to. */
function numberIn(message: Message): unknown {
  if (!('method' in message)) return message.id
  return metaOf(message.params)?.[SUBSCRIPTION]
}

function renumbered(message: Message, id: unknown): Message {
  if (!('method' in message)) {
    const { result } = message
    const meta = isRecord(result) ? metaOf(result) : undefined
    const own = meta && SUBSCRIPTION in meta ? { result: withSubscription(result, id) } : {}
    return { ...message, ...own, id }
  }
  return { ...message, params: withSubscription(message.params, id) }
}

const withSubscription = (value: unknown, id: unknown) =>
  isRecord(value) ? { ...value, _meta: { ...metaOf(value), [SUBSCRIPTION]: String(id) } } : value

const metaOf = (value: unknown) => (isRecord(value) && isRecord(value._meta) ? value._meta : undefined)
