import { deepEqual, equal, ok } from 'node:assert/strict'
import type { TreeElement } from '@copane/protocol/elements'
import fc from 'fast-check'
import { verifies } from '../../../../test/support/verifies.ts'
import { openLedger } from '../../src/elements/ledger.ts'
import type { Collection, CollectionState } from '../../src/consent/collection.ts'
import type { Preview } from '../../src/consent/preview.ts'
import { ALLOWED, denying, EDITOR, tree, TWO_FILES } from '../policy/support.ts'
import { digest, openWorld } from './world.ts'

function previewOf(state: CollectionState): Preview {
  if (state.kind !== 'shown') throw new Error(`nothing is shown: ${state.kind}`)
  return state.preview
}

async function sentBy(collection: Collection) {
  const outcome = await collection.send()
  if (outcome.kind !== 'sent') throw new Error(`not sent: ${outcome.kind}`)
  return outcome
}

/** Resolves when told to. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {}
  const opened = new Promise<void>(resolve => (open = resolve))
  return { opened, open: () => open() }
}

verifies('EL-9.2-on-action', 'without an act of the user nothing is read, with one once', async () => {
  const { world, collector } = openWorld(tree(TWO_FILES))
  world.passTime(3_600_000)
  deepEqual(world.log, [])
  await collector.collect().ready
  world.passTime(3_600_000)
  deepEqual(world.log, ['front', 'read'])
})

verifies('EL-4-host-reads', 'sending, removing and looking again never read', async () => {
  const { world, collector } = openWorld(tree(TWO_FILES))
  const collection = collector.collect()
  await collection.ready
  collection.remove('p-1')
  await collection.send()
  await collection.send()
  collection.state()
  deepEqual(world.log, ['front', 'read'])
})

for (const form of ['outline', 'json'] as const)
  verifies(
    'FR-59',
    `what is sent as ${form} is what was shown, byte for byte, and the receipt is of it`,
    async () => {
      const { world, collector } = openWorld(tree(TWO_FILES))
      const collection = collector.collect({ form, scope: 'open' })
      const shown = previewOf(await collection.ready)
      const { bytes, text, receipt } = await sentBy(collection)
      equal(text, shown.text)
      deepEqual(Buffer.from(bytes), Buffer.from(shown.text, 'utf8'))
      equal(shown.bytes, bytes.length)
      deepEqual(receipt, {
        id: receipt.id,
        time: new Date(world.clock).toISOString(),
        client: 'test host',
        app: { bundleId: 'org.x.Editor', name: 'Editor' },
        form,
        counts: { elements: 8, selected: 1, leftOut: {} },
        bytes: bytes.length,
        sha256: digest(bytes),
        images: [],
      })
      deepEqual(world.kept, [{ receipt, bytes, days: 0 }])
    },
  )

verifies('FR-59', 'an image that goes along is shown and on the receipt', async () => {
  const data = Buffer.from('a small picture').toString('base64')
  const root = tree('app Application\n  a Image selected\n  b Image', {
    a: { content: [{ type: 'image', data, mimeType: 'image/png' }] },
    b: { content: [{ type: 'image', data: 'QUJD', mimeType: 'image/png' }] },
  })
  const { collector } = openWorld(root)
  const collection = collector.collect({ maxImageBase64: 1000, mostImages: 2 })
  equal(previewOf(await collection.ready).images.length, 2)
  deepEqual(previewOf(collection.remove('b')).images, [{ id: 'a', mimeType: 'image/png', data }])
  const { images, receipt } = await sentBy(collection)
  deepEqual(images, [{ id: 'a', mimeType: 'image/png', data }])
  deepEqual(receipt.images, [
    { mimeType: 'image/png', bytes: data.length, sha256: digest(Buffer.from(data)) },
  ])
})

verifies('D-52', 'a receipt holds no title, text or id of the app', async () => {
  const { collector } = openWorld(tree(TWO_FILES))
  const collection = collector.collect()
  await collection.ready
  const said = JSON.stringify((await sentBy(collection)).receipt)
  for (const word of ['draft', 'chosen', 'sel-1', 'run-1']) ok(!said.includes(word), word)
})

verifies(
  'EL-9.2-show-remove',
  'an element that is taken out goes with all below it, and the user sees that',
  async () => {
    const { collector } = openWorld(tree(TWO_FILES))
    const collection = collector.collect()
    await collection.ready
    const { text, items, leftOut } = previewOf(collection.remove('doc-1'))
    deepEqual(
      items.map(({ id }) => id),
      ['app', 'w-1', 'w-2', 'doc-3'],
    )
    deepEqual(leftOut.removed, { elements: 3, texts: 0, parts: 0 })
    for (const word of ['draft', 'chosen', 'nearby']) ok(!text.includes(word), word)
    equal((await sentBy(collection)).text, text)
  },
)

verifies('EL-9.2-show-remove', 'selected text that is taken out is gone everywhere', async () => {
  const { collector } = openWorld(tree(TWO_FILES, { 'w-1': { title: 'the chosen words - Editor' } }))
  const collection = collector.collect()
  ok(previewOf(await collection.ready).text.includes('the chosen words'))
  const { text } = previewOf(collection.remove('sel-1'))
  ok(!text.includes('chosen'))
  ok(text.includes('All of the draft, with █ in it, and more.'))
})

verifies('EL-9.2-show-remove', 'taking out never brings into sight what was not shown', async () => {
  const rows = Array.from({ length: 300 }, (_, at) => `  r-${at} Row "Row ${at}"`)
  const { collector } = openWorld(
    tree(['app Application', '  s Text selected', ...rows].join('\n'), {
      s: { content: [{ type: 'text', text: 'a long selection '.repeat(100) }] },
    }),
  )
  const collection = collector.collect({ budget: { maxBytes: 4000 } })
  const before = previewOf(await collection.ready).items.map(({ id }) => id)
  ok(before.length < 302)
  const after = previewOf(collection.remove('s'))
  deepEqual(
    after.items.map(({ id }) => id),
    before.filter(id => id !== 's'),
  )
  ok(after.bytes <= 4000)
})

verifies(
  'EL-9.2-show-remove',
  'taking out a short passage that is repeated all over keeps to the budget',
  async () => {
    const rows = Array.from({ length: 100 }, (_, at) => `  r-${at} Text = "${'abc '.repeat(10)}"`)
    const { collector } = openWorld(
      tree(['app Application', '  s Text selected = "abc"', ...rows].join('\n')),
    )
    const collection = collector.collect({ budget: { maxBytes: 5000 } })
    await collection.ready
    ok(previewOf(collection.remove('s')).bytes <= 5000)
  },
)

verifies('EL-9.2-show-remove', 'everything taken out: nothing can be sent', async () => {
  const { world, collector } = openWorld(tree(TWO_FILES))
  const collection = collector.collect()
  await collection.ready
  deepEqual(collection.remove('app'), {
    kind: 'nothing',
    why: 'removed',
    message: 'everything was taken out',
  })
  equal((await collection.send()).kind, 'not-shown')
  deepEqual(world.kept, [])
})

verifies(
  'EL-9.2-show-remove',
  'an answer that arrives after everything was taken out is discarded',
  async () => {
    const { world, collector } = openWorld(tree(TWO_FILES))
    const late = gate()
    world.until = late.opened
    const collection = collector.collect()
    equal((await collection.send()).kind, 'not-shown')
    collection.cancel()
    deepEqual(await collection.ready, { kind: 'ended', why: 'cancelled' })
    late.open()
    await new Promise(resolve => setImmediate(resolve))
    deepEqual(collection.state(), { kind: 'ended', why: 'cancelled' })
    equal((await collection.send()).kind, 'not-shown')
  },
)

verifies('EL-9.2-show-remove', 'what is taken out while it is being sent is not sent', async () => {
  const { world, collector } = openWorld(tree(TWO_FILES))
  const collection = collector.collect()
  await collection.ready
  const sending = collection.send()
  collection.remove('sel-1')
  equal((await sending).kind, 'changed')
  const again = collection.send()
  collection.cancel()
  equal((await again).kind, 'changed')
  deepEqual(world.kept, [])
})

verifies(
  'EL-9.2-show-remove',
  'any removals in any order: the same bytes, nothing of what went',
  async () => {
    const ids = ['w-1', 'doc-1', 'sel-1', 'p-1', 'doc-2', 'w-2', 'doc-3']
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(ids),
        fc.constantFrom('outline' as const, 'json' as const),
        async (gone, form) => {
          const { collector } = openWorld(tree(TWO_FILES))
          const [one, other] = [
            collector.collect({ form, scope: 'open' }),
            collector.collect({ form, scope: 'open' }),
          ]
          await Promise.all([one.ready, other.ready])
          for (const id of gone) one.remove(id)
          for (const id of gone.toSorted()) other.remove(id)
          const { text, items } = previewOf(one.state())
          equal(text, previewOf(other.state()).text)
          for (const id of gone) ok(!items.some(item => item.id === id) && !text.includes(`${id} `))
          if (gone.some(id => ['w-1', 'doc-1', 'sel-1'].includes(id))) ok(!text.includes('chosen'))
          equal((await sentBy(one)).text, text)
        },
      ),
      { numRuns: 100 },
    )
  },
)

verifies('FR-1', 'what is too large even in lines can be thinned out until it fits', async () => {
  const rows: TreeElement[] = Array.from({ length: 200 }, (_, at) => ({
    id: `r-${at}`,
    role: 'Row',
    selected: true,
  }))
  const root: TreeElement = {
    id: 'app',
    role: 'Application',
    children: [
      { id: 'l', role: 'List', children: rows },
      { id: 's', role: 'Text', selected: true },
    ],
  }
  const { collector } = openWorld(root)
  const collection = collector.collect({ budget: { maxBytes: 2000 } })
  const state = await collection.ready
  if (state.kind !== 'too-large') throw new Error(state.kind)
  ok(state.needs > 2000 && state.items.length === 203)
  const { items, leftOut } = previewOf(collection.remove('l'))
  deepEqual(
    items.map(({ id }) => id),
    ['app', 's'],
  )
  deepEqual(leftOut.removed?.elements, 201)
})

verifies('FR-34', 'when it is off, nobody is asked which app is in front', async () => {
  const { world, collector } = openWorld(tree(TWO_FILES))
  world.consent = { kind: 'settings', settings: { off: true, deny: [], keepSentDays: 0 } }
  equal((await collector.collect().ready).kind, 'nothing')
  world.consent = { kind: 'unreadable', message: 'torn' }
  const state = await collector.collect().ready
  deepEqual(state, {
    kind: 'nothing',
    why: 'barred',
    message: "the settings can't be read, so nothing is allowed: torn",
  })
  deepEqual(world.log, [])
})

verifies('FR-34', 'an app that is kept out is not read', async () => {
  const { world, collector } = openWorld(tree(TWO_FILES))
  world.consent = denying({ bundleId: 'org.x.Editor' })
  equal((await collector.collect().ready).kind, 'nothing')
  deepEqual(world.log, ['front'])
})

verifies('FR-34', 'a denial between showing and sending holds: it must be looked at again', async () => {
  const { world, collector } = openWorld(tree(TWO_FILES, { 'doc-3': { url: 'file:///home/ada/plan.md' } }))
  const collection = collector.collect()
  const before = previewOf(await collection.ready)
  world.consent = denying({ url: '*/plan.md' })
  const outcome = await collection.send()
  if (outcome.kind !== 'changed') throw new Error(outcome.kind)
  const after = previewOf(outcome.state)
  ok(before.text.includes('plan') && !after.text.includes('plan'))
  equal((await sentBy(collection)).text, after.text)
  world.consent = denying({ bundleId: '*' })
  deepEqual((await collection.send()).kind, 'changed')
  equal(collection.state().kind, 'nothing')
  equal(world.kept.length, 1)
})

