/** Measures one piece of work on desk's order page: what it costs an agent on our roads, and on others. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Measured } from '../lib/report.ts'
import { serveEmbed } from './embed.ts'
import { type Figures, figuresOf, goalsOf, type Row, summary, type TokensOf } from './goals.ts'
import { type Run, runOne } from './run-one.ts'
import { freePort, openUserBrowser } from './scene.ts'
import { LEAN, NEEDS_NATIVE, SYSTEMS } from './systems/index.ts'
import { arePeersInstalled, PEERS, versionOf } from './systems/peer.ts'
import type { System } from './systems/system.ts'
import type { Shown } from './work.ts'

type Size = { rows: number; shown: Shown; repeats: number }

/** All sizes, each with how often it is run; a browser agent on a plain list of 10,000 takes minutes. */
const FULL: readonly Size[] = [
  ...[20, 200, 1000].flatMap(rows =>
    (['plain', 'virtual'] as const).map(shown => ({ rows, shown, repeats: 5 })),
  ),
  { rows: 10_000, shown: 'virtual', repeats: 5 },
  { rows: 10_000, shown: 'plain', repeats: 3 },
]
const QUICK: readonly Size[] = [
  { rows: 20, shown: 'plain', repeats: 3 },
  { rows: 1000, shown: 'plain', repeats: 3 },
]
/** In a quick run browser agents work once a size: their tokens are the same each time, and one of them takes seconds. */
const QUICK_ONCE = 'browser'
const QUICK_WITHOUT = [...NEEDS_NATIVE, ...LEAN, 'chrome-devtools-mcp', 'copane-attach']
/** When a quick run begins no further round. */
const QUICK_MS = 45_000

/** Lets each system do the work in turn, on desks of their own; counts tokens when all is done. */
export async function measure({ quick }: { quick: boolean }): Promise<Measured> {
  await installPeers()
  const sizes = quick ? QUICK : FULL
  const systems = SYSTEMS.filter(({ name }) => !quick || !QUICK_WITHOUT.includes(name))
  const runs: { system: System; size: Size; run: Run }[] = []
  const trouble: string[] = []
  const [usual, native, embed] = [
    await openUserBrowser(),
    quick ? undefined : await openUserBrowser(true),
    await serveEmbed(),
  ]
  const began = performance.now()
  try {
    for (let round = 0; sizes.some(({ repeats }) => round < repeats); round++)
      for (const size of sizes)
        for (const system of systems) {
          const isOver =
            quick && round > 0 && (system.kind === QUICK_ONCE || performance.now() - began > QUICK_MS)
          const browser = NEEDS_NATIVE.includes(system.name) ? native : usual
          if (round >= size.repeats || isOver || !browser) continue
          try {
            const ports = { relay: await freePort(), embed: embed.port }
            runs.push({ system, size, run: await runOne(system, browser, size, ports) })
          } catch (error) {
            const reason = error instanceof Error ? error.message.split('\n')[0] : 'it threw'
            trouble.push(`${system.name} on ${size.rows} ${size.shown}: ${reason}`)
          }
        }
  } finally {
    await usual.close()
    await native?.close()
    embed.close()
  }
  const rows = rowsOf(runs, await counter())
  return {
    goals: goalsOf(rows, LEAN),
    versions: await versions(),
    raw: {
      seconds: Math.round((performance.now() - began) / 1000),
      ...(quick ? { leftOutOfQuick: QUICK_WITHOUT } : {}),
      trouble,
      rows: rows.map(summary),
    },
  }
}

function rowsOf(runs: readonly { system: System; size: Size; run: Run }[], tokensOf: TokensOf): Row[] {
  const rows = new Map<string, Row>()
  for (const { system, size, run } of runs) {
    const key = `${size.rows} ${size.shown} ${system.name}`
    const none: Figures[] = []
    const row = rows.get(key) ?? {
      system: system.name,
      kind: system.kind,
      rows: size.rows,
      shown: size.shown,
      runs: none,
    }
    row.runs.push(figuresOf(run, tokensOf))
    rows.set(key, row)
  }
  return [...rows.values()]
}

/** Peers stand outside the workspaces, so they come the first time they are wanted. */
async function installPeers(): Promise<void> {
  if (arePeersInstalled()) return
  console.error('installing what is measured against: npm ci --prefix bench/peers')
  await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--prefix', PEERS], { timeout: 300_000 })
}

/** The o200k encoding. */
async function counter(): Promise<TokensOf> {
  const { encode }: { encode: (text: string) => readonly number[] } = await import(
    join(PEERS, 'node_modules/gpt-tokenizer/esm/encoding/o200k_base.js')
  )
  return text => encode(text).length
}

async function versions(): Promise<{ [name: string]: string }> {
  const { stdout } = await promisify(execFile)('/usr/bin/chromium', ['--version'], { timeout: 10_000 })
  const names = [
    '@playwright/mcp',
    'chrome-devtools-mcp',
    '@mcp-b/webmcp-local-relay',
    '@mcp-b/global',
    'gpt-tokenizer',
  ]
  return {
    node: process.versions.node,
    chromium: stdout.trim(),
    ...Object.fromEntries(names.map(name => [name, versionOf(name)])),
  }
}
