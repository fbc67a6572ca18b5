/** Measures one tree in a process of its own, started with `--expose-gc`; its last line is what came out, as JSON. */
import { parseAnswer, readAnswer } from '@copane/protocol/elements'
import { fitsAjv, fitsZod } from './schema.ts'
import { answerOf, TREE_NAMES } from './trees.ts'

/**
 * What came of one tree: a ratio a run for each reader, `whole` for a text that is parsed and read.
 *
 * Units   milliseconds, bytes.
 */
export type TreeFigures = {
  bytes: number
  parseMs: number[]
  read: number[]
  ajv: number[]
  zod: number[]
  whole: number[]
  heap: { parsed: number; answer: number }
}

const ELEMENTS = 10_000
const WARM_UPS = 12

const [, , name, runs] = process.argv
const tree = TREE_NAMES.find(known => known === name)
if (tree) console.log(JSON.stringify(measureTree(JSON.stringify(answerOf(tree, ELEMENTS)), Number(runs))))

/**
 * Each reader gets a tree that was parsed for it, and its time is held against that very parse.
 *
 * Shape   young garbage is collected before each, so that nobody pays for another's.
 */
function measureTree(text: string, times: number): TreeFigures {
  const figures: TreeFigures = {
    bytes: Buffer.byteLength(text),
    parseMs: [],
    read: [],
    ajv: [],
    zod: [],
    whole: [],
    heap: { parsed: 0, answer: 0 },
  }
  const readers: [number[], (value: unknown) => boolean][] = [
    [figures.read, value => readAnswer(value).findings.length === 0],
    [figures.ajv, fitsAjv],
    [figures.zod, fitsZod],
  ]
  const parse = (): unknown => JSON.parse(text)
  for (let run = -WARM_UPS; run < times; run++) {
    for (const [ratios, fits] of run % 2 === 0 ? readers : readers.toReversed()) {
      globalThis.gc?.({ type: 'minor' })
      const [value, parseMs] = timed(parse)
      const [isFit, ms] = timed(() => fits(value))
      if (!isFit) throw new Error(`${name} was not accepted`)
      if (run < 0) continue
      ratios.push(ms / parseMs)
      figures.parseMs.push(parseMs)
    }
    globalThis.gc?.({ type: 'minor' })
    const [, parseMs] = timed(parse)
    globalThis.gc?.({ type: 'minor' })
    const [, ms] = timed(() => parseAnswer(text))
    if (run >= 0) figures.whole.push(ms / parseMs)
  }
  figures.heap = { parsed: heldBy(parse), answer: heldBy(() => parseAnswer(text)) }
  return figures
}

function timed<Result>(work: () => Result): [Result, number] {
  const start = performance.now()
  const result = work()
  return [result, performance.now() - start]
}

/** How much the heap grows by what is made, once all garbage is collected. */
function heldBy(make: () => unknown): number {
  const kept: unknown[] = []
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  kept.push(make())
  globalThis.gc?.()
  const held = process.memoryUsage().heapUsed - before
  return kept.length > 0 ? held : 0
}
