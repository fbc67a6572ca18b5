/** How often which system does the work on which sizes. */
import { LEAN, NEEDS_NATIVE, SYSTEMS } from './systems/index.ts'
import type { System } from './systems/system.ts'
import type { Shown } from './work.ts'

/** One size: how many rows, how the page shows them, and how often each kind of system works there. */
export type Size = { rows: number; shown: Shown; repeats: { [Kind in System['kind']]: number } }

/** What is run; no further run begins after `ms`. Units: milliseconds. */
export type Plan = { sizes: readonly Size[]; systems: readonly System[]; ms: number; left: readonly string[] }

/** A browser agent's tokens are the same each time, and it takes seconds. */
const OFTEN = { ours: 5, 'page-tools': 5, browser: 3 }
/** On a plain list of 10,000 it takes a minute. */
const LARGE = { ours: 5, 'page-tools': 5, browser: 1 }
const BRIEF = { ours: 3, 'page-tools': 3, browser: 1 }

/** All systems on all sizes: half an hour. */
const FULL: Plan = {
  sizes: [
    ...[20, 200, 1000].flatMap(rows =>
      (['plain', 'virtual'] as const).map(shown => ({ rows, shown, repeats: OFTEN })),
    ),
    { rows: 10_000, shown: 'virtual', repeats: OFTEN },
    { rows: 10_000, shown: 'plain', repeats: LARGE },
  ],
  systems: SYSTEMS,
  ms: 30 * 60_000,
  left: [],
}

const NOT_BRIEF = [...NEEDS_NATIVE, ...LEAN, 'chrome-devtools-mcp', 'copane-attach']

/** Two sizes, in less than a minute. */
const QUICK: Plan = {
  sizes: [20, 1000].map(rows => ({ rows, shown: 'plain', repeats: BRIEF })),
  systems: SYSTEMS.filter(({ name }) => !NOT_BRIEF.includes(name)),
  ms: 50_000,
  left: NOT_BRIEF,
}

/** The plan of a quick run, or of a full one. */
export const planOf = (quick: boolean): Plan => (quick ? QUICK : FULL)

/** Every turn in its order: all sizes, once, then again; in a turn the systems work one after the other. */
export function* turnsOf({ sizes, systems }: Plan): Generator<{ size: Size; systems: System[] }> {
  const most = Math.max(...sizes.flatMap(({ repeats }) => Object.values(repeats)))
  for (let round = 0; round < most; round++)
    for (const size of sizes)
      yield { size, systems: systems.filter(({ kind }) => round < size.repeats[kind]) }
}
