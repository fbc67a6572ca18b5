/** Checks of what changes in the app: notices, versions, and snapshots that hold together (GB §6, §7.1, §8.3). */
import type { AppWindow } from '@copane/protocol/bridge'
import type { BridgeTarget } from '../../bridge-target.js'
import {
  type Episode,
  type Heard,
  noticesFor,
  type Scene,
  showsChange,
  type Story,
} from '../../bridge-story.js'
import type { Step } from '../../driver.js'
import { fault } from '../../outcomes.js'
import type { Check, Fault } from '../../types.js'
import type { Notice } from '../../wire/ear.js'
import { faultOf } from '../finding-check.js'
import { placeOf, tell, tellEach } from './tell.js'

/** The checks of changes. */
export const CHANGE_CHECKS: readonly Check<BridgeTarget>[] = [
  {
    id: 'GB-6-after-effect',
    level: 'must',
    title: 'every change is told by updated, and can be read when it is told',
    stage: 'moves',
    run: target =>
      tell(target, WINDOW_STEPS, story => [deafFault(story), ...story.episodes.map(judgeUpdated)]),
  },
  {
    id: 'GB-7.1-version-rises',
    level: 'must',
    title: "a window's version rises when its blocks or summary change, and never falls",
    stage: 'moves',
    run: target =>
      tell(target, ['edit'], story => [...story.episodes.map(judgeVersions), sameVersion(story)]),
  },
  {
    id: 'GB-8.3-consistent',
    level: 'must',
    title: 'every read while things change is one snapshot that holds together',
    stage: 'moves',
    run: target => tellEach(target, WINDOW_STEPS, judgeWhole),
  },
]

/** Steps that change what app://windows says. */
const WINDOW_STEPS: readonly Step[] = ['edit', 'open-window', 'close-window', 'open-modal', 'close-modal']

const deafFault = ({ era, deaf }: Story): Fault | undefined =>
  deaf === undefined
    ? undefined
    : fault(
        `${era} stream`,
        `${deaf} where notifications are sent`,
        'a stream that carries notifications',
        era === 'legacy' ? 'answer GET with an event stream' : 'answer subscriptions/listen with a stream',
      )

const judgeUpdated = (episode: Episode): Fault | undefined =>
  noticesFor(episode.before, episode.after).includes('updated')
    ? judgeNotice(episode, 'updated', 'notifications/resources/updated for app://windows')
    : undefined

/** What is wrong with how a change was told; whether it had to be told is the caller's to know. */
export function judgeNotice(episode: Episode, notice: Notice, name: string): Fault | undefined {
  const told = episode.heard.filter((one: Heard) => one.notice === notice)
  if (told.some(one => showsChange(episode.before, one))) return undefined
  return told.length === 0
    ? fault(
        placeOf(episode),
        `no ${notice}`,
        name,
        'send it to every connection that asked, after each change',
      )
    : fault(
        placeOf(episode),
        `${notice} before the change could be read`,
        `${name} after the state has fully taken effect`,
        'change the state first, then notify',
      )
}

/** Block ids are left to GB-10.3-never-reused. */
const shown = ({ summary, blocks }: AppWindow): string =>
  JSON.stringify([summary, blocks.map(({ id: _, ...block }) => block)])

const pairsOf = ({ before, after }: Episode): (readonly [AppWindow, AppWindow])[] =>
  before.snapshot.windows.flatMap(window => {
    const next = after.snapshot.windows.find(({ id }) => id === window.id)
    return next ? [[window, next] as const] : []
  })

function judgeVersions(episode: Episode): Fault | undefined {
  const wrong = (saw: string, remedy: string) =>
    fault(placeOf(episode), saw, 'a version that rises whenever blocks or summary change', remedy)
  for (const [before, after] of pairsOf(episode)) {
    if (after.version < before.version) return wrong('a version that fell', 'only ever count up')
    if (after.version === before.version && shown(before) !== shown(after))
      return wrong('changed blocks or summary under the same version', 'raise the version with every change')
  }
  return undefined
}

/** Everything that was read, in one order of time or another. */
const scenesOf = ({ episodes }: Story): Scene[] =>
  episodes.flatMap(({ before, heard, after }) => [
    before,
    ...heard.flatMap(({ scene }) => (scene ? [scene] : [])),
    after,
  ])

/** One version of a window never showed two things. */
function sameVersion(story: Story): Fault | undefined {
  const seen = new Map<string, string>()
  for (const { snapshot } of scenesOf(story)) {
    // The id of a window that went may come back, which is for GB-10.3-never-reused to tell.
    const names = new Set(snapshot.windows.map(({ id, version }) => `${id} ${version}`))
    for (const name of seen.keys()) if (!names.has(name)) seen.delete(name)
    for (const window of snapshot.windows) {
      const name = `${window.id} ${window.version}`
      const text = shown(window)
      if ((seen.get(name) ?? text) !== text)
        return fault(
          story.era,
          'two contents under one version of a window',
          'a version that rises whenever blocks or summary change',
          'raise the version with every change',
        )
      seen.set(name, text)
    }
  }
  return undefined
}

/** Rules that a torn snapshot breaks: what they say of one at rest is told by their own checks. */
const TORN = ['GB-2-operable-set', 'GB-2-three-states', 'GB-10.3-never-reused']

function judgeWhole(episode: Episode): Fault | undefined {
  for (const { read, era } of episode.during) {
    const torn = faultOf(read?.findings ?? [], era, ({ requirement }) => TORN.includes(requirement))
    if (torn && isWhole(episode))
      return fault(
        `${era} while ${episode.step}`,
        'a read whose windows and operable ids are not of one moment',
        'one self-consistent snapshot in every read',
        'take the whole snapshot in one go, and change it in one go',
      )
  }
  return undefined
}

/** A rule that is broken at rest as well says nothing of tearing. */
const isWhole = ({ before, after }: Episode): boolean =>
  [before, after].every(({ findings }) => !findings.some(({ requirement }) => TORN.includes(requirement)))
