/** How a host finds the app in front, and what keeps it from asking one (concepts "Discovery"). */
import { actOn, afterAct, holdsCanary, type HostTarget, onStage } from '../../host-target.js'
import { fault, outcomeOf, together } from '../../outcomes.js'
import type { AppParts, PlayedApp } from '../../playing/app.js'
import { distrustsLater, findsAmongLitter } from './hostile.js'
import { jsonContent } from '../../playing/answer.js'
import type { Stage } from '../../playing/stage.js'
import type { Check, CheckOutcome, Fault } from '../../types.js'

/** The checks of finding. */
export const FINDING_CHECKS: readonly Check<HostTarget>[] = [
  {
    id: 'EL-8-by-pid',
    level: 'must',
    title: 'of two apps of one name, the one whose process is in front is read',
    run: async target => together(await isChosenByPid(target), await findsAmongLitter(target)),
  },
  {
    id: 'EL-8-ignore-stale',
    level: 'must',
    title: 'a descriptor of a process that ended, or of another app, is ignored',
    run: async target =>
      together(
        await isLeftAlone(target, 'a process that is not running', stage =>
          stage.play('other', {
            bundleId: 'org.example.mail',
            descriptor: right => ({ ...right, pid: stage.gonePid }),
          }),
        ),
        await isLeftAlone(target, 'a bundle identifier that is not that of the process', stage =>
          stage.play('front', { bundleId: 'org.example.stranger' }),
        ),
      ),
  },
  {
    id: 'EL-8-listener-check',
    level: 'must',
    title: 'an endpoint on a port that another process listens on is not used',
    run: target =>
      isLeftAlone(target, 'a port of another process', stage =>
        stage.play('other', {
          bundleId: 'org.example.notes',
          descriptor: right => ({ ...right, pid: stage.places.front.pid }),
        }),
      ),
  },
  {
    id: 'EL-8-endpoint',
    level: 'must',
    title: 'the path is used as given, and no other address than 127.0.0.1',
    run: async target => together(await pathIsKept(target), ...(await othersAreLeftAlone(target))),
  },
  {
    id: 'EL-10-unsupported',
    level: 'must',
    title: 'an app of a version that is not supported is as if it were no provider',
    run: async target =>
      together(
        ...(await inTurn(['0.3.0', '0.1.0', '1.2.0', '0.2'], protocol =>
          isLeftAlone(target, `protocol ${protocol}`, stage => stage.play('front', { protocol })),
        )),
      ),
  },
  {
    id: 'EL-10-compatible',
    level: 'must',
    title: 'another patch is read, whatever it adds',
    run: async target =>
      afterAct(
        target,
        {
          protocol: '0.2.7',
          current: right =>
            jsonContent('elements://current', JSON.stringify({ ...right, added: { in: '0.2.7' } })),
        },
        ({ collected }) => {
          return outcomeOf([
            holdsCanary(collected)
              ? undefined
              : fault(
                  'an app of protocol 0.2.7 with a field more',
                  'not collected',
                  'read as 0.2.0 is',
                  'compare major and minor, and pass over fields that are not known',
                ),
          ])
        },
      ),
  },
  {
    id: 'EL-8-answer-matches',
    level: 'must',
    title: 'an answer of another instance or protocol than the descriptor says is not used',
    run: async target =>
      together(
        await distrustsLater(target),
        ...(await inTurn(
          [
            ['another instance', { instance: 'another-run' }],
            ['another protocol', { protocol: '0.2.9' }],
          ] as const,
          ([what, more]) =>
            isNotCollected(target, `an answer of ${what}`, {
              current: right => jsonContent('elements://current', JSON.stringify({ ...right, ...more })),
            }),
        )),
      ),
  },
]

const isChosenByPid = (target: HostTarget): Promise<CheckOutcome> =>
  onStage(target, async stage => {
    const [front, other] = [
      stage.play('front'),
      stage.play('next', { children: said('canary-of-the-other') }),
    ]
    stage.publish(other, front)
    const act = await actOn(target, front)
    if (act.kind === 'over') return act.outcome
    return outcomeOf([
      holdsCanary(act.result, 'canary-selected')
        ? undefined
        : fault(
            'the front app',
            'not collected',
            'its answer',
            'look for a descriptor of the process in front',
          ),
      holdsCanary(act.result, 'canary-of-the-other')
        ? fault(
            'another app of the same bundle identifier',
            'collected',
            'nothing of it',
            'choose by process id; a bundle identifier names a kind of app, not one that runs',
          )
        : undefined,
    ])
  })

/** A window whose words are selected. */
const said = (text: string): AppParts['children'] => [
  {
    id: 'w-9',
    role: 'Window',
    focused: true,
    children: [
      { id: 'sel-9', role: 'Text', selected: true, focused: true, content: [{ type: 'text', text }] },
    ],
  },
]

/** One after the other: there is one stage. */
async function inTurn<Item>(
  items: readonly Item[],
  run: (item: Item) => Promise<CheckOutcome>,
): Promise<CheckOutcome[]> {
  const outcomes: CheckOutcome[] = []
  for (const item of items) outcomes.push(await run(item))
  return outcomes
}

/** An app that must get no request, and nothing of which may be collected. */
const isLeftAlone = (
  target: HostTarget,
  what: string,
  play: (stage: Stage) => PlayedApp,
): Promise<CheckOutcome> =>
  onStage(target, async stage => {
    const app = play(stage)
    stage.publish(app)
    const { pid } = app.descriptor
    const act = await actOn(target, { pid: Number(pid), bundleId: 'org.example.notes' })
    if (act.kind === 'over') return act.outcome
    const isAsked = app.seen.length > 0 || holdsCanary(act.result)
    return outcomeOf([isAsked ? leftAlone(what) : undefined])
  })

const leftAlone = (what: string): Fault =>
  fault(
    `a descriptor with ${what}`,
    'its endpoint was asked',
    'no request',
    'ignore it, as if the app were no provider',
  )

const isNotCollected = (target: HostTarget, what: string, parts: Partial<AppParts>): Promise<CheckOutcome> =>
  afterAct(target, parts, ({ collected }) => {
    return outcomeOf([
      holdsCanary(collected)
        ? fault(what, 'collected', 'nothing of it', 'compare it with the descriptor')
        : undefined,
    ])
  })

const ODD_PATH = '/odd/p%61th;v=1/?x=1&y=%20'

const pathIsKept = (target: HostTarget): Promise<CheckOutcome> =>
  afterAct(target, { path: ODD_PATH }, ({ front }) => {
    const isKept = front.seen.length > 0 && front.seen.every(({ path }) => path === ODD_PATH)
    return outcomeOf([
      isKept
        ? undefined
        : fault(
            'an endpoint with a path of its own',
            front.seen.length === 0 ? 'no request' : 'another path',
            'requests to the path as it is given',
            'send the path and the query of the endpoint byte for byte',
          ),
    ])
  })

const ELSEWHERE = ['http://localhost:', 'http://127.0.0.2:', 'http://0.0.0.0:', 'http://user@127.0.0.1:']

const othersAreLeftAlone = (target: HostTarget): Promise<CheckOutcome[]> =>
  inTurn(ELSEWHERE, start =>
    isLeftAlone(target, 'another address than 127.0.0.1', stage =>
      stage.play('front', {
        descriptor: right => ({ ...right, endpoint: `${start}${stage.places.front.port}/elements` }),
      }),
    ),
  )
