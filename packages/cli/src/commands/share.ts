/** `copane share`: gives an agent what the user points at, after the user has seen it (D-50). */
import type { Collection, CollectionState } from '@copane/host'
import { openCollector, openSettings } from '@copane/host/node'
import { appToCollect, actOf, COLLECT_OPTIONS } from '../collecting.js'
import { type HandOver, handOver } from '../handover/hand-over.js'
import { chooseReceivers, listReceivers } from '../handover/receivers.js'
import type { ExitCode, Io } from '../io.js'
import { readOptions, wrongUse } from '../options.js'
import { jsonLines } from '../render/lines.js'
import { notSharedLines, sharedLine, shownLines } from '../render/share.js'

const EXAMPLE = 'copane share --app Editor'

type Shown = Extract<CollectionState, { kind: 'shown' }>

/** Collects, shows, takes parts out, and hands over; without a terminal it hands over what it shows. */
export async function share(args: readonly string[], io: Io): Promise<ExitCode> {
  const given = readOptions(args, {
    ...COLLECT_OPTIONS,
    without: { type: 'string', multiple: true },
    to: { type: 'string' },
    yes: { type: 'boolean' },
    'dry-run': { type: 'boolean' },
  })
  if (given.kind === 'wrong') return wrongUse(io, given.message, EXAMPLE)
  const { values } = given
  const act = actOf(values)
  if (typeof act === 'string') return wrongUse(io, act, EXAMPLE)
  const isDry = values['dry-run'] === true
  const chosen = isDry ? undefined : chooseReceivers(await listReceivers(), values.to)
  if (chosen && chosen.kind !== 'chosen') {
    io.tell(notSharedLines(chosen.kind === 'none' ? { kind: 'no-agent' } : chosen, values.to))
    return 2
  }
  const found = await appToCollect(io, values, { example: EXAMPLE, mayBeOnly: true })
  if (found.kind === 'none') return found.exit
  const settings = openSettings()
  const collector = openCollector({
    client: values.to ?? 'copane share',
    front: found.front,
    settings,
    receipts: false,
  })
  try {
    const collection = collector.collect(act)
    await io.during('reading', collection.ready)
    const state = withoutParts(collection, values.without ?? [])
    if (typeof state === 'string') return wrongUse(io, state, `${EXAMPLE} --dry-run`)
    if (values.json || isDry || values.yes) {
      if (state.kind !== 'shown') return tellState(io, state)
      if (!values.json) io.out(shownLines(state.preview))
      const outcome = isDry ? undefined : await hand(collection, values.to)
      if (values.json) io.out(jsonLines({ ...state.preview, outcome: outcome ?? { kind: 'not-sent' } }))
      return outcome ? tellOutcome(io, outcome, values.to) : 0
    }
    return await askAndShare(io, collection, values.to)
  } finally {
    collector.close()
  }

  function hand(collection: Collection, to: string | undefined): Promise<HandOver> {
    return handOver(collection, { consent: () => settings.read(), ...(to === undefined ? {} : { to }) })
  }

  /** Shows, asks, and begins anew as long as the user takes parts out. */
  async function askAndShare(out: Io, collection: Collection, to: string | undefined): Promise<ExitCode> {
    for (;;) {
      const state = collection.state()
      if (state.kind !== 'shown') return tellState(out, state)
      out.out(shownLines(state.preview))
      const answer = await out.ask('Enter shares it. Ids take parts out. q shares nothing: ')
      const words = answer?.split(/[\s,]+/).filter(Boolean) ?? []
      if (words.length === 1 && /^q(uit)?$/i.test(words[0] ?? '')) {
        out.tell(['copane: nothing was shared'])
        return 0
      }
      if (words.length === 0) {
        const outcome = await hand(collection, to)
        if (outcome.kind !== 'changed' || answer === undefined) return tellOutcome(out, outcome, to)
        out.tell(['copane: the settings changed meanwhile; this is what is left'])
        continue
      }
      const left = withoutParts(collection, words)
      if (typeof left === 'string') out.tell([`copane: ${left}`])
    }
  }
}

/** Takes parts out; says which is not there, without taking any. */
function withoutParts(collection: Collection, ids: readonly string[]): CollectionState | string {
  const state = collection.state()
  const items = state.kind === 'shown' ? state.preview.items : state.kind === 'too-large' ? state.items : []
  const unknown = ids.find(id => !items.some(item => item.id === id))
  if (unknown !== undefined && (state.kind === 'shown' || state.kind === 'too-large'))
    return `"${unknown}" is not the id of a part; the ids begin the lines`
  for (const id of ids) collection.remove(id)
  return collection.state()
}

function tellState(io: Io, state: Exclude<CollectionState, Shown>): ExitCode {
  switch (state.kind) {
    case 'nothing':
      io.tell([`copane: nothing to share: ${state.message}`])
      return state.why === 'barred' || state.why === 'removed' || state.why === 'refused' ? 1 : 2
    case 'too-large':
      io.tell([
        `copane: even the lines of what is pointed at take ${state.needs}; take parts out with --without ID, or give more room with --bytes`,
        ...state.items.map(({ line, depth }) => '  '.repeat(depth) + line),
      ])
      return 1
    case 'ended':
    case 'reading':
      io.tell(['copane: nothing was shared: it was called off'])
      return 2
    default:
      return state satisfies never
  }
}

function tellOutcome(io: Io, outcome: HandOver, to: string | undefined): ExitCode {
  if (outcome.kind === 'shared') {
    io.tell([sharedLine(outcome)])
    return 0
  }
  io.tell(notSharedLines(outcome, to))
  return outcome.kind === 'no-agent' || outcome.kind === 'several' ? 2 : 1
}
