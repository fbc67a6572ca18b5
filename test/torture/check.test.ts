import { deepEqual, equal } from 'node:assert/strict'
import { describe } from 'vitest'
import { check, countByRule, type Rule } from '../../torture/history/check.ts'
import { historyInMemory } from '../../torture/history/in-memory.ts'
import { PLANTED } from '../../torture/history/planted.ts'
import type { History, Operation, Outcome, Write } from '../../torture/history/types.ts'
import { verifies } from '../support/verifies.js'

/** Operations one after another; each may say when it was asked and answered instead. */
const inTurn = (...operations: readonly Step[]): Operation[] =>
  operations.map((step, index) => ({ client: 'a', invoked: index * 10, answered: index * 10 + 5, ...step }))

type Step = { client?: string; invoked?: number; answered?: number } & (
  | Write
  | Extract<Operation, { kind: 'read' }>
  | { kind: 'read'; windows: { [window: string]: { version: number; content: string[] } } }
)

const DONE: Outcome = { kind: 'done' }
const append = (mark: string, outcome: Outcome = DONE, window = 'w'): Write => ({
  kind: 'write',
  mark,
  window,
  change: { kind: 'append' },
  outcome,
})
const replace = (mark: string, base: string[], expected: number, outcome: Outcome = DONE): Write => ({
  kind: 'write',
  mark,
  window: 'w',
  change: { kind: 'replace', base, content: [mark] },
  expected,
  outcome,
})
const read = (version: number, ...content: string[]): Step => ({
  kind: 'read',
  windows: { w: { version, content } },
})
const effect = (sequence: number, version: number, ...content: string[]) => ({
  sequence,
  window: 'w',
  version,
  mark: content.at(-1) ?? '',
  content,
})

const EMPTY = { version: 1, content: [] }
const stale = (currentVersion: number): Outcome => ({ kind: 'stale', currentVersion })

/** A history of one window that begins empty at version 1. */
const history = (operations: Operation[], effects: ReturnType<typeof effect>[]): History => ({
  initial: { w: EMPTY },
  operations,
  effects,
  final: { w: effects.at(-1) ?? EMPTY },
})

const sound: [string, History][] = [
  ['nothing happened', history([], [])],
  [
    'a write on what was read, and a read of it',
    history(inTurn(read(1), replace('x', [], 1), read(2, 'x')), [effect(1, 2, 'x')]),
  ],
  [
    'two writers, the second told that it is stale',
    history(inTurn(read(1), append('x'), replace('y', [], 1, stale(2)), read(2, 'x')), [effect(1, 2, 'x')]),
  ],
  [
    'a write that nobody was told of took effect after it was taken back',
    history(inTurn(append('x', { kind: 'unknown' }), read(1), read(2, 'x')), [effect(1, 2, 'x')]),
  ],
  [
    'a write that nobody was told of never took effect',
    history(inTurn(append('x', { kind: 'unknown' }), read(1)), []),
  ],
  [
    'two reads at the same time as a write, each on another side of it',
    history(
      inTurn(
        { ...append('x'), invoked: 0, answered: 100 },
        { ...read(2, 'x'), client: 'b', invoked: 10, answered: 90 },
        { ...read(1), client: 'c', invoked: 11, answered: 89 },
      ),
      [effect(1, 2, 'x')],
    ),
  ],
  ['versions may skip', history(inTurn(append('x'), read(7, 'x')), [effect(1, 7, 'x')])],
  [
    'a mark is cut by a writer that had seen it',
    history(inTurn(append('x'), replace('y', ['x'], 2)), [effect(1, 2, 'x'), effect(2, 3, 'y')]),
  ],
]
for (const [title, told] of sound) verifies('FR-13', `sound: ${title}`, () => deepEqual(check(told), []))

