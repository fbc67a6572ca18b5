/** `pointing`: what the user shared, and nothing else (EL-4-host-reads · D-50). */
import { allowanceOf, barredForAll, type Consent } from '@copane/host'
import { asFront, mintReceiptId, openCollector, openReceipts } from '@copane/host/node'
import { type Parcel, rulesOf } from '../../handover/parcel.js'
import { type Answer, refusal } from '../answer.js'
import type { Asked } from '../asking.js'
import { meantBy, type NamedApp } from '../name-apps.js'
import { said } from '../words.js'
import { findNamed, notAllowed, type World } from '../world.js'

/** What a read waits for the app. Units: milliseconds; the user asked, and waits. */
const READ_MS = 1000

/** Hands out what was shared; else asks where the client can; else says how to share. */
export async function pointing(
  world: World,
  word: string | undefined,
  ask: (question: string) => Asked,
): Promise<Answer> {
  const consent = await world.settings.read()
  const barred = barredForAll(consent)
  if (barred) return notAllowed(barred.message)
  const parcel = world.shelf.now()
  if (parcel && (await isOf(world, parcel, word))) return handOut(world, parcel, consent)
  const isAlways = consent.kind === 'settings' && consent.settings.always === true
  const isAsking = !isAlways && ask('') !== 'cannot'
  if (!isAlways && !isAsking) return NOT_SHARED
  const found = await findNamed(world, word)
  if (found.kind !== 'app') return found.answer
  const question = `${world.client()} asks to see what you point at in ${said(found.named.handle)}. Share it once?`
  switch (isAlways ? 'yes' : ask(question)) {
    case 'yes':
      return collect(world, found.named)
    case 'ask':
      return { kind: 'question', message: question }
    case 'no':
    case 'cannot':
      return refusal('user_said_no', 'The user was asked and did not share it. Go on without it.')
  }
}

/** Reads an app for an act of the user that happened just now: a prompt they ran, a yes they gave. */
export async function collect(world: World, { app }: NamedApp): Promise<Answer> {
  const collector = openCollector({
    client: world.client(),
    front: async () => asFront(app, { timeoutMs: READ_MS, name: world.client() }),
    settings: world.settings,
  })
  try {
    const collection = collector.collect()
    const state = await collection.ready
    if (state.kind === 'nothing')
      return state.why === 'barred'
        ? notAllowed(state.message)
        : refusal('nothing_read', `Nothing was read: ${state.message}.`)
    if (state.kind === 'too-large')
      return refusal('too_large', 'What the user points at is too large. Ask them to select less.')
    const sent = await collection.send()
    if (state.kind !== 'shown' || sent.kind !== 'sent')
      return refusal('nothing_read', 'Nothing was given: ask the user to share again.')
    note(
      world,
      state.preview.app,
      state.preview.items.map(({ id }) => id),
    )
    return given(sent.text, sent.images)
  } finally {
    collector.close()
  }
}

/** Gives a parcel, under the settings it was shared under, with a receipt each time. */
async function handOut(world: World, parcel: Parcel, consent: Consent): Promise<Answer> {
  const allowance = allowanceOf(consent, parcel.app.bundleId)
  if (allowance.kind === 'barred') return notAllowed(allowance.message)
  if (rulesOf(consent) !== parcel.rules || consent.kind !== 'settings')
    return refusal(
      'not_shared',
      'The user’s settings changed since they shared. Ask them to share again: copane share.',
    )
  const now = Date.now()
  const receipt = {
    ...parcel.receipt,
    id: mintReceiptId(now),
    time: new Date(now).toISOString(),
    client: world.client(),
  }
  const bytes = new TextEncoder().encode(parcel.text)
  const kept = await openReceipts().keep(receipt, bytes, consent.settings.keepSentDays)
  if (kept.kind !== 'kept')
    return refusal('not_shared', `No receipt could be kept, so nothing is given: ${kept.message}.`)
  note(world, parcel.app, parcel.ids)
  return given(parcel.text, parcel.images)
}

/** The elements that the agent knows of now, and may ask the place of. */
function note(world: World, app: { instance: string }, ids: readonly string[]): void {
  world.handed.set(app.instance, new Set([...(world.handed.get(app.instance) ?? []), ...ids]))
}

const given = (text: string, images: Parcel['images']): Answer => ({
  kind: 'answer',
  data: { text },
  text,
  images,
})

/** True for a parcel of the app that is asked for: the very run, where the word means one that runs. */
async function isOf(world: World, { app }: Parcel, word: string | undefined): Promise<boolean> {
  if (word === undefined) return true
  const meant = meantBy((await world.apps()).named, word)
  return meant.kind === 'app'
    ? meant.named.app.descriptor.instance === app.instance
    : [app.name, app.bundleId].some(name => name.toLowerCase() === word.toLowerCase())
}

const NOT_SHARED = refusal(
  'not_shared',
  'The user shared nothing. If you need to see what they point at, ask them to run: copane share, or the prompt “pointing”.',
)
