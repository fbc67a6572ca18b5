/** A world in memory around a collector: an app in front, settings, a clock, receipts; each can be held back. */
import { createHash } from 'node:crypto'
import type { TreeElement } from '@copane/protocol/elements'
import {
  type CollectorEffects,
  type CollectorOptions,
  createCollector,
  type FrontApp,
} from '../../src/consent/collector.ts'
import type { Receipt } from '../../src/consent/receipt.ts'
import type { Consent } from '../../src/consent/settings.ts'
import type { ReadOutcome } from '../../src/elements/read.ts'
import { ALLOWED, EDITOR } from '../policy/support.ts'

/** The world; replace its parts to change it. */
export type World = {
  consent: Consent
  root: TreeElement
  outcome: ReadOutcome | undefined
  /** What the app waits for before it answers. */
  until: Promise<unknown>
  clock: number
  front: FrontApp | undefined
  log: string[]
  kept: { receipt: Receipt; bytes: Uint8Array; days: number }[]
  refuses: string | undefined
  passTime: (ms: number) => void
}

export const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** A world with one app in front, and a collector in it. */
export function openWorld(root: TreeElement, options: Partial<CollectorOptions> = {}) {
  const timers = new Map<number, { at: number; run: () => void }>()
  let minted = 0
  const world: World = {
    consent: ALLOWED,
    root,
    outcome: undefined,
    until: Promise.resolve(),
    clock: 1_000_000,
    front: undefined,
    log: [],
    kept: [],
    refuses: undefined,
    passTime: ms => {
      world.clock += ms
      for (const [key, timer] of timers) if (timer.at <= world.clock && timers.delete(key)) timer.run()
    },
  }
  const effects: CollectorEffects = {
    front: async () => {
      world.log.push('front')
      return world.front ?? { kind: 'app', app: EDITOR, read }
    },
    consent: async () => world.consent,
    sha256: digest,
    mintId: () => `receipt-${++minted}`,
    now: () => world.clock,
    later: (ms, run) => {
      const key = timers.size + minted++
      timers.set(key, { at: world.clock + ms, run })
      return () => timers.delete(key)
    },
    receipts: {
      keep: async (receipt, bytes, days) => {
        if (world.refuses !== undefined) return { kind: 'refused', message: world.refuses }
        world.kept.push({ receipt, bytes, days })
        return { kind: 'kept' }
      },
      forget: async id => {
        world.kept = world.kept.filter(({ receipt }) => receipt.id !== id)
      },
    },
  }
  async function read(): Promise<ReadOutcome> {
    world.log.push('read')
    await world.until
    return (
      world.outcome ?? {
        kind: 'answer',
        protocol: '0.2.0',
        instance: EDITOR.instance,
        root: world.root,
        findings: [],
      }
    )
  }
  return { world, collector: createCollector(effects, { client: 'test host', ...options }), timers }
}
