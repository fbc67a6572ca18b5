/// <reference lib="dom" />
/** What is measured inside a page: the reader, and one bare pass over the same nodes. */
import { createDomReader, type DomReader } from '../../packages/adapters/dist/dom/index.js'
import { ASKED_NAMES } from '../../packages/adapters/dist/dom/live/attributes.js'
import { pageOf } from './document.ts'

/** Milliseconds of single runs; what stands at the same place of two lists was measured right after each other. */
export type Runs = {
  nodes: number
  elements: number
  bare: number[]
  first: number[]
  /** After one change each: the mean of a changed text and an inserted row. */
  reread: number[]
  /** The longest time that nothing else could run, for each first read. */
  stretch: number[]
}

/** Everything on the page, however much. */
const ALL = { maxElements: 50_000, maxChars: 1e8, deadlineMs: 10_000 }

/**
 * Measures, in turn, on a fresh page each time; the first runs, which compile, are left out.
 *
 * Shape   the bare pass comes before the read in one run and after it in the next, so neither gains by its place.
 */
export async function measurePage(nodes: number, repeats: number, warmUps: number): Promise<Runs> {
  const html = pageOf(nodes)
  const runs: Runs = { nodes: 0, elements: 0, bare: [], first: [], reread: [], stretch: [] }
  for (let run = -warmUps; run < repeats; run++) {
    const before = run % 2 === 0 ? await timedBare(html) : undefined
    await freshPage(html)
    const reader = createDomReader({ root: document, budget: ALL })
    const first = await timed(() => reader.read())
    const rereads = [await rereadAfter(reader, changeText), await rereadAfter(reader, insertRow)]
    reader.stop()
    const bare = before ?? (await timedBare(html))
    await freshPage(html)
    const longest = await stretchOf(createDomReader({ root: document, budget: ALL }))
    if (run < 0) continue
    runs.nodes = bare.value
    runs.elements = countOf(first.value.children)
    runs.bare.push(bare.ms)
    runs.first.push(first.ms)
    runs.stretch.push(longest)
    runs.reread.push(rereads.reduce((sum, ms) => sum + ms, 0) / rereads.length)
  }
  return runs
}

/** Reads a page that is far larger than an answer, within the default budget. */
export async function measureHuge(nodes: number, repeats: number): Promise<Omit<Runs, 'bare'>> {
  await freshPage(pageOf(nodes))
  const runs: Omit<Runs, 'bare'> = { nodes: barePass(), elements: 0, first: [], reread: [], stretch: [] }
  for (let run = 0; run < repeats; run++) {
    const reader = createDomReader({ root: document })
    const first = await timed(() => reader.read())
    runs.stretch.push(await stretchOf(createDomReader({ root: document, mark: 's' })))
    runs.elements = countOf(first.value.children)
    runs.first.push(first.ms)
    runs.reread.push(await rereadAfter(reader, changeText))
    reader.stop()
  }
  return runs
}

/** One walk over every element and text node that reads the attributes and texts which the reader asks for. */
export function barePass(): number {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
  let nodes = 0
  let length = 0
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    nodes++
    if (node instanceof Element) {
      length += node.localName.length
      for (const name of ASKED_NAMES) length += node.getAttribute(name)?.length ?? 0
    } else length += node.nodeValue?.length ?? 0
  }
  return length > 0 ? nodes : 0
}

async function timedBare(html: string): Promise<{ ms: number; value: number }> {
  await freshPage(html)
  return timed(barePass)
}

async function timed<T>(work: () => T | Promise<T>): Promise<{ ms: number; value: T }> {
  const start = performance.now()
  const value = await work()
  return { ms: performance.now() - start, value }
}

async function freshPage(html: string): Promise<void> {
  document.body.innerHTML = html
  await drawn()
}

/** Resolves when the page was laid out and drawn, and is idle. */
const drawn = (): Promise<void> =>
  new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 20))))

async function rereadAfter(reader: DomReader, change: () => void): Promise<number> {
  change()
  await drawn()
  return (await timed(() => reader.read())).ms
}

const inTheMiddle = (selector: string): Element | undefined => {
  const all = document.querySelectorAll(selector)
  return all[all.length >> 1]
}

let changes = 0
const changeText = (): void => inTheMiddle('p.lead em')?.replaceChildren(`changed ${++changes}`)
const insertRow = (): void => {
  const row = inTheMiddle('tr.row')
  if (row) row.after(row.cloneNode(true))
}

function countOf(children: readonly { children?: readonly object[] }[]): number {
  let count = 0
  const stack: { children?: readonly object[] }[] = [...children]
  for (let at = stack.pop(); at; at = stack.pop()) {
    count++
    if (at.children) stack.push(...at.children)
  }
  return count
}

/** The longest time that nothing else could run while a page is read for the first time. */
async function stretchOf(reader: DomReader): Promise<number> {
  const stretch = watchStretch()
  await reader.read()
  reader.stop()
  return stretch.stop()
}

/** Passes messages to itself, and notes the longest time that one had to wait. */
function watchStretch(): { stop(): Promise<number> } {
  const { port1, port2 } = new MessageChannel()
  let longest = 0
  let last = performance.now()
  let isOn = true
  port1.onmessage = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    if (isOn) port2.postMessage(0)
  }
  port2.postMessage(0)
  return {
    async stop() {
      await new Promise(resolve => setTimeout(resolve, 0))
      isOn = false
      return longest
    },
  }
}
