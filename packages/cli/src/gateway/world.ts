/** What the tools of one gateway share: the apps, what the agent was told of them, and the user's consent. */
import { allowanceOf, barredForAll, type Consent, type UsedDescriptor } from '@copane/host'
import { findApps, openSettings, type SettingsStore } from '@copane/host/node'
import { type Answer, refusal } from './answer.js'
import { createMarks, type Marks } from './marks.js'
import { meantBy, type Meant, type NamedApp, nameApps, only } from './name-apps.js'
import { createOpenApps, type OpenApp, type OpenApps, type Looked } from './open-apps.js'
import { createShelf, type Shelf } from './shelf.js'
import type { Sight } from './sight.js'
import { few } from './words.js'

/** One gateway's world. `handed`: by run, the ids of elements that the agent was given, each with
 *  the settings' rules of that time. */
export type World = {
  client: () => string
  settings: Pick<SettingsStore, 'read'>
  /** The apps that pass the checks and that the settings allow; not whole when there was no time for all of them. */
  apps: () => Promise<{ isWhole: boolean; named: NamedApp[] }>
  open: OpenApps
  marks: Marks
  shelf: Shelf
  handed: Map<string, Map<string, string | undefined>>
  /** By the word an agent used: the run it was told about under that word. */
  runs: Map<string, string>
}

/** What a world is made of. `only`: bundle identifiers, the one list of apps that may be reached; all without it (FR-38). */
export type WorldOptions = {
  client: () => string
  only?: readonly string[]
  folder?: string
  settings?: Pick<SettingsStore, 'read'>
  /** Begins the gateway's marks. */
  prefix: string
}

const FIND_MS = 2000

/** Makes a world in which nothing was looked at yet. */
export function createWorld({
  client,
  only: list,
  folder,
  settings = openSettings(),
  prefix,
}: WorldOptions): World {
  const isListed = ({ descriptor }: UsedDescriptor) =>
    list === undefined || list.includes(descriptor.bundleId)
  return {
    client,
    settings,
    apps: async () => {
      const consent = await settings.read()
      const { kind, apps: found } = await findApps({
        timeoutMs: FIND_MS,
        ...(folder === undefined ? {} : { folder }),
      })
      return {
        isWhole: kind === 'all',
        named: nameApps(found.filter(app => isListed(app) && isAllowed(app, consent))),
      }
    },
    open: createOpenApps(client),
    marks: createMarks(prefix),
    shelf: createShelf(Date.now),
    handed: new Map(),
    runs: new Map(),
  }
}

const isAllowed = ({ descriptor }: UsedDescriptor, consent: Consent): boolean =>
  allowanceOf(consent, descriptor.bundleId).kind === 'allowed'

/** The app that a word means, or the refusal that lists the choices; without a word the only app. */
export async function findNamed(
  world: World,
  word: string | undefined,
): Promise<{ kind: 'app'; named: NamedApp } | { kind: 'refused'; answer: Answer }> {
  const barred = barredForAll(await world.settings.read())
  if (barred) return { kind: 'refused', answer: notAllowed(barred.message) }
  const { isWhole, named: apps } = await world.apps()
  // Among apps that were not looked at there may be another of that name.
  if (!isWhole) return { kind: 'refused', answer: refusal('search_late', NOT_ALL) }
  const meant = word === undefined ? only(apps) : meantBy(apps, word)
  return meant.kind === 'app' ? meant : { kind: 'refused', answer: notOne(meant, apps) }
}

const NOT_ALL = 'Not all apps could be looked at in time. Try once more.'

function notOne(meant: Exclude<Meant, { kind: 'app' }>, apps: readonly NamedApp[]): Answer {
  const choices = (meant.kind === 'several' ? meant.choices : apps).map(({ handle }) => handle)
  const names = few(choices, ', ')
  if (meant.kind === 'several' && new Set(choices).size < choices.length)
    return refusal(
      'app_ambiguous',
      'One process offers several apps under this name, which nothing tells apart. Ask the user to run: copane apps.',
    )
  if (meant.kind === 'several')
    return refusal('app_ambiguous', `Several apps fit. Name one: ${names}.`, { apps: choices })
  return choices.length === 0
    ? refusal('app_not_found', 'No app runs that can be reached. Ask the user to start one.', { apps: [] })
    : refusal('app_not_found', `No such app runs. There are: ${names}.`, { apps: choices })
}

/** What is said when the settings stand in the way. */
export const notAllowed = (message: string): Answer =>
  refusal('not_allowed', `The user does not allow this: ${message}. Do without it.`)

/** An app that can be worked in. */
export type There = { kind: 'there'; named: NamedApp; opened: OpenApp }

/** One as it is now. */
export type Here = Omit<There, 'kind'> & { kind: 'here'; sight: Sight }

type Refused = { kind: 'refused'; answer: Answer }

/** Finds an app and opens it; the refusal says which of these failed. */
export async function goTo(world: World, word: string): Promise<There | Refused> {
  const found = await findNamed(world, word)
  if (found.kind !== 'app') return found
  const { named } = found
  const opening = await world.open.open(named.app)
  return opening.kind === 'open'
    ? { kind: 'there', named, opened: opening.opened }
    : { kind: 'refused', answer: notSeen(opening, named.handle) }
}

/** Looks at an open app. */
export async function look(
  world: World,
  { named, opened }: Omit<There, 'kind'>,
  signal?: AbortSignal,
): Promise<Here | Refused> {
  const looked = await world.open.look(opened, signal)
  return looked.kind === 'sight'
    ? { kind: 'here', named, opened, sight: looked.sight }
    : { kind: 'refused', answer: notSeen(looked, named.handle) }
}

/** Finds an app, opens it, looks at it. */
export async function lookAt(world: World, word: string, signal?: AbortSignal): Promise<Here | Refused> {
  const at = await goTo(world, word)
  return at.kind === 'there' ? look(world, at, signal) : at
}

/** Why nothing of an app can be seen. */
export function notSeen(
  outcome: Exclude<Looked, { kind: 'sight' }> | { kind: 'no-bridge'; message: string },
  app: string,
): Answer {
  switch (outcome.kind) {
    case 'barred':
      return notAllowed(outcome.message)
    case 'no-bridge':
      return refusal('no_windows', `${app} shows no windows to agents.`)
    case 'gone':
    case 'denied':
      return refusal('app_gone', `${app} has ended. See apps.`)
    case 'late':
      return refusal('app_silent', `${app} did not answer in time. Try once more, then tell the user.`)
    case 'too-large':
      return refusal('app_broken', `${app} answers with more than is taken. Tell the user.`)
    case 'refused':
    case 'error':
      return refusal('app_broken', `${app} answers in a form that can’t be used. Tell the user.`)
    default:
      return outcome satisfies never
  }
}
