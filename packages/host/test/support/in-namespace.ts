/** In a process namespace of its own: kills an app, starts another one with the same process id and port, and looks. */
import { writeFileSync } from 'node:fs'
import { startApp } from './programs.ts'

const [, , dist = '', folder = ''] = process.argv
const { discover } = await import(dist)

const dead = await startApp({ folder })
await dead.kill()
const heir = await born(dead.pid)
const { results } = await discover({ folder, timeoutMs: 4000 })
console.log(
  JSON.stringify({ pids: [dead.pid, heir.pid], ports: [dead.port, heir.port], why: results[0]?.why }),
)
process.exit(0)

/** The kernel gives the next process the id after the last one. */
async function born(pid: number) {
  for (let tries = 0; tries < 20; tries++) {
    writeFileSync('/proc/sys/kernel/ns_last_pid', String(pid - 1))
    const started = await startApp({ folder, port: dead.port, descriptor: 'none' })
    if (started.pid === pid) return started
    await started.kill()
  }
  throw new Error('never got the process id')
}
