/** The README's figures are those that were kept, and no others. */
import { deepEqual, ok } from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const kept = (name: string) => JSON.parse(readFileSync(join(root, `bench/results/${name}.json`), 'utf8'))

type Row = {
  system: string
  rows: number
  shown: string
  tokens: number
  p50Ms: number
  editsLost: number
  secretsSeen: number
  focusMoved: number
}

const NAMES: { readonly [system: string]: string } = {
  'copane-host': 'copane, host SDK',
  'copane-attach': 'copane, attach',
  'copane-gateway': 'copane, gateway',
  'playwright-mcp': '@playwright/mcp',
  'webmcp-native': 'native WebMCP',
  'webmcp-local-relay': '@mcp-b/webmcp-local-relay',
}

/** What the table shows; the rest stands in the file. */
const SIZES = [20, 1000, 10_000]

test('the table of the README is the kept run of the task', () => {
  const { raw, versions }: { raw: { rows: Row[] }; versions: { [name: string]: string } } = kept('task')
  const told = raw.rows.filter(
    ({ system, rows, shown }) =>
      shown === 'plain' && SIZES.includes(rows) && system !== 'playwright-mcp-lean',
  )
  const lines = told.map(row => {
    const name = NAMES[row.system] ?? row.system
    const version = versions[name] === undefined ? '' : ` ${versions[name]}`
    const facts = [
      row.rows,
      row.tokens,
      Math.round(row.p50Ms),
      row.editsLost,
      row.secretsSeen,
      row.focusMoved,
    ]
    return `| ${name}${version} | ${facts.join(' | ')} |`
  })
  const shown = readme.split('\n').filter(line => /^\| (?:copane,|@|chrome-|native )/.test(line))
  deepEqual(shown.toSorted(), lines.toSorted())
})

test('the ratios of the README are those of the kept runs', () => {
  const text = readme.replaceAll('\n', ' ')
  const floor = kept('floor').goals
  for (const { measured } of [
    floor['current-kept-100'],
    floor['current-kept-10000'],
    kept('host').goals['front-p50'],
  ])
    ok(text.includes(`${measured.toFixed(2)} times`), String(measured))
})

test('what the kept runs missed is told, and nothing else', () => {
  const told = readFileSync(join(root, 'bench/README.md'), 'utf8')
  const missed = readdirSync(join(root, 'bench/results')).flatMap(file => {
    const goals: { [name: string]: { goal: string; measured: number; met: boolean } } = kept(
      file.slice(0, -5),
    ).goals
    return Object.entries(goals).flatMap(([name, { goal, measured, met }]) =>
      met ? [] : [`| \`${name}\` | ${goal} | ${measured} |`],
    )
  })
  deepEqual(
    told.split('\n').filter(line => line.startsWith('| `') && line.includes(' | <= ')),
    missed,
  )
})
