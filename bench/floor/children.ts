/** The servers that are measured, each a process of its own. */
import { fork } from 'node:child_process'
import type { Descriptor } from '@copane/protocol/elements'
import type { ServerRole } from './in-server.ts'

/** What a server says when it listens. */
export type Hello = {
  port?: number
  token?: string
  bytes?: number
  pid?: number
  descriptor?: Descriptor
}

/** One server. */
export type Child = {
  hello: Hello
  /** The processor time it took since last asked. Units: milliseconds. */
  cpuMs: () => Promise<number>
  stop: () => void
}

/** Starts one, and waits until it listens. */
export async function startServer(
  role: ServerRole,
  what: string,
  size: number,
  folder: string,
): Promise<Child> {
  const child = fork(`${import.meta.dirname}/in-server.ts`, [role, what, String(size), folder], {
    execArgv: [],
  })
  const next = <Message>() =>
    new Promise<Message>((resolve, reject) => {
      child.once('message', (message: Message) => resolve(message))
      child.once('exit', code => reject(new Error(`the ${role} server ended with ${code}`)))
    })
  return {
    hello: await next<Hello>(),
    cpuMs: async () => {
      const answer = next<{ cpuMs: number }>()
      child.send('cpu')
      return (await answer).cpuMs
    },
    stop: () => child.disconnect(),
  }
}
