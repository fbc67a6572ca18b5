/** Measures one piece of work on desk's order page: what it costs an agent on our roads, and on others. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Measured } from '../lib/report.ts'
import { serveEmbed } from './embed.ts'
import { type Figures, figuresOf, goalsOf, type Row, summary, type TokensOf } from './goals.ts'
import { type Run, runOne } from './run-one.ts'
import { freePort, openUserBrowser, startPlace } from './scene.ts'
import { growthOf } from './growth.ts'
import { type Plan, planOf, type Size, turnsOf } from './plan.ts'
import { LEAN, NEEDS_NATIVE } from './systems/index.ts'
import { arePeersInstalled, PEERS, versionOf } from './systems/peer.ts'
import type { System } from './systems/system.ts'

/** Lets each system do the work in turn, on desks of their own; counts tokens when all is done. */
export async function measure({ quick }: { quick: boolean }): Promise<Measured> {
  await installPeers()
  const plan = planOf(quick)
  const runs: { system: System; size: Size; run: Run }[] = []
  const trouble: string[] = []
  const usual = await openUserBrowser()
  const native = needsNative(plan) ? await openUserBrowser(true) : usual
  const embed = await serveEmbed()
  const began = performance.now()
  try {
    for (const { size, systems } of turnsOf(plan)) {
      if (performance.now() - began > plan.ms) {
        trouble.push(`${size.rows} ${size.shown}: no time was left for one more turn`)
        continue
      }
      if (!quick) console.error(`${size.rows} rows, ${size.shown}: ${systems.length} systems`)
      // Desks that wait cost nothing, and several start faster side by side.
      const places = await Promise.all(systems.map(() => startPlace(size)))
      for (const [at, system] of systems.entries()) {
        const place = places[at]
        if (!place) continue
        try {
          const ports = { relay: await freePort(), embed: embed.port }
          const browser = NEEDS_NATIVE.includes(system.name) ? native : usual
          runs.push({ system, size, run: await runOne(system, browser, place, ports) })
        } catch (error) {
          const reason = error instanceof Error ? error.message.split('\n')[0] : 'it threw'
          trouble.push(`${system.name} on ${size.rows} ${size.shown}: ${reason}`)
        }
      }
    }
  } finally {
    await usual.close()
    if (native !== usual) await native.close()
    embed.close()
  }
  const rows = rowsOf(runs, await counter())
  const growth = quick ? undefined : growthOf(rows)
  return {
    goals: goalsOf(rows, LEAN),
    versions: await versions(),
    raw: {
      seconds: Math.round((performance.now() - began) / 1000),
      ...(quick ? { leftOutOfQuick: plan.left } : {}),
      trouble,
      rows: rows.map(summary),
      ...(growth ? { slopes: growth.slopes } : {}),
    },
    ...(growth ? { plots: growth.plots } : {}),
  }
}

const needsNative = ({ systems }: Plan): boolean => systems.some(({ name }) => NEEDS_NATIVE.includes(name))

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
