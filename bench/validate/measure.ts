/** Measures the reading of parsed answers against the JSON.parse that made them, beside two stock validators. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { atMost, type Measured, median, rounded } from '../lib/report.ts'
import { versionOf } from '../lib/versions.ts'
import type { TreeFigures } from './in-child.ts'
import { TREE_NAMES, type TreeName } from './trees.ts'

const run = promisify(execFile)

/** Measures four trees of 10,000 elements, each in a process of its own, as a host reads one app over and over. */
export async function measure({ quick }: { quick: boolean }): Promise<Measured> {
  const goals: Measured['goals'] = {}
  const raw: Measured['raw'] = {}
  const worst = { read: 0, heap: 0 }
  for (const name of TREE_NAMES) {
    const figures = await figuresOf(name, quick ? 15 : 60)
    const read = median(figures.read)
    const heap = figures.heap.answer / figures.heap.parsed
    if (name === 'order') goals['read-order'] = atMost(0.8, read)
    goals[`read-to-ajv-${name}`] = atMost(
      1,
      median(figures.read.map((ratio, at) => ratio / (figures.ajv[at] ?? 0))),
    )
    worst.read = Math.max(worst.read, read)
    worst.heap = Math.max(worst.heap, heap)
    raw[name] = summary(figures)
  }
  goals['read-worst'] = atMost(1.2, worst.read)
  goals['heap-worst'] = atMost(1.2, worst.heap)
  const versions = { node: process.versions.node, ajv: versionOf('ajv'), zod: versionOf('zod') }
  return { goals, versions, raw }
}

async function figuresOf(name: TreeName, runs: number): Promise<TreeFigures> {
  const script = `${import.meta.dirname}/in-child.ts`
  const { stdout } = await run(process.execPath, ['--expose-gc', script, name, String(runs)], {
    maxBuffer: 16 * 1024 * 1024,
  })
  const figures: TreeFigures = JSON.parse(stdout)
  return figures
}

/** Lower quarter, middle and upper quarter; what is no time is a ratio to the parse in the same run. */
const summary = ({ bytes, heap, ...lists }: TreeFigures): { [name: string]: unknown } => ({
  bytes,
  heap,
  ...Object.fromEntries(Object.entries(lists).map(([name, values]) => [name, quartersOf(values)])),
})

function quartersOf(values: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b)
  return [0.25, 0.5, 0.75].map(part => rounded(sorted[Math.floor(sorted.length * part)] ?? Number.NaN))
}
