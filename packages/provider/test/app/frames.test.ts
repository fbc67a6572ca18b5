import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { verifies } from '../../../../test/support/verifies.js'
import { framesOf } from '../../src/app/frames.js'
import { findingLine } from '../../src/app/report-findings.js'
import { defineAction } from '../../src/index.js'
import { createApp, type DeveloperFinding } from '../../src/node/index.js'
import { clientOf } from '../support/notes.js'

verifies('D-08', 'of a thrown error the developer reads where, and not a word of what', async () => {
  const found: DeveloperFinding[] = []
  const app = createApp<object>({
    bundleId: 'dev.copane.notes',
    name: 'Notes',
    version: '1.0.0',
    state: {},
    actions: [
      defineAction<object>({
        name: 'break',
        title: 'Break',
        description: 'Throws.',
        changes: () => {
          throw new Error('canary: over\n    at canary (/canary/file.ts:1:1)')
        },
      }),
    ],
    findings: finding => void found.push(finding),
  })
  const client = await clientOf(app)
  await client.callTool({ name: 'app__break', arguments: {} })
  await client.close()
  await app.stop()
  equal(found.length, 1)
  const [finding] = found
  ok(finding)
  match(finding.frames?.[0] ?? '', /\/frames\.test\.ts:\d+:\d+$/)
  ok((finding.frames?.length ?? 0) <= 5)
  match(findingLine(finding), /give a refusal back: .*\/frames\.test\.ts:\d+:\d+$/)
  ok(!JSON.stringify(found).includes('canary'), 'no word of the error')
})

const place = (function namedAfterACanary() {
  return new Error('canary').stack
})()

const rows: readonly [title: string, error: unknown, frames: number | 'some'][] = [
  ['nothing', undefined, 0],
  ['a text', 'canary\n    at canary (/canary.ts:1:1)', 0],
  ['an object with a stack that is none', { stack: 7 }, 0],
  [
    'an object that throws when it is read',
    {
      get stack(): string {
        throw new Error('canary')
      },
    },
    0,
  ],
  [
    'a message that was changed since',
    { name: 'Error', message: 'z', stack: 'Error: x\n    at y (/canary.ts:1:1)\n    at z (/app.ts:1:1)' },
    0,
  ],
  ['an error of the platform', refusedByNode(), 'some'],
  ['an error without words', new Error(), 'some'],
  ['an error whose function is named', { name: 'Error', message: 'canary', stack: place }, 'some'],
]
for (const [title, error, count] of rows)
  verifies('D-08', `frames of ${title}: places in files alone`, () => {
    const frames = framesOf(error)
    if (count === 0) deepEqual(frames, [])
    else ok(frames.length > 0)
    for (const frame of frames) match(frame, /^\/[^()]+:\d+:\d+$/)
    ok(!frames.join().includes('anary'))
  })

function refusedByNode(): unknown {
  try {
    return Buffer.alloc(-1)
  } catch (error) {
    return error
  }
}
