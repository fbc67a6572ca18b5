/// <reference lib="dom" />
/** Measures the live DOM reader in a headless Chromium, against one bare pass over the same nodes. */
import { createServer } from 'node:http'
import { chromium } from 'playwright-core'
import { CHROMIUM, CHROMIUM_FLAGS } from '../../test/support/chromium.ts'
import { atMost, type Measured, median, rounded } from '../lib/report.ts'
import type * as inPage from './in-page.ts'
import { pageScript } from './page-script.ts'

declare global {
  /** What `in-page.ts` exports, in the page. */
  var bench: typeof inPage
}

const SIZES = [1000, 10_000]

/** Measures pages of two sizes that are reported whole, and one that is far larger than an answer. */
export async function measure({ quick }: { quick: boolean }): Promise<Measured> {
  const { url, close } = await servePage()
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_FLAGS })
  try {
    const context = await browser.newContext({ viewport: { width: 1200, height: 800 } })
    await context.addInitScript(await pageScript())
    const page = await context.newPage()
    await page.goto(url)
    const goals: Measured['goals'] = {}
    const raw: Measured['raw'] = {}
    const stretches: number[] = []
    await page.evaluate(() => bench.measurePage(10_000, 1, 12))
    for (const size of SIZES) {
      const repeats = quick ? 20 : size < 5000 ? 100 : 30
      const runs = await page.evaluate(([n, times]) => bench.measurePage(n, times, 3), [
        size,
        repeats,
      ] as const)
      const ratios = { first: ratiosOf(runs.first, runs.bare), reread: ratiosOf(runs.reread, runs.first) }
      goals[`dom-first-${size}`] = atMost(3, median(ratios.first))
      goals[`dom-reread-${size}`] = atMost(0.3, median(ratios.reread))
      raw[`ratios-${size}`] = spread(ratios)
      stretches.push(median(runs.stretch))
      raw[`ms-${size}`] = { nodes: runs.nodes, elements: runs.elements, repeats, ...spread(runs) }
    }
    const huge = await page.evaluate(times => bench.measureHuge(200_000, times), quick ? 3 : 10)
    stretches.push(median(huge.stretch))
    raw['ms-200000-default-budget'] = { nodes: huge.nodes, elements: huge.elements, ...spread(huge) }
    raw['ms-cold'] = await coldRuns(() => context.newPage(), url, quick ? 2 : 5)
    goals['dom-stretch-ms'] = atMost(8, Math.max(...stretches))
    return { goals, versions: { chromium: browser.version(), node: process.versions.node }, raw }
  } finally {
    await browser.close()
    close()
  }
}

/** One ratio a run: what is compared was measured right after each other, whatever else the machine did then. */
const ratiosOf = (figures: readonly number[], bases: readonly number[]): number[] =>
  figures.map((figure, run) => figure / (bases[run] ?? Number.NaN))

/** Lower quarter, middle and upper quarter of each kind of run. */
function spread(runs: { [name: string]: number | number[] }): { [name: string]: number[] } {
  const kinds = Object.entries(runs).flatMap(([name, values]) =>
    Array.isArray(values) ? [[name, values] as const] : [],
  )
  return Object.fromEntries(kinds.map(([name, values]) => [name, quartersOf(values)]))
}

function quartersOf(values: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b)
  return [0.25, 0.5, 0.75].map(part => rounded(sorted[Math.floor(sorted.length * part)] ?? Number.NaN))
}

type Tab = Awaited<
  ReturnType<Awaited<ReturnType<Awaited<ReturnType<typeof chromium.launch>>['newContext']>>['newPage']>
>

/** The very first read of a page that was just loaded, when nothing is compiled. */
async function coldRuns(
  open: () => Promise<Tab>,
  url: string,
  times: number,
): Promise<{ [name: string]: number }> {
  const bare: number[] = []
  const first: number[] = []
  for (let run = 0; run < times; run++) {
    const page = await open()
    await page.goto(url)
    const runs = await page.evaluate(() => bench.measurePage(10_000, 1, 0))
    bare.push(...runs.bare)
    first.push(...runs.first)
    await page.close()
  }
  return {
    bare: rounded(median(bare)),
    first: rounded(median(first)),
    ratio: rounded(median(first) / median(bare)),
  }
}

/** A page that is isolated, since only such pages have a clock of five microseconds. */
async function servePage(): Promise<{ url: string; close(): void }> {
  const server = createServer((_, response) => {
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    })
    response.end('<!doctype html><title>Bench</title><body>')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { url: `http://127.0.0.1:${port}/`, close: () => void server.close() }
}
