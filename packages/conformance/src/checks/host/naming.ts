/** What a host makes of the ids that apps issue, and of where they are (elements 5.4, concepts "Ids", "Locations"). */
import { actOn, afterAct, holdsCanary, type HostTarget, locateBy, onStage } from '../../host-target.js'
import { fault, notRun, outcomeOf, together } from '../../outcomes.js'
import { type AppParts, locationOf, type PlayedApp, readsOf } from '../../playing/app.js'
import type { Check, CheckOutcome } from '../../types.js'
import { asksNobodyForMadeUpIds } from './hostile.js'
import type { Fields } from '../../wire/era.js'

/** The checks of naming and placing. */
export const NAMING_CHECKS: readonly Check<HostTarget>[] = [
  {
    id: 'EL-9.2-full-name',
    level: 'must',
    title: 'an id is asked of the app that issued it, and the agent sees the id alone',
    run: target =>
      onStage(target, async stage => {
        const front = stage.play('front', { children: words('of-front-1') })
        const other = stage.play('other', { children: words('of-other-1') })
        stage.publish(front, other)
        for (const app of [front, other]) {
          const act = await actOn(target, app)
          if (act.kind === 'over') return act.outcome
          if (act.result.some(({ text }) => text.includes(app.instance) || text.includes(app.token)))
            return outcomeOf([
              fault('what was collected', 'an instance or a token', 'ids alone', 'keep both on the host'),
            ])
        }
        for (const id of ['of-front-1', 'of-other-1']) {
          const place = await locateBy(target, id)
          if (place.kind === 'over') return place.outcome
        }
        return outcomeOf([
          misdirected(front, 'of-front-1', 'of-other-1'),
          misdirected(other, 'of-other-1', 'of-front-1'),
        ])
      }),
  },
  {
    id: 'EL-9.2-id-unchanged',
    level: 'must',
    title: 'an id is passed on exactly as it was issued',
    run: target =>
      afterAct(target, { children: ODD_IDS.flatMap(words) }, async ({ front, collected }) => {
        for (const id of ODD_IDS) {
          const place = await locateBy(target, id)
          if (place.kind === 'over') return place.outcome
        }
        const located = locatesOf(front)
        return outcomeOf([
          ODD_IDS.every(id => located.includes(`elements://locate/${id}`))
            ? undefined
            : fault('locate', 'another id than was issued', 'the very id', 'pass ids on as they are'),
          ODD_IDS.every(id => collected.some(({ text }) => text.includes(id)))
            ? undefined
            : fault(
                'what was collected',
                'an id that is changed or missing',
                'the very ids',
                'pass ids on as they are',
              ),
        ])
      }),
  },
  {
    id: 'EL-6-one-moment',
    level: 'must',
    title: 'where a thing is gets asked again each time',
    run: target =>
      onStage(target, async stage => {
        let isThere = true
        const front = stage.play('front', {
          locate: () =>
            locationOf(isThere ? { state: 'visible', rects: [RECT], window: 1 } : { state: 'gone' }),
        })
        stage.publish(front)
        const act = await actOn(target, front)
        if (act.kind === 'over') return act.outcome
        const first = await locateBy(target, 'sel-4')
        if (first.kind === 'over') return first.outcome
        isThere = false
        const second = await locateBy(target, 'sel-4')
        if (second.kind === 'over') return second.outcome
        return outcomeOf([
          second.result !== 'gone'
            ? fault('a second locate', 'the place of before', 'a request, and what it says', 'keep no place')
            : undefined,
        ])
      }),
  },
  {
    id: 'EL-9.2-same-provider',
    level: 'must',
    title: 'after a restart an earlier id is gone, and nobody is asked about it',
    run: async target => together(await forgetsAtRestart(target), await asksNobodyForMadeUpIds(target)),
  },
  {
    id: 'EL-9.2-hover-weaker',
    level: 'must',
    title: 'what the pointer rests on is sent no more of than without it',
    run: target =>
      onStage(target, async stage => {
        const texts: boolean[] = []
        for (const hovered of [false, true]) {
          stage.clear()
          const front = stage.play('front', { children: rested(hovered) })
          stage.publish(front)
          const act = await actOn(target, front)
          if (act.kind === 'over') return act.outcome
          if (!holdsCanary(act.result, 'canary-selected')) return notRun('EL-8-by-pid')
          texts.push(holdsCanary(act.result, 'canary-rested'))
        }
        return outcomeOf([
          texts[1] && !texts[0]
            ? fault(
                'an element under the pointer',
                'content that is not sent without the pointer',
                'where the pointer is, and nothing more',
                'let hover select nothing',
              )
            : undefined,
        ])
      }),
  },
]

const forgetsAtRestart = (target: HostTarget): Promise<CheckOutcome> =>
  onStage(target, async stage => {
    const before = stage.play('front')
    stage.publish(before)
    const act = await actOn(target, before)
    if (act.kind === 'over') return act.outcome
    const after = stage.play('next')
    stage.publish(after)
    const again = await actOn(target, { pid: stage.places.other.pid, bundleId: 'org.example.mail' })
    if (again.kind === 'over') return again.outcome
    const located = [before, after].flatMap(locatesOf).length
    const place = await locateBy(target, 'sel-4')
    if (place.kind === 'over') return place.outcome
    return outcomeOf([
      [before, after].flatMap(locatesOf).length > located
        ? fault(
            'an id of before a restart',
            'asked about',
            'gone without a request',
            'keep the instance with the id',
          )
        : undefined,
      place.result === 'visible' || place.result === 'offscreen'
        ? fault('an id of before a restart', 'placed', 'gone', 'treat what another run issued as gone')
        : undefined,
    ])
  })

const RECT = { x: 1, y: 2, w: 3, h: 4 }

/** Every character that an id may have, and the longest one. */
const ODD_IDS = ['Az09_-', '-', '__', `L${'o'.repeat(126)}g`]

const words = (id: string): AppParts['children'] => [
  { id, role: 'Text', selected: true, content: [{ type: 'text', text: `canary ${id.length}` }] },
]

function rested(hovered: boolean): readonly Fields[] {
  const row: Fields = {
    id: 'row-7',
    role: 'Row',
    content: [{ type: 'text', text: 'canary-rested' }],
    ...(hovered ? { hovered: true } : {}),
  }
  const selected: Fields = {
    id: 'sel-4',
    role: 'Text',
    selected: true,
    focused: true,
    content: [{ type: 'text', text: 'canary-selected' }],
  }
  return [
    { id: 'w-1', role: 'Window', focused: true, children: [selected] },
    { id: 'w-2', role: 'Window', children: [row] },
  ]
}

const locatesOf = (app: PlayedApp): string[] =>
  readsOf(app).filter(uri => uri.startsWith('elements://locate/'))

const misdirected = (app: PlayedApp, own: string, others: string) => {
  const located = locatesOf(app).map(uri => uri.slice('elements://locate/'.length))
  return located.includes(own) && !located.includes(others)
    ? undefined
    : fault(
        'locate',
        'asked of another app than the one that issued the id',
        'asked of that app',
        'keep app, instance and id together',
      )
}