verifies('FR-34', 'what the user took out stays out when the settings change', async () => {
  const { world, collector } = openWorld(tree(TWO_FILES))
  const collection = collector.collect()
  await collection.ready
  collection.remove('p-1')
  world.consent = denying({ subrole: 'nothing-like-it' })
  const { text } = await sentBy(collection)
  ok(!text.includes('nearby'))
})

verifies('FR-59', 'what can get no receipt is not sent', async () => {
  const { world, collector } = openWorld(tree(TWO_FILES))
  const collection = collector.collect()
  await collection.ready
  world.refuses = 'the disk is full'
  deepEqual(await collection.send(), { kind: 'refused', message: 'the disk is full' })
  world.refuses = undefined
  await sentBy(collection)
})

verifies('D-50', 'a collection expires, and holds nothing any more', async () => {
  const { world, collector, timers } = openWorld(tree(TWO_FILES))
  const collection = collector.collect()
  await collection.ready
  world.passTime(599_999)
  equal(collection.state().kind, 'shown')
  world.passTime(1)
  deepEqual(collection.state(), { kind: 'ended', why: 'expired' })
  equal((await collection.send()).kind, 'not-shown')
  deepEqual(collection.remove('p-1'), { kind: 'ended', why: 'expired' })
  equal(timers.size, 0)
})

