/** Checks of what an agent may rely on: operableWindowIds, and a tool for what a window only shows in part (GB §1.3, §9). */
import type { BridgeTarget, Moment } from '../../bridge-target.js'
import { isRecord } from '@copane/protocol/findings'
import { fault } from '../../outcomes.js'
import type { Check, Fault } from '../../types.js'
import { parse } from '../../wire/era.js'
import { eachMoment } from './each-moment.js'
import { callResultOf } from './failure.js'
import { isReadOnly, toolsOf } from './tool.js'

/** The checks of what is relied on. */
export const AUTHORITY_CHECKS: readonly Check<BridgeTarget>[] = [
  {
    id: 'GB-1.3-sole-authority',
    level: 'must',
    title: 'what operableWindowIds says is what calls meet, and nothing else says it',
    needs: ['GB-12.4-one-win-id'],
    run: target =>
      eachMoment(target, async moment => (await judgeCalls(target, moment)) ?? judgeDerived(moment)),
  },
  {
    id: 'GB-9-large-data',
    level: 'must',
    title: 'a window that shows a part has a tool that only reads, for the rest',
    needs: ['GB-12.4-one-win-id'],
    run: target => eachMoment(target, judgeRest),
  },
]

const MAX_ASKED = 12

/** An action that no window has is refused for that reason alone where the window can be operated. */
async function judgeCalls(target: BridgeTarget, { era, face }: Moment): Promise<Fault | undefined> {
  const isOperable = async (id: string) =>
    (await target.momentOf(face))?.snapshot.operableWindowIds.includes(id) === true
  const now = await target.momentOf(face)
  for (const id of now?.snapshot.operableWindowIds.slice(0, MAX_ASKED) ?? []) {
    const reply = await face.ask('tools/call', { name: `${id}__copane_none`, arguments: {} })
    const result = callResultOf(reply)
    if (result.kind !== 'failure' || result.code !== 'blocked_by_modal' || !(await isOperable(id))) continue
    return fault(
      `${era} tools/call`,
      'blocked_by_modal for a window that is listed as operable',
      'operableWindowIds as the one conclusion, which calls are judged by as well',
      'compute operability once, and use it for the list and for calls',
    )
  }
  return undefined
}

/** Names under which an app would say again, or half, what operableWindowIds and ownerId say. */
const DERIVED = [
  'operable',
  'isOperable',
  'blocked',
  'isBlocked',
  'blockedBy',
  'children',
  'childIds',
  'modalIds',
  'ownedIds',
  'chain',
  'isTop',
  'zIndex',
]

function judgeDerived({ era, raw }: Moment): Fault | undefined {
  const value = parse(raw)
  const windows: unknown[] = isRecord(value) && Array.isArray(value.windows) ? value.windows : []
  const at = windows.findIndex(window => isRecord(window) && DERIVED.some(name => name in window))
  if (at < 0) return undefined
  return {
    ...fault(
      `${era} $.windows[${at}]`,
      'a field that repeats what operableWindowIds and ownerId say',
      'ownerId as all that is stored of how windows hang together',
      'leave it out: two places can contradict each other',
    ),
    level: 'should',
  }
}

function judgeRest(moment: Moment): Fault | undefined {
  const { era, snapshot } = moment
  const readable = new Set(
    toolsOf(moment)
      .filter(isReadOnly)
      .map(({ handle }) => handle),
  )
  for (const [at, { id, blocks }] of snapshot.windows.entries()) {
    if (!snapshot.operableWindowIds.includes(id) || readable.has(id)) continue
    const cut = blocks.findIndex(block => {
      if (block.type !== 'table' && block.type !== 'list') return false
      const shown = block.type === 'table' ? block.rows.length : block.items.length
      return block.total !== undefined && block.total > shown
    })
    if (cut >= 0)
      return fault(
        `${era} $.windows[${at}].blocks[${cut}]`,
        'a part of a whole that no read-only tool of its window gives',
        'a tool marked readOnlyHint that gives the whole',
        'add one to the window, such as load_rows',
      )
  }
  return undefined
}
