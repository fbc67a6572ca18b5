/** Measures pure work on ever larger trees and windows, sizes in turn, in a process started with `--expose-gc`; prints JSON. */
import { DEFAULT_SETTINGS, decide, trim } from '@copane/host'
import {
  changes,
  type ModelWindow,
  parseWindows,
  toolsOf,
  type WindowsModel,
  type WindowsSnapshot,
} from '@copane/protocol/bridge'
import { LIMITS, parseAnswer, printOutline } from '@copane/protocol/elements'
import { changingBridge, orderTree } from '../floor/subjects.ts'

/** Which sizes, and how often each is timed at most; no round begins after `limitMs`. */
export type GrowthSizes = {
  elements: readonly number[]
  windows: readonly number[]
  rounds: number
  limitMs: number
}

/**
 * By kind of work and size: a time a round.
 *
 * Units   milliseconds of the thread's own processor time, so that what else the machine does is not counted: large
 *         work is put aside for others more often than small work, which would look like growth.
 */
export type GrowthTimes = { [work: string]: { [size: string]: number[] } }

/** A sample takes so long, as the kernel counts processor time in steps of some milliseconds. */
const SAMPLE_MS = 10
const MOST_REPEATS = 20_000
const TRIES = 5
const WARM_UPS = 3
const LEAST_ROUNDS = 4
const MANY = { ...LIMITS, maxElements: 60_000, maxBytes: 64 * 1024 * 1024 }
const APP = { bundleId: 'dev.copane.growth', name: 'Growth', instance: 'k3f9x2' }

type Work = { name: string; size: number; run: () => unknown; times: number[]; repeats: number }

const sizes: GrowthSizes = JSON.parse(process.argv[2] ?? '')
const all: Work[] = [...sizes.elements.flatMap(treeWork), ...sizes.windows.flatMap(windowWork)]
// The fastest of some tries counts: a try that was put aside for others would say that few are enough.
for (const work of Array.from({ length: TRIES }, () => all).flat()) {
  const began = performance.now()
  work.run()
  const enough = Math.min(MOST_REPEATS, Math.ceil(SAMPLE_MS / (performance.now() - began)))
  work.repeats = Math.max(work.repeats, enough)
}
const began = performance.now()
const isOver = () => performance.now() - began > sizes.limitMs
for (let round = -WARM_UPS; round < sizes.rounds && !(round > LEAST_ROUNDS && isOver()); round++)
  for (const work of round % 2 === 0 ? all : all.toReversed()) {
    globalThis.gc?.({ type: 'minor' })
    const ms = timeOf(work)
    if (round >= 0) work.times.push(ms)
  }
const figures: GrowthTimes = {}
for (const { name, size, times } of all) (figures[name] ??= {})[size] = times
console.log(JSON.stringify(figures))

function timeOf({ run, repeats }: Work): number {
  const before = process.threadCpuUsage()
  for (let time = 0; time < repeats; time++) if (run() === undefined) throw new Error('nothing came of it')
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000 / repeats
}

function workOn(size: number, runs: { [name: string]: () => unknown }): Work[] {
  return Object.entries(runs).map(([name, run]) => ({ name, size, run, times: [], repeats: 1 }))
}

function treeWork(size: number): Work[] {
  const root = orderTree(size)
  const text = JSON.stringify({ protocol: '0.2.0', instance: APP.instance, root })
  const decided = decide(root, APP, { kind: 'settings', settings: DEFAULT_SETTINGS })
  if (decided.kind !== 'decided') throw new Error(decided.kind)
  return workOn(size, {
    'JSON.parse': () => JSON.parse(text),
    'parse and read': () => {
      const { findings } = parseAnswer(text, undefined, MANY)
      return findings.length === 0 ? findings : undefined
    },
    outline: () => printOutline(root),
    decide: () => decide(root, APP, { kind: 'settings', settings: DEFAULT_SETTINGS }),
    'trim to 8,000 tokens': () => trim(decided, APP),
    'trim, room for all': () => trim(decided, APP, { budget: { maxBytes: MANY.maxBytes } }),
  })
}

/** Windows with two tools each; the app's whole commit is timed besides. */
function windowWork(size: number): Work[] {
  const { bridge, change } = changingBridge(size)
  const model = modelOf(bridge.snapshot())
  const changed = { ...model, windows: model.windows.map((window, at) => (at === 0 ? next(window) : window)) }
  const opened = { ...model, windows: [...model.windows, ...model.windows.slice(0, 1).map(another)] }
  return workOn(size, {
    'JSON.parse windows': (() => {
      const text = bridge.snapshotText()
      return () => JSON.parse(text)
    })(),
    'read windows': (() => {
      const text = bridge.snapshotText()
      return () => (parseWindows(text, MANY.maxBytes).kind === 'snapshot' ? text : undefined)
    })(),
    'changes, one written': () => changes(model, changed),
    'changes, one opened': () => changes(model, opened),
    'tools/list': () => JSON.stringify(toolsOf(model)),
    'commit and snapshot': () => {
      change()
      return bridge.snapshotText()
    },
  })
}

function next(window: ModelWindow): ModelWindow {
  return { ...window, version: window.version + 1 }
}

function another(window: ModelWindow): ModelWindow {
  return { ...window, id: 'another' }
}

function modelOf({ windows }: WindowsSnapshot): WindowsModel {
  const hints = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false }
  const actions = ['write', 'close'].map(name => ({
    name,
    title: name,
    description: `Does it: ${name}.`,
    inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
    outputSchema: { type: 'object', properties: { message: { type: 'string' } } },
    hints,
  }))
  return { windows: windows.map(window => ({ ...window, actions })), appActions: [] }
}
