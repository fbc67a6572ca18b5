/** Whom a host asks, when, with what, and how long it waits (concepts "What a host must do", "Security"). */
import { carriesOnWithout, obeysNoText } from './hostile.js'
import { actOn, afterAct, asked, holdsCanary, type HostTarget, locateBy, onStage } from '../../host-target.js'
import { fault, outcomeOf, together } from '../../outcomes.js'
import { type PlayedApp, readsOf } from '../../playing/app.js'
import type { PlayedReply } from '../../playing/types.js'
import type { Check, CheckOutcome, Fault } from '../../types.js'

/** The checks of asking. */
export const ASKING_CHECKS: readonly Check<HostTarget>[] = [
  {
    id: 'EL-9.2-on-action',
    level: 'must',
    title: 'nothing is read before the user acts, nor after on a timer',
    run: target =>
      onStage(target, async stage => {
        const [front, other] = [stage.play('front'), stage.play('other')]
        stage.publish(front, other)
        await stage.pause(target.quietMs)
        const before = asked(front, other).length
        const act = await actOn(target, front)
        if (act.kind === 'over') return act.outcome
        const during = readsOf(front).length
        await stage.pause(target.quietMs)
        return outcomeOf([
          before > 0
            ? fault('before an act', 'requests', 'none', 'ask when the user invokes the agent')
            : undefined,
          during === 0
            ? fault('an act', 'no read', 'a read of current', 'read current at each act')
            : undefined,
          readsOf(front).length > during
            ? fault('after an act', 'more reads', 'none until the next', 'read at an act, never on a timer')
            : undefined,
        ])
      }),
  },
  {
    id: 'EL-9.2-front-app',
    level: 'must',
    title: 'only the app in front is asked',
    run: target =>
      besideAnother(target, (_, other) =>
        other.seen.length > 0
          ? fault('an app that is not in front', 'asked', 'no request', 'ask the front app only')
          : undefined,
      ),
  },
  {
    id: 'EL-4-host-reads',
    level: 'must',
    title: 'current is read at an act, locate when something is to be placed',
    run: async target => together(await readsOnlyWhatIsDue(target), await obeysNoText(target)),
  },
  {
    id: 'EL-sec-bearer',
    level: 'must',
    title: 'every request carries the token of its descriptor, and no other endpoint gets it',
    run: async target => together(await tokenOnEach(target), await tokenStays(target)),
  },
  {
    id: 'EL-sec-origin',
    level: 'must',
    title: 'no request carries an Origin',
    run: target =>
      afterAct(target, {}, async ({ front }) => {
        await locateBy(target, 'sel-4')
        return outcomeOf([
          front.seen.some(({ headers }) => headers.origin !== undefined)
            ? fault('a request', 'an Origin header', 'none', 'send requests from outside of web pages')
            : undefined,
        ])
      }),
  },
  {
    id: 'EL-9.2-never-wait',
    level: 'must',
    title: 'an app that does not answer, or answers with an error, is carried on without',
    run: carriesOnWithout,
  },
  {
    id: 'EL-9.2-show-remove',
    level: 'must',
    title: 'what the user takes out while it is collected does not go along when it comes later',
    run: target =>
      afterAct(
        target,
        {},
        async ({ stage, collected }) => {
          await stage.pause(target.quietMs)
          return outcomeOf([
            holdsCanary(collected)
              ? fault(
                  'a removed app',
                  'collected',
                  'nothing of it',
                  'discard an answer that comes after the removal',
                )
              : undefined,
          ])
        },
        { remove: true },
      ),
  },
]

const CURRENT = 'elements://current'

const readsOnlyWhatIsDue = (target: HostTarget): Promise<CheckOutcome> =>
  afterAct(target, {}, async ({ front }) => {
    const atAct = readsOf(front)
    const place = await locateBy(target, 'sel-4')
    const atPlace = readsOf(front).slice(atAct.length)
    return outcomeOf([
      atAct.some(uri => uri !== CURRENT)
        ? fault('an act', 'something else was read', 'current alone', 'locate only what is to be placed')
        : undefined,
      place.kind === 'done' && atPlace.includes(CURRENT)
        ? fault('placing', 'current was read', 'a read of locate alone', 'read current when the user acts')
        : undefined,
    ])
  })

/** Plays two apps, lets the user act in front of one, and judges what both were asked. */
const besideAnother = (
  target: HostTarget,
  judge: (front: PlayedApp, other: PlayedApp) => Fault | undefined | Promise<Fault | undefined>,
): Promise<CheckOutcome> =>
  onStage(target, async stage => {
    const [front, other] = [stage.play('front'), stage.play('other')]
    stage.publish(front, other)
    const act = await actOn(target, front)
    return act.kind === 'over' ? act.outcome : outcomeOf([await judge(front, other)])
  })

const tokenOnEach = (target: HostTarget): Promise<CheckOutcome> =>
  besideAnother(target, async front => {
    await locateBy(target, 'sel-4')
    const right = `Bearer ${front.token}`
    return front.seen.some(({ headers }) => headers.authorization !== right)
      ? fault(
          'a request',
          'no token, or another one',
          'Authorization: Bearer with the token',
          'send it every time',
        )
      : undefined
  })

/** A redirect is the one way an app has to send a host elsewhere. */
const tokenStays = (target: HostTarget): Promise<CheckOutcome> =>
  onStage(target, async stage => {
    const other = stage.play('other', { path: '/elsewhere' })
    const location = `http://127.0.0.1:${stage.places.other.port}/elsewhere`
    const redirect: PlayedReply = { kind: 'reply', status: 307, headers: { location }, body: '' }
    const front = stage.play('front', { first: () => redirect })
    stage.publish(front)
    const act = await actOn(target, front)
    if (act.kind === 'over') return act.outcome
    return outcomeOf([
      other.seen.length > 0
        ? fault('a redirect', 'followed', 'no request elsewhere', 'use the token for its endpoint alone')
        : undefined,
    ])
  })
