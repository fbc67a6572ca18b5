/** `act`: calls an action, based on what the agent was told, and tells what came of it (D-53 is the model's part). */
import { estimateTokens, takesVersion, type WindowTool } from '@copane/host'
import { APP_HANDLE, type SeenSnapshot, type SeenWindow } from '@copane/protocol/bridge'
import { type Answer, refusal } from '../answer.js'
import { type Arguments, numberOf, textOf } from '../arguments.js'
import type { Ask } from '../asking.js'
import { doneAnswer } from '../done.js'
import type { OpenApp } from '../open-apps.js'
import { type Sight, withoutBlocks } from '../sight.js'
import { notOfferedAnswer, undoneAnswer } from '../undone.js'
import { json, said } from '../words.js'
import { goTo, type Here, look, type There, type World } from '../world.js'

/** Calls once, never again by itself: whether to try again is decided on what is seen. */
export async function act(world: World, args: Arguments, ask: Ask, signal: AbortSignal): Promise<Answer> {
  const word = textOf(args, 'app') ?? ''
  const at = await goTo(world, word)
  if (at.kind !== 'there') return at.answer
  const { named, opened } = at
  const { instance } = named.app.descriptor
  const known = world.runs.get(word.toLowerCase())
  if (known !== undefined && known !== instance)
    return refusal('app_restarted', 'This app runs anew, or is another one. Read its windows again.')
  const window = textOf(args, 'window') ?? ''
  const action = textOf(args, 'action') ?? ''
  const settings = await world.settings.read()
  const isAsked = settings.kind === 'settings' && settings.settings.askFirst === true
  const last = isAsked ? undefined : lastWith(opened, { window, action })
  const seen = last ? hereWith(at, last) : await look(world, at, signal)
  if (seen.kind !== 'here') return seen.answer
  const { sight } = seen
  const tool = sight.tools.find(each => each.window === window && each.action === action)
  const given = isObject(args.arguments) ? args.arguments : {}
  const basis = basisOf(seen, { window, tool, expected: numberOf(args, 'expectedVersion') })
  if (basis === undefined)
    return refusal('version_needed', `Read ${window} first: a change is based on a version you have seen.`)
  const called = { app: named.handle, window, action, told: opened.told }
  // The user can't be asked about what is not offered, and it might be by the time it is called.
  if (isAsked && !tool) return notOfferedAnswer({ ...called, sight })
  const consent = isAsked && askFirst(world, seen, { tool, given, ask })
  if (consent) return consent
  const outcome = await opened.session.call(window, action, given, { basedOn: basis, signal })
  const looked = await world.open.look(opened)
  const after = looked.kind === 'sight' ? looked.sight : undefined
  if (outcome.kind !== 'done') return undoneAnswer(outcome, { ...called, sight: after })
  if (after) opened.last = withoutBlocks(after)
  return doneAnswer(outcome, {
    window,
    given: Object.values(given),
    before: sight,
    after,
    told: opened.told,
    heard: opened.heard,
  })
}

const hereWith = ({ named, opened }: There, sight: Sight): Here => ({ kind: 'here', named, opened, sight })

/**
 * What was seen for the agent's last answer, where the action could be called then: it is what the agent decided on.
 *
 * Shape   undefined where it has to be looked first, as for one that only reads and takes a version: it goes by the present one.
 *         Whether the action can be called still, the app itself says.
 */
function lastWith(
  { last }: OpenApp,
  { window, action }: { window: string; action: string },
): Sight | undefined {
  const tool = last?.tools.find(each => each.window === window && each.action === action)
  const isOperable = window === APP_HANDLE || last?.snapshot.operableWindowIds.includes(window)
  return tool && isOperable && !(isReading(tool) && takesVersion(tool)) ? last : undefined
}

const isReading = ({ annotations }: WindowTool): boolean => annotations.readOnlyHint === true

const isObject = (value: unknown): value is { [name: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The windows that the call is based on: this window as the agent knows it.
 *
 * Shape   undefined where the agent never saw a version of a window that it is about to change.
 */
function basisOf(
  { opened, sight }: Here,
  { window, tool, expected }: { window: string; tool: WindowTool | undefined; expected: number | undefined },
): SeenSnapshot | undefined {
  const { snapshot } = sight
  const now = snapshot.windows.find(({ id }) => id === window)
  const told = opened.told.get(window)
  const isFree =
    window === APP_HANDLE ||
    !now ||
    !snapshot.operableWindowIds.includes(window) ||
    (tool && (isReading(tool) || !takesVersion(tool)))
  if (isFree) return snapshot
  // A version of a former run says nothing of this one, whatever name the app is called by.
  if (opened.told.size === 0) return undefined
  const known = expected === undefined || expected === told?.version ? told : { ...now, version: expected }
  return known && replaced(snapshot, withoutDigits(known, expected, told))
}

/** Digits that a number can't hold go along only with the window they came with (D-39). */
const withoutDigits = (
  window: SeenWindow,
  expected: number | undefined,
  told: SeenWindow | undefined,
): SeenWindow => {
  if (window === told || expected === undefined) return window
  const { exactVersion: _, ...others } = window
  return others
}

const replaced = (snapshot: SeenSnapshot, window: SeenWindow): SeenSnapshot => ({
  ...snapshot,
  windows: snapshot.windows.map(each => (each.id === window.id ? window : each)),
})

/** Asks the user, who wants to be asked, about a destructive action; undefined when it may go ahead. */
function askFirst(
  { client }: World,
  { named, sight }: Here,
  { tool, given, ask }: { tool: WindowTool | undefined; given: Arguments; ask: Ask },
): Answer | undefined {
  if (!tool || tool.annotations.readOnlyHint === true || tool.annotations.destructiveHint === false)
    return undefined
  const title = sight.snapshot.windows.find(({ id }) => id === tool.window)?.title ?? named.handle
  const shown = json(given)
  const words = estimateTokens(shown) > 200 ? 'long arguments' : shown
  const question = `${client()} wants to do ${said(tool.title ?? tool.action)} in ${said(title)} of ${said(named.handle)}, with ${words}. Let it?`
  switch (ask(question)) {
    case 'yes':
      return undefined
    case 'no':
      return refusal(
        'user_said_no',
        'The user was asked and said no; nothing was done. Don’t try it another way.',
      )
    case 'ask':
      return { kind: 'question', message: question }
    case 'cannot':
      return refusal(
        'cannot_ask',
        'The user wants to be asked before this action, and this client can’t ask. Nothing was done: let the user do it.',
      )
  }
}