const broken: [Rule, string, History, ReturnType<typeof countByRule>?][] = [
  [
    'lost-update',
    'a mark went away by a writer that had not seen it',
    history(inTurn(append('x'), { ...replace('y', [], 2) }), [effect(1, 2, 'x'), effect(2, 3, 'y')]),
  ],
  [
    'unseen-write',
    'a write took effect though the version had moved on',
    history(inTurn(append('x'), replace('y', ['x'], 1)), [effect(1, 2, 'x'), effect(2, 3, 'y')]),
  ],
  ['lost-write', 'a write was answered as done and is nowhere', history(inTurn(append('x')), [])],
  [
    'duplicate-effect',
    'a write is there twice',
    history(inTurn(append('x')), [effect(1, 2, 'x'), effect(2, 3, 'x', 'x')]),
  ],
  [
    'ghost-effect',
    'a write was refused and is there',
    history(inTurn(append('x', { kind: 'refused' })), [effect(1, 2, 'x')]),
  ],
  [
    'ghost-effect',
    'a write was refused as stale and is there',
    history(inTurn(append('x'), replace('y', ['x'], 1, stale(2))), [effect(1, 2, 'x'), effect(2, 3, 'y')]),
    { 'unseen-write': 1 },
  ],
  ['ghost-effect', 'nobody asked for it', history([], [effect(1, 2, 'x')])],
  [
    'version-order',
    'a version came back',
    history(inTurn(append('x'), append('y')), [effect(1, 2, 'x'), effect(2, 2, 'x', 'y')]),
  ],
  ['version-order', 'a version went down', history(inTurn(append('x')), [effect(1, 0, 'x')])],
  [
    'replay',
    'what is there is not what the write makes of it',
    history(inTurn(append('x'), append('y')), [effect(1, 2, 'x'), effect(2, 3, 'x', 'z', 'y')]),
  ],
  ['unknown-state', 'a version that never was', history(inTurn(read(2)), [])],
  ['unknown-state', 'a content that never was', history(inTurn(read(1, 'x')), [])],
  ['unknown-state', 'a window that is missing', history(inTurn({ kind: 'read', windows: {} }), [])],
  ['unknown-state', 'stale at a version that never was', history(inTurn(replace('x', [], 1, stale(5))), [])],
  [
    'stale-answer',
    'stale at the version that was expected',
    history(inTurn(replace('x', [], 1, stale(1))), []),
  ],
  [
    'stale-answer',
    'stale at a version below what was known',
    history(inTurn(append('x'), replace('y', ['x'], 2, stale(1))), [effect(1, 2, 'x')]),
    { 'real-time': 1 },
  ],
  ['stale-answer', 'stale though nothing was expected', history(inTurn(append('x', stale(1))), [])],
  [
    'real-time',
    'a read older than the read before',
    history(
      inTurn(
        { ...append('x'), invoked: 0, answered: 100 },
        { ...read(2, 'x'), invoked: 1, answered: 2 },
        { ...read(1), invoked: 3, answered: 4 },
      ),
      [effect(1, 2, 'x')],
    ),
  ],
  [
    'real-time',
    'a read older than a write that was answered',
    history(inTurn(append('x'), read(1)), [effect(1, 2, 'x')]),
  ],
  [
    'real-time',
    'stale at a version older than what was answered',
    history(inTurn(append('x'), append('y'), replace('z', [], 1, stale(2))), [
      effect(1, 2, 'x'),
      effect(2, 3, 'x', 'y'),
    ]),
  ],
  [
    'real-time',
    'a read of what was asked for only afterwards',
    history(inTurn(read(2, 'x'), append('x')), [effect(1, 2, 'x')]),
  ],
  [
    'real-time',
    'writes that took effect in the opposite order of their answers',
    history(inTurn(append('x'), append('y')), [effect(1, 2, 'y'), effect(2, 3, 'y', 'x')]),
  ],
  [
    'final',
    'the end is another',
    { ...history(inTurn(append('x')), [effect(1, 2, 'x')]), final: { w: { version: 2, content: [] } } },
  ],
  ['final', 'the end has another version', { ...history([], []), final: { w: { version: 2, content: [] } } }],
  ['final', 'the end is missing', { ...history([], []), final: {} }],
]
for (const [rule, title, told, also = {}] of broken)
  verifies('FR-13', `${rule}: ${title}`, () => deepEqual(countByRule(check(told)), { [rule]: 1, ...also }))

verifies('FR-13', 'torn-read: two windows that were never there together', () => {
  const told: History = {
    initial: { w: EMPTY, v: EMPTY },
    operations: inTurn(append('x'), append('y', DONE, 'v'), {
      invoked: 0,
      answered: 100,
      kind: 'read',
      windows: { w: EMPTY, v: { version: 2, content: ['y'] } },
    }),
    effects: [effect(1, 2, 'x'), { ...effect(2, 2, 'y'), window: 'v' }],
    final: { w: { version: 2, content: ['x'] }, v: { version: 2, content: ['y'] } },
  }
  deepEqual(countByRule(check(told)), { 'torn-read': 1 })
})

verifies('FR-13', 'a broken rule is told once, where it was broken', () =>
  deepEqual(check(history(inTurn(append('x'), read(1)), [effect(1, 2, 'x')])), [
    {
      rule: 'real-time',
      at: 'read of a at 10',
      message: 'it is of commit 0, when commit 1 was known before it was asked',
    },
  ]),
)

describe('two agents and a user at one app', () => {
  for (const seed of [1, 2, 3])
    verifies('FR-13', `no update is lost and every answer is in order (seed ${seed})`, async () => {
      const told = await historyInMemory(2000, seed)
      deepEqual([check(told), told.operations.length, told.unanswered], [[], 2000, 0])
    })

  for (const { name, rule, between } of PLANTED)
    verifies('FR-13', `${name}, planted in a sound app, is found as ${rule}`, async () =>
      equal((countByRule(check(await historyInMemory(1000, 7, between)))[rule] ?? 0) > 0, true),
    )
})
