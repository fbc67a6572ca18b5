/** `locate`: where something is on screen at this moment. */
import { locateInApp } from '@copane/host/node'
import { rulesOf } from '../../handover/parcel.js'
import { type Answer, answer, refusal } from '../answer.js'
import { type Arguments, textOf } from '../arguments.js'
import type { NamedApp } from '../name-apps.js'
import { plain } from '../words.js'
import { findNamed, notSeen, type World } from '../world.js'

/** A person waits for the model, so more than a host gives. Units: milliseconds. */
const ASK_MS = 1000

/** Asks for the place of what the agent was given: an element that was shared, or a window (D-19). */
export async function locate(world: World, args: Arguments, signal: AbortSignal): Promise<Answer> {
  const found = await findNamed(world, textOf(args, 'app'))
  if (found.kind !== 'app') return found.answer
  const { app, handle } = found.named
  const id = textOf(args, 'id') ?? ''
  const known = await isKnown(world, found.named, id, signal)
  if (typeof known === 'object') return known
  if (!known) return refusal('id_unknown', 'That is no window of this app, and no element that was shared.')
  const outcome = await locateInApp(app, id, { timeoutMs: ASK_MS, name: world.client() })
  switch (outcome.kind) {
    case 'location': {
      const { location } = outcome
      const { rects = [] } = location
      const lines = rects.map(({ x, y, w, h }) => `x ${x} y ${y} w ${w} h ${h}`)
      return answer({ state: location.state, ...(rects.length > 0 ? { rects: plain(rects) } : {}) }, [
        location.state,
        ...lines,
      ])
    }
    case 'unknown':
      return refusal('cannot_place', `${handle} can’t say where that is.`)
    case 'refused':
    case 'late':
    case 'gone':
      return notSeen(outcome, handle)
  }
}

/** Whether the agent was given this; an answer where that can't be told. */
async function isKnown(
  world: World,
  { app, handle }: NamedApp,
  id: string,
  signal: AbortSignal,
): Promise<boolean | Answer> {
  const handed = world.handed.get(app.descriptor.instance)
  // What was shared under other rules may be kept out by now, and can be shared again.
  if (handed?.has(id) && handed.get(id) === rulesOf(await world.settings.read())) return true
  const opening = await world.open.open(app)
  if (opening.kind !== 'open') return opening.kind === 'no-bridge' ? false : notSeen(opening, handle)
  const looked = await world.open.look(opening.opened, signal)
  return looked.kind === 'sight'
    ? looked.sight.snapshot.windows.some(window => window.id === id)
    : notSeen(looked, handle)
}
