import { deepEqual, equal, match } from 'node:assert/strict'
import { afterEach } from 'vitest'
import { verifies } from '../../../../test/support/verifies.js'
import { faultFinding } from '../../src/app/call-faults.js'
import { type DeveloperFinding, findingLine, tellOnce } from '../../src/app/report-findings.js'
import { createAppReporter } from '../../src/node/app-reporter.js'
import { createApp } from '../../src/node/index.js'
import { clientOf, notesApp } from '../support/notes.js'

const finding = (at: string): DeveloperFinding => ({
  requirement: 'D-33',
  level: 'must',
  at,
  message: 'does not fit; mend it',
})
const environment = process.env.NODE_ENV
afterEach(() => {
  if (environment === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = environment
})

verifies('D-08', 'a finding is one line: level, id, place, message', () => {
  equal(findingLine(finding('windows[0]')), 'must     D-33  windows[0]  does not fit; mend it')
})

verifies(
  'D-08',
  'the same finding is told once, another place of it again, and never more than a thousand',
  () => {
    const told: DeveloperFinding[] = []
    const tell = tellOnce(each => void told.push(each))
    for (let each = 0; each < 1100; each++) {
      tell(finding(`windows[${each}]`))
      tell(finding('windows[0]'))
    }
    equal(told.length, 1000)
  },
)

verifies('D-08', 'a function of the app that throws is no reason to stop', () => {
  tellOnce(() => {
    throw new Error('broken')
  })(finding('windows[0]'))
})

verifies(
  'D-08',
  'findings are printed in development, to a function wherever one is given, never when silent',
  () => {
    process.env.NODE_ENV = 'production'
    equal(createAppReporter(undefined), undefined)
    equal(createAppReporter('silent'), undefined)
    equal(typeof createAppReporter(() => {}), 'function')
    process.env.NODE_ENV = 'development'
    equal(typeof createAppReporter(undefined), 'function')
    equal(createAppReporter('silent'), undefined)
  },
)

verifies('D-36', 'what an action did wrong names the action and what to do', () => {
  const { level, requirement, at, message } = faultFinding('no-commit', 'write')
  deepEqual([level, requirement, at], ['must', 'D-36', 'action write'])
  match(message, /call ctx\.commit\(\) or give a refusal back/)
})

verifies(
  'GB-4.4-flat-blocks',
  'a window that breaks a rule is told at once, and again when it changes',
  () => {
    const findings: DeveloperFinding[] = []
    const app = createApp({
      bundleId: 'com.example.pad',
      name: 'Pad',
      version: '1',
      state: { pads: 1 },
      windows: ({ pads }) =>
        Array.from({ length: pads }, (_, at) => ({
          key: `pad ${at}`,
          title: 'Pad',
          summary: 'A pad.',
          blocks: [{ type: 'text' as const, text: 'secret words' }],
        })),
      findings: each => void findings.push(each),
    })
    app.commit(() => ({ pads: 2 }))
    deepEqual(
      findings.map(({ at }) => at),
      ['$.windows[0].blocks[0]', '$.windows[1].blocks[0]'],
    )
    equal(JSON.stringify(findings).includes('secret'), false)
  },
)

verifies(
  'EL-5.3-one-hover',
  'a tree that breaks a rule is told when it is read, with its place',
  async () => {
    const notes = notesApp({
      elements: (_, ids) => ({
        id: ids.of('', 'root', 'app'),
        role: 'Application',
        title: 'Notes',
        children: ['work', 'shopping'].map(key => ({
          id: ids.window(key),
          role: 'Window',
          hovered: true as const,
        })),
      }),
    })
    const started = await notes.app.start()
    if (started.kind !== 'started') throw new Error(started.reason)
    const { endpoint, token } = started.provider.descriptor
    await read(endpoint, token)
    deepEqual(
      notes.findings.filter(({ requirement }) => requirement === 'EL-5.3-one-hover').length,
      1,
      JSON.stringify(notes.findings),
    )
    await notes.app.stop()
    notes.clean()
  },
)

verifies('D-48', 'an action that throws is told without a word of what it threw', async () => {
  const notes = notesApp()
  const client = await clientOf(notes.app)
  notes.app.store.guard(() => {
    throw new Error('secret words')
  })
  await client.callTool({ name: `${notes.app.idOf('work')}__remove`, arguments: {} })
  deepEqual(
    notes.findings.map(({ at }) => at),
    ['action remove'],
  )
  await client.close()
  await notes.app.stop()
  notes.clean()
})

async function read(endpoint: string, token: string): Promise<void> {
  await fetch(endpoint, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'resources/read',
      params: { uri: 'elements://current' },
    }),
  })
}