verifies('D-50', 'of many collections the latest are kept', async () => {
  const { collector, timers } = openWorld(tree(TWO_FILES), { most: 3, expireMs: 1000 })
  const all = Array.from({ length: 10 }, () => collector.collect())
  await Promise.all(all.map(({ ready }) => ready))
  deepEqual(
    all.map(each => each.state().kind),
    [...Array(7).fill('ended'), 'shown', 'shown', 'shown'],
  )
  equal(timers.size, 3)
  collector.close()
  deepEqual(all.at(-1)?.state(), { kind: 'ended', why: 'closed' })
  equal(timers.size, 0)
})

for (const why of ['late', 'gone'] as const)
  verifies(
    'EL-9.2-never-wait',
    `an app that is ${why} leaves the host with nothing, and a word about it`,
    async () => {
      const { world, collector } = openWorld(tree(TWO_FILES))
      world.outcome = { kind: why }
      const state = await collector.collect().ready
      ok(state.kind === 'nothing' && state.why === why && state.message !== '')
    },
  )

verifies('FR-28', 'several apps for one front window: the choices are told, none is read', async () => {
  const { world, collector } = openWorld(tree(TWO_FILES))
  world.front = {
    kind: 'none',
    message: 'two apps answer for one process: Editor (org.x.Editor), Editor (org.y)',
  }
  deepEqual(await collector.collect().ready, {
    kind: 'nothing',
    why: 'no-app',
    message: 'two apps answer for one process: Editor (org.x.Editor), Editor (org.y)',
  })
  deepEqual(world.log, ['front'])
})

verifies('EL-9.2-full-name', 'the ledger learns the ids that were sent, and no others', async () => {
  const ledger = openLedger()
  const { collector } = openWorld(tree(TWO_FILES), { ledger })
  const collection = collector.collect()
  await collection.ready
  collection.remove('doc-3')
  const running = [{ provider: EDITOR.bundleId, instance: EDITOR.instance }]
  deepEqual(ledger.resolve('sel-1', running), { kind: 'gone', wasIssued: false })
  await sentBy(collection)
  equal(ledger.resolve('sel-1', running).kind, 'reference')
  for (const id of ['doc-3', 'doc-2'])
    deepEqual(ledger.resolve(id, running), { kind: 'gone', wasIssued: false })
})

verifies('EL-9.2-never-wait', 'a world that throws leaves nothing, and nothing is thrown', async () => {
  const { world, collector } = openWorld(tree(TWO_FILES))
  world.until = Promise.reject(new Error('broken'))
  equal((await collector.collect().ready).kind, 'nothing')
  equal(world.consent, ALLOWED)
})
