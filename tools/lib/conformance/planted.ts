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

/** Whether it is all as it should be. */
export const isAsWanted = ({ isCaught, bystanders }: JudgedPlanted): boolean =>
  isCaught && bystanders.length === 0

/**
 * Those that did not come out as wanted are judged once more, each alone.
 *
 * Shape   `again` is how many: peers have time limits, which many peers on a busy machine can miss.
 */
export async function judgeAgain(
  judged: readonly JudgedPlanted[],
  planted: readonly Planted[],
): Promise<{ judged: JudgedPlanted[]; again: number }> {
  const settled: JudgedPlanted[] = []
  let again = 0
  for (const one of judged) {
    const row = planted.find(({ subject, title }) => subject === one.subject && title === one.title)
    if (isAsWanted(one) || !row) settled.push(one)
    else {
      again++
      settled.push(await judgePlanted(row))
    }
  }
  return { judged: settled, again }
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
