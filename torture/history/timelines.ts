/** The moments of each window, in commit order. */
import type { History, Seen, Write } from './types.ts'

/** A window from one commit to its next; the first is how it began. */
export type WindowMoment = Seen & { sequence: number; mark: string }

/** All moments of a window; `byVersion` leads to the last one with a version. */
export type Timeline = { moments: readonly WindowMoment[]; byVersion: ReadonlyMap<number, number> }

/** The timeline of each window that a history begins with. */
export function timelinesOf({ initial, effects }: History): Map<string, Timeline> {
  const moments = new Map<string, WindowMoment[]>()
  for (const [window, seen] of Object.entries(initial))
    moments.set(window, [{ ...seen, sequence: 0, mark: '' }])
  for (const { window, ...moment } of effects) moments.get(window)?.push(moment)
  return new Map(
    [...moments].map(([window, list]) => [
      window,
      { moments: list, byVersion: new Map(list.map(({ version }, index) => [version, index])) },
    ]),
  )
}

/** What a write makes of a content. */
export const afterChange = (before: readonly string[], { mark, change }: Write): readonly string[] =>
  change.kind === 'append' ? [...before, mark] : change.content
