/** `copane share`: gives an agent what the user points at, after the user has seen it (D-50). */
import type { Collection, CollectionState } from '@copane/host'
import { openCollector, openSettings } from '@copane/host/node'
import { actOf, appToCollect, COLLECT_OPTIONS } from '../collecting.js'
import { type HandOver, handOver } from '../handover/hand-over.js'
import { chooseReceivers, listReceivers } from '../handover/receivers.js'
import type { ExitCode, Io } from '../io.js'
import { readOptions, wrongUse } from '../options.js'
import { jsonLines } from '../render/lines.js'
import { notShownLines, notSharedLines, sharedLine, shownLines } from '../render/share.js'

const EXAMPLE = 'copane share --app Editor'

/** A collection, and the way to the agent. */
type Sharing = { io: Io; collection: Collection; hand: () => Promise<HandOver>; to: string | undefined }

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
  const { to, json = false, yes = false, without = [], 'dry-run': isDry = false, ...values } = given.values
  const act = actOf(values)
  if (typeof act === 'string') return wrongUse(io, act, EXAMPLE)
  const chosen = isDry ? undefined : chooseReceivers(await listReceivers(), to)
  if (chosen && chosen.kind !== 'chosen') {
    io.tell(notSharedLines(chosen.kind === 'none' ? { kind: 'no-agent' } : chosen, to))
    return 2
  }
  const found = await appToCollect(io, values, { example: EXAMPLE, mayBeOnly: true })
  if (found.kind === 'none') return found.exit
  const settings = openSettings()
  const client = chosen?.client ?? 'nobody'
  const collector = openCollector({ client, front: found.front, settings, receipts: false })
  try {
    const collection = collector.collect(act)
    await io.during('reading', collection.ready)
    const wrong = takeOut(collection, without)
    if (wrong !== undefined) return wrongUse(io, wrong, `${EXAMPLE} --dry-run`)
    const hand = () => handOver(collection, { consent: () => settings.read(), to: client })
    const sharing = { io, collection, hand, to }
    if (isDry) return dryRun(sharing, json)
    return json || yes ? await shareAtOnce(sharing, json) : await askAndShare(sharing)
  } finally {
    collector.close()
  }
}

function dryRun({ io, collection }: Sharing, json: boolean): ExitCode {
  const state = collection.state()
  if (state.kind !== 'shown') return tellNotShown(io, state)
  io.out(json ? jsonLines({ ...state.preview, outcome: { kind: 'dry-run' } }) : shownLines(state.preview))
  return 0
}

async function shareAtOnce({ io, collection, hand, to }: Sharing, json: boolean): Promise<ExitCode> {
  const state = collection.state()
  if (state.kind !== 'shown') return tellNotShown(io, state)
  if (!json) io.out(shownLines(state.preview))
  const outcome = await hand()
  if (json) io.out(jsonLines({ ...state.preview, outcome }))
  return tellOutcome(io, outcome, to)
}

/** Shows, asks, and begins anew as long as the user takes parts out; where there is no terminal, it shares. */
async function askAndShare({ io, collection, hand, to }: Sharing): Promise<ExitCode> {
  for (let isNew = true; ; ) {
    const state = collection.state()
    if (state.kind !== 'shown') return tellNotShown(io, state)
    if (isNew) io.out(shownLines(state.preview))
    const answer = await io.ask('Enter shares it. Ids take parts out. q shares nothing: ')
    const words = answer.kind === 'answer' ? answer.text.split(/[\s,]+/).filter(Boolean) : []
    if (answer.kind === 'none' || (words.length === 1 && /^q(uit)?$/i.test(words[0] ?? ''))) {
      io.tell(['copane: nothing was shared'])
      return 0
    }
    if (words.length === 0) {
      const outcome = await hand()
      if (outcome.kind !== 'changed' || answer.kind === 'nobody') return tellOutcome(io, outcome, to)
      io.tell(['copane: the settings changed meanwhile; this is what is left'])
      isNew = true
    } else {
      const wrong = takeOut(collection, words)
      if (wrong !== undefined) io.tell([`copane: ${wrong}`])
      isNew = wrong === undefined
    }
  }
}

/** Takes parts out; says which is not there, without taking any. */
function takeOut(collection: Collection, ids: readonly string[]): string | undefined {
  const state = collection.state()
  if (state.kind !== 'shown' && state.kind !== 'too-large') return undefined
  const items = state.kind === 'shown' ? state.preview.items : state.items
  const unknown = ids.find(id => !items.some(item => item.id === id))
  if (unknown !== undefined) return `"${unknown}" is not the id of a part; the ids begin the lines`
  for (const id of ids) collection.remove(id)
  return undefined
}

function tellNotShown(io: Io, state: Exclude<CollectionState, { kind: 'shown' }>): ExitCode {
  io.tell(notShownLines(state))
  const isHere = state.kind === 'too-large' || (state.kind === 'nothing' && FOUND.has(state.why))
  return isHere ? 1 : 2
}

/** Why there is nothing although there is an app. */
const FOUND: ReadonlySet<string> = new Set(['barred', 'removed', 'refused'])

function tellOutcome(io: Io, outcome: HandOver, to: string | undefined): ExitCode {
  if (outcome.kind === 'shared') {
    io.tell([sharedLine(outcome)])
    return 0
  }
  io.tell(notSharedLines(outcome, to))
  return outcome.kind === 'no-agent' || outcome.kind === 'several' ? 2 : 1
}
