/** Cursors: short words that stand for what an agent saw of one run of an app. */
import { type Sight, withoutBlocks } from './sight.js'

/** What a mark stands for. */
export type Marked = { instance: string; sight: Sight }

/** The marks of one gateway. */
export type Marks = { keep: (marked: Marked) => string; find: (mark: string) => Marked | undefined }

const MOST = 128

/** Makes an empty store; `prefix` tells its marks from those of another gateway. The oldest are forgotten. */
export function createMarks(prefix: string): Marks {
  const kept = new Map<string, Marked>()
  let count = 0
  return {
    keep: marked => {
      const mark = `${prefix}${++count}`
      kept.set(mark, { ...marked, sight: outlined(marked.sight) })
      for (const oldest of kept.keys()) {
        if (kept.size <= MOST) break
        kept.delete(oldest)
      }
      return mark
    },
    find: mark => kept.get(mark),
  }
}

/** What two moments are compared by, and no more: an agent may ask often. */
const outlined = (sight: Sight): Sight => {
  const { snapshot, tools } = withoutBlocks(sight)
  return {
    snapshot,
    tools: tools.map(({ name, window, action }) => ({
      name,
      window,
      action,
      inputSchema: {},
      annotations: {},
    })),
  }
}
