/** The rows that are expected to fail, each for a reason. */
import type { Expected } from './lib/rows.ts'

/** `{a,b}` in a row stands for one row with each. */
export const BASELINE: readonly Expected[] = []
