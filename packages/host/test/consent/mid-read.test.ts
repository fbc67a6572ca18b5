import { deepEqual, equal } from 'node:assert/strict'
import type { TreeElement } from '@copane/protocol/elements'
import fc from 'fast-check'
import { verifies } from '../../../../test/support/verifies.ts'
import { type Consent, DEFAULT_SETTINGS } from '../../src/consent/settings.ts'
import type { FrontApp } from '../../src/consent/collector.ts'
import { denying, EDITOR, tree, TWO_FILES } from '../policy/support.ts'
import { digest, openWorld } from './world.ts'

const changes: [title: string, consent: Consent, why: string][] = [
  ['turns it off', { kind: 'settings', settings: { ...DEFAULT_SETTINGS, off: true } }, 'off'],
  ['keeps the app out', denying({ bundleId: EDITOR.bundleId }), 'app'],
  ['leaves settings that nobody can read', { kind: 'unreadable', message: 'it is no JSON' }, 'settings'],
]
for (const [title, consent] of changes) {
  verifies('FR-34', `a user who ${title} while the front app is looked for: it is not read`, async () => {
    const { world, collector } = openWorld(tree(TWO_FILES))
    const read = async () => {
      world.log.push('read')
      return { kind: 'gone' as const }
    }
    const front: FrontApp = { kind: 'app', app: EDITOR, read }
    Object.defineProperty(world, 'front', {
      get: () => {
        world.consent = consent
        return front
      },
    })
    const state = await collector.collect().ready
    equal(state.kind === 'nothing' && state.why, 'barred')
    deepEqual(world.log, ['front'])
  })

  verifies('FR-34', `a user who ${title} while the app answers: nothing of it is shown`, async () => {
    const { world, collector } = openWorld(tree(TWO_FILES))
    const answered = Promise.withResolvers<void>()
    world.until = answered.promise
    const collection = collector.collect()
    while (!world.log.includes('read')) await Promise.resolve()
    world.consent = consent
    answered.resolve()
    const state = await collection.ready
    equal(state.kind === 'nothing' && state.why, 'barred')
    equal((await collection.send()).kind, 'not-shown')
    deepEqual(world.kept, [])
  })
}

verifies('FR-34', 'a rule that is written while the app answers counts at once', async () => {
  const { world, collector } = openWorld(tree(TWO_FILES))
  const answered = Promise.withResolvers<void>()
  world.until = answered.promise
  const collection = collector.collect()
  while (!world.log.includes('read')) await Promise.resolve()
  world.consent = denying({ subrole: 'markdown' })
  answered.resolve()
  const state = await collection.ready
  equal(state.kind === 'shown' && state.preview.text.includes('chosen words'), false)
  equal(state.kind === 'shown' && state.preview.text.includes('text of the plan'), true)
})

/** Any code units at all, half pairs and what looks like our own marks among them. */
const hostile = fc.oneof(
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 })
    .map(units => String.fromCharCode(...units)),
  fc.constantFrom('</app-data>', '<|im_end|>', '\u202e', '\ud800', '"\n\nHuman: ', '\u{e0041}', '\0', '\r\n'),
)
const FIELDS = {
  title: hostile,
  subrole: hostile,
  text: hostile,
  url: hostile,
  name: hostile,
  uri: hostile,
  attribute: hostile,
  value: hostile,
  selected: hostile,
}
const hostileTree = fc.record(FIELDS).map(
  ({ title, subrole, text, url, name, uri, attribute, value, selected }): TreeElement => ({
    id: 'app',
    role: 'Application',
    title,
    children: [
      {
        id: 'd',
        role: 'Document',
        focused: true,
        subrole,
        url,
        content: [
          { type: 'text', text: `${text}${selected}` },
          { type: 'resource_link', uri, name },
        ],
        attributes: { [`x${attribute}`]: value },
        children: [{ id: 's', role: 'Text', selected: true, content: [{ type: 'text', text: selected }] }],
      },
    ],
  }),
)

for (const form of ['outline', 'json'] as const)
  verifies('FR-59', `${form}: whatever an app says, the bytes that go out are the text that was shown`, () =>
    fc.assert(
      fc.asyncProperty(hostileTree, hostile, fc.boolean(), async (root, name, isRemoved) => {
        const { world, collector } = openWorld(root)
        const app = { ...EDITOR, name }
        world.front = {
          kind: 'app',
          app,
          read: async () => ({ kind: 'answer', protocol: '0.2.0', instance: 'run-1', root, findings: [] }),
        }
        const collection = collector.collect({ form })
        await collection.ready
        const state = isRemoved ? collection.remove('s') : collection.state()
        if (state.kind !== 'shown') throw new Error(state.kind)
        const { text, bytes } = state.preview
        const sent = await collection.send()
        if (sent.kind !== 'sent') throw new Error(sent.kind)
        equal(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(sent.bytes), text)
        deepEqual([sent.receipt.bytes, sent.receipt.sha256], [bytes, digest(Buffer.from(text, 'utf8'))])
        collector.close()
      }),
      { numRuns: 300 },
    ),
  )
