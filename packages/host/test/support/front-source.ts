/** A source of which app is in front that knows it from the start. */
import type { FrontSource } from '../../src/elements/front.ts'

/** Says that the app of a process is in front. */
export function sourceOf(pid: number): FrontSource {
  const now = { kind: 'process', pid, start: undefined, window: undefined, order: 'seen' } as const
  return { look: async () => ({ kind: 'seen', now, before: [] }), close: () => {} }
}
