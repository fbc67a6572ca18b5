/** Whether a peer that is broken in one way was caught, and who was blamed with it. */
import type { Planted } from '../../../packages/conformance/test/all-planted.ts'

/**
 * What the kit said of one broken peer.
 *
 * Shape   `bystanders` are checks that did not pass and have nothing to do with it.
 */
export type JudgedPlanted = Pick<Planted, 'subject' | 'id' | 'title'> & {
  isCaught: boolean
  bystanders: string[]
}

/** Checks one; caught by the check that belongs to it, at the level that is due. */
export async function judgePlanted({ subject, id, title, wanted, check }: Planted): Promise<JudgedPlanted> {
  const verdicts = await check()
  const isCaught = verdicts[id] !== undefined && verdicts[id] === wanted[id]
  return {
    subject,
    id,
    title,
    isCaught,
    bystanders: Object.keys(verdicts).filter(each => verdicts[each] !== wanted[each] && each !== id),
  }
}
