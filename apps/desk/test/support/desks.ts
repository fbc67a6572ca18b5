/** Desks for tests: in memory or on a file, small, with a clock that stands still. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Bridge, type CallOutcome, createIds } from '@copane/provider'
import { type DeskData, openDeskData } from '../../src/data/index.js'
import { createDeskBridge } from '../../src/desk-bridge.js'
import {
  createDesk,
  type Desk,
  type DeskState,
  type DeskWindow,
  type UserAct,
} from '../../src/model/index.js'

/** Opens data that must open. */
export function openData(file = ':memory:', orders = 60): DeskData {
  const opened = openDeskData({ file, orders, now: () => new Date('2026-02-03T04:05:06Z') })
  if (opened.kind === 'refused') throw new Error(opened.message)
  return opened.data
}

/** A desk with its bridge, and short words for what tests do with them. */
export type TestDesk = Desk & {
  data: DeskData
  bridge: Bridge
  state(): DeskState
  /** An act that must go through. */
  does(act: UserAct): void
  calls(tool: string, args?: { [name: string]: unknown }, client?: string): Promise<CallOutcome>
  /** The window of a kind that opened last. */
  last<Kind extends DeskWindow['kind']>(kind: Kind): Extract<DeskWindow, { kind: Kind }>
}

/** A desk on some data; `mark` begins its window ids. */
export function deskOn(data: DeskData, mark = 'tinor'): TestDesk {
  const desk = createDesk({ data, ids: createIds(mark) })
  const bridge = createDeskBridge(desk)
  const { signal } = new AbortController()
  return {
    ...desk,
    data,
    bridge,
    state: () => desk.store.read(),
    does(act) {
      const outcome = desk.act(act)
      if (outcome.kind !== 'done') throw new Error(JSON.stringify({ act, outcome }))
    },
    calls: (name, args = {}, client = 'robot') =>
      bridge.call({ name, arguments: args }, { connection: client.slice(0, 40), client, signal }),
    last<Kind extends DeskWindow['kind']>(kind: Kind) {
      const isOfKind = (window: DeskWindow): window is Extract<DeskWindow, { kind: Kind }> =>
        window.kind === kind
      const window = desk.store.read().windows.filter(isOfKind).at(-1)
      if (!window) throw new Error(`no window of kind ${kind}`)
      return window
    },
  }
}

/** A small desk in memory. */
export const memoryDesk = (): TestDesk => deskOn(openData())

/** Runs a test with a folder of its own. */
export async function inFolder(body: (folder: string) => void | Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'desk-test-'))
  try {
    await body(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
