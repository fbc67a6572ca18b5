/** A host under test, as the checks see it: orders to it, and the stage on which apps are played to it. */
import {
  type Collected,
  collectedIn,
  type GiveHostOrder,
  type HostAnswer,
  type HostOrder,
} from './host-driver.js'
import { fault, notRun, vacuous } from './outcomes.js'
import type { AppParts, PlayedApp } from './playing/app.js'
import type { Stage } from './playing/stage.js'
import type { CheckOutcome } from './types.js'
import type { Fields } from './wire/era.js'

/** What host checks run against. Units: milliseconds; `quietMs` is how long is listened for what must not come. */
export type HostTarget = { stage: Stage; order: GiveHostOrder; quietMs: number }

/** What an order gave, or what the check comes to without it. */
export type Ordered<Result> = { kind: 'done'; result: Result } | { kind: 'over'; outcome: CheckOutcome }

/** The user invokes the agent while an app is in front. */
export async function actOn(
  { order }: Pick<HostTarget, 'order'>,
  { pid, bundleId }: { pid: number; bundleId: string },
  more: { remove?: true } = {},
): Promise<Ordered<Collected[]>> {
  const answer = await order({ do: 'act', front: { pid, bundleId }, ...more })
  return ordered('act', answer, collectedIn)
}

/** The agent names an element; gives where the host took it to be. */
export async function locateBy({ order }: Pick<HostTarget, 'order'>, id: string): Promise<Ordered<string>> {
  const answer = await order({ do: 'locate', id })
  return ordered('locate', answer, ({ state }) => (typeof state === 'string' ? state : ''))
}

/** An answer of a driver, read; one that is not there is what the check comes to. */
export function ordered<Result>(
  name: HostOrder['do'],
  answer: HostAnswer,
  read: (facts: Fields) => Result,
): Ordered<Result> {
  switch (answer.kind) {
    case 'done':
      return { kind: 'done', result: read(answer.facts) }
    case 'cannot':
      return { kind: 'over', outcome: notRun(`host order ${name}`) }
    case 'never':
      return { kind: 'over', outcome: vacuous(`it has nothing that "${name}" could make it do`) }
    case 'silent':
      return {
        kind: 'over',
        outcome: {
          kind: 'failed',
          ...fault(
            `order ${name}`,
            'no answer in time',
            'an answer',
            'put a time limit on what it waits for',
          ),
        },
      }
    default:
      return answer satisfies never
  }
}

/** Whether anything of an app is in what was collected; its elements all hold a word that begins with `canary`. */
export const holdsCanary = (collected: readonly Collected[], word = 'canary'): boolean =>
  collected.some(({ text }) => text.includes(word))

/** Lets a host be in front of an empty stage, plays, and clears up. */
export async function onStage(
  target: HostTarget,
  play: (stage: Stage) => Promise<CheckOutcome>,
): Promise<CheckOutcome> {
  target.stage.clear()
  try {
    return await play(target.stage)
  } finally {
    target.stage.clear()
  }
}

/** What a check looks at after the user acted once: the app that was in front, and what was collected. */
export type Acted = { stage: Stage; front: PlayedApp; collected: Collected[] }

/** Plays one app, lets the user invoke the agent in front of it, and judges what came of it. */
export const afterAct = (
  target: HostTarget,
  parts: Partial<AppParts>,
  judge: (acted: Acted) => CheckOutcome | Promise<CheckOutcome>,
  more: { remove?: true } = {},
): Promise<CheckOutcome> =>
  onStage(target, async stage => {
    const front = stage.play('front', parts)
    stage.publish(front)
    const act = await actOn(target, front, more)
    return act.kind === 'over' ? act.outcome : judge({ stage, front, collected: act.result })
  })

/** The apps that were asked anything at all. */
export const asked = (...apps: readonly PlayedApp[]): PlayedApp[] =>
  apps.filter(({ seen }) => seen.length > 0)
