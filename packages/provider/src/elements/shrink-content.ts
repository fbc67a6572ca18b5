/** Blocks that are too large, made smaller by the app or left out (EL-5.5-small · D-16). */
import type { ContentBlock, Limits } from '@copane/protocol/elements'
import { isSmall, limitOf, readBlock, type Shrink } from './content.js'
import type { CallInTime } from './in-time.js'

/** Makes the blocks of an element small enough; also says how many had to be left out. */
export type ShrinkContent = (
  whole: readonly ContentBlock[],
  limits: Limits,
) => Promise<{ content: ContentBlock[]; dropped: number }>

/**
 * Makes the shrinker.
 *
 * Shape   what the app's function gives is judged again, and a late or failed one counts as nothing. The last few
 *         pictures are remembered, so that reading twice shrinks once.
 */
export function createShrinking(shrink: Shrink | undefined, call: CallInTime, timeMs: number): ShrinkContent {
  const known = new Map<string, ContentBlock>()
  const shrunk = async (block: ContentBlock, limits: Limits): Promise<ContentBlock | undefined> => {
    if (isSmall(block, limits)) return block
    if (!shrink) return undefined
    const key = block.type === 'image' ? block.data : undefined
    const before = key === undefined ? undefined : known.get(key)
    if (before && isSmall(before, limits)) return before
    const outcome = await call(() => shrink(block, limitOf(block, limits)), timeMs)
    const after = outcome.kind === 'done' ? readBlock(outcome.value, limits) : undefined
    if (!after || !isSmall(after, limits)) return undefined
    if (key !== undefined) known.set(key, after)
    const [oldest] = known.keys()
    if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest)
    return after
  }
  return async (whole, limits) => {
    const all = await Promise.all(whole.map(block => shrunk(block, limits)))
    const content = all.filter(block => block !== undefined)
    return { content, dropped: whole.length - content.length }
  }
}

const MOST_KNOWN = 8
