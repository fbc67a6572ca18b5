/** For development: what in an app's windows breaks a rule, told once while it lasts (GB §4, §5.2 · D-16). */
import { validateWindows } from '@copane/protocol/bridge'
import { LIMITS } from '@copane/protocol/elements'
import type { Finding, RuleId } from '@copane/protocol/findings'
import type { Action } from './action.js'
import type { Moment } from './model.js'
import type { OnFault } from './outcome.js'

/**
 * A rule that the app breaks.
 *
 * Shape   `window` is the id of the window, undefined for the snapshot as a whole; `at` is the place in that window,
 *         or `actions.<name>`; `message` says what is wrong and what to do. Nothing of what a window shows is in it.
 */
export type BridgeFinding = {
  window: string | undefined
  requirement: RuleId
  level: 'must' | 'should'
  at: string
  message: string
}

/** Told of what is new since the last commit. */
export type OnFindings = (findings: readonly BridgeFinding[]) => void

/** Judges moments. */
export type Findings<State> = {
  judge: (moment: Moment<State>, text: string, retired: { isBack: (id: string) => boolean }) => void
}

/** Makes a judge that tells each finding when it comes up, and again only when it went away meanwhile. */
export function createFindings<State>(tell: OnFindings, onFault: OnFault): Findings<State> {
  let known = new Set<string>()
  return {
    judge(moment, text, retired) {
      const found = findingsOf(moment, text, retired)
      const keys = found.map(({ window, requirement, at }) => JSON.stringify([window, requirement, at]))
      const fresh = found.filter((_, index) => !known.has(keys[index] ?? ''))
      known = new Set(keys)
      if (fresh.length === 0) return
      try {
        tell(fresh)
      } catch (error) {
        onFault('listener-threw', '', error)
      }
    },
  }
}

function findingsOf<State>(
  { model, entries }: Moment<State>,
  text: string,
  retired: { isBack: (id: string) => boolean },
): BridgeFinding[] {
  const shown = [...entries.values()].map(({ window }) => window).filter(window => !window.private)
  const found: BridgeFinding[] = validateWindows(JSON.parse(text)).map(finding => placed(finding, shown))
  for (const { id, actions } of shown) {
    if (retired.isBack(id))
      found.push({
        window: id,
        requirement: 'GB-10.3-never-reused',
        level: 'must',
        at: 'id',
        message: 'an id that was closed before is open again; mint one per window with ids.windowId()',
      })
    found.push(...wordless(id, actions))
  }
  found.push(...wordless(undefined, model.appActions))
  const blocks = shown.reduce((sum, window) => sum + window.blocks.length, shown.length)
  if (text.length > LIMITS.maxBytes / 10 || blocks > LIMITS.maxElements / 10)
    found.push({
      window: undefined,
      requirement: 'D-16',
      level: 'should',
      at: '$',
      message:
        'a tenth of what a client takes at most is used; show the overview, keep large data behind a tool',
    })
  return found
}

/** The place of a finding as a developer knows it: the window by its id, not by its number in the list. */
function placed(
  { requirement, level, at, message }: Finding,
  shown: readonly { id: string }[],
): BridgeFinding {
  const [whole = '', index] = /^\$\.windows\[(\d+)\]\.?/.exec(at) ?? []
  const window = index === undefined ? undefined : shown[Number(index)]?.id
  return {
    window,
    requirement,
    level,
    at: window === undefined ? at : at.slice(whole.length) || '$',
    message,
  }
}

function wordless<State>(window: string | undefined, actions: readonly Action<State>[]): BridgeFinding[] {
  return actions
    .filter(({ title, description }) => title.trim() === '' || description.trim() === '')
    .map(({ name }) => ({
      window,
      requirement: 'GB-5.2-titles',
      level: 'should',
      at: `actions.${name}`,
      message: 'no title or no description; say in words what the action does',
    }))
}
