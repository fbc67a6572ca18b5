/** How long it takes to start: an app that can be found, a host, and the command, each in turn with the least it can be. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { own } from '../../torture/lib/children.ts'
import { atMost, median, rounded, type Section, spread } from '../lib/report.ts'

const root = join(import.meta.dirname, '../..')
const copane = join(root, 'packages/cli/bin/copane.js')
const module_ = (...lines: string[]): string[] => ['--input-type=module', '-e', lines.join('\n')]

const NOTHING = 'node -e 0'
const SERVER_SDK = 'mcp server sdk'
const CLIENT_SDK = 'mcp client sdk'

/** What is started, to its end; `most` is a goal: how many times as long as its floor it may take. */
const STARTS: { readonly [name: string]: { args: readonly string[]; floor?: string; most?: number } } = {
  [NOTHING]: { args: ['-e', '0'] },
  'bare listener': {
    args: module_(
      `import { createServer } from 'node:http'`,
      `createServer().listen(0, '127.0.0.1', () => process.exit())`,
    ),
  },
  [SERVER_SDK]: { args: module_(`import '@modelcontextprotocol/server'`) },
  [CLIENT_SDK]: { args: module_(`import '@modelcontextprotocol/client'`) },
  'provider app': {
    args: module_(
      `import { createApp } from '@copane/provider/node'`,
      `const window = { key: 'pad', title: 'Pad', summary: 'A pad.', blocks: [], actions: [] }`,
      `const app = createApp({ bundleId: 'com.example.pad', name: 'Pad', version: '1.0.0', state: {}, windows: () => [window] })`,
      `const { kind } = await app.start()`,
      `process.exit(kind === 'started' ? 0 : 1)`,
    ),
    floor: SERVER_SDK,
    most: 2.5,
  },
  'host sdk': { args: module_(`import '@copane/host/node'`), floor: CLIENT_SDK, most: 2 },
  'copane --version': { args: [copane, '--version'], most: 3 },
  'copane apps': { args: [copane, 'apps', '--json'], most: 8 },
}
const ROUNDS = { quick: 8, full: 40 }

/** Starts all of them, one after another, round by round. */
export async function measureStart(quick: boolean): Promise<Section> {
  const ms = new Map(Object.keys(STARTS).map(name => [name, new Array<number>()]))
  const cpuMs = new Map(Object.keys(STARTS).map(name => [name, 0]))
  const rounds = quick ? ROUNDS.quick : ROUNDS.full
  for (let round = -2; round < rounds; round++)
    for (const [name, { args }] of round % 2 === 0 ? entries : entries.toReversed()) {
      const before = childrenCpuMs()
      const took = await timeOf(args)
      if (round < 0) continue
      ms.get(name)?.push(took)
      cpuMs.set(name, (cpuMs.get(name) ?? 0) + childrenCpuMs() - before)
    }
  const section: Section = { goals: {}, raw: {} }
  const raw: { [name: string]: object } = {}
  for (const [name, { floor = NOTHING, most }] of entries) {
    const times = ms.get(name) ?? []
    const toFloor = times.map((each, at) => each / (ms.get(floor)?.[at] ?? Number.NaN))
    raw[name] = {
      ms: spread(times),
      floor,
      toFloor: spread(toFloor),
      cpuMs: rounded((cpuMs.get(name) ?? 0) / rounds),
    }
    if (most !== undefined)
      section.goals[`start-${name.replace(/[ -]+/g, '-')}`] = atMost(most, median(toFloor))
  }
  section.raw.start = { rounds, ...raw }
  return section
}

const entries = Object.entries(STARTS)

/** The processor time of all children that ended, as the kernel counts it: in hundredths of a second. */
function childrenCpuMs(): number {
  const fields = readFileSync('/proc/self/stat', 'latin1').split(') ').at(-1)?.split(' ') ?? []
  return 10 * (Number(fields[13]) + Number(fields[14]))
}

/** Nothing found is a fine end of `copane apps`. */
const FINE = [0, 2]

async function timeOf(args: readonly string[]): Promise<number> {
  const began = performance.now()
  const child = own(spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'ignore'] }))
  const [code]: unknown[] = await once(child, 'exit')
  const ms = performance.now() - began
  if (!FINE.some(fine => fine === code)) throw new Error(`node ${args.join(' ')} ended with ${String(code)}`)
  return ms
}
