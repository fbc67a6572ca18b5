import { deepEqual, equal } from 'node:assert/strict'
import { request } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll } from 'vitest'
import { verifies } from '../../../../test/support/verifies.js'
import { bothWays } from '../support/both-ways.js'
import { CHANGES, FORMS, plain } from '../support/hot-reads.js'

let lanes: Awaited<ReturnType<typeof bothWays>>
beforeAll(async () => {
  lanes = await bothWays()
})
afterAll(() => lanes.stop())

for (const form of FORMS) {
  verifies('D-02', `${form.path}, ${form.era}: the plain form is answered without the SDK`, async () => {
    const before = lanes.taken()
    const [fast, sdk] = await lanes.ask(plain(form))
    equal(lanes.taken(), before + 1)
    equal(fast.status, 200)
    deepEqual(fast, sdk)
  })

  const texts = [
    'plain',
    'long '.repeat(20_000),
    'größer '.repeat(20_000),
    '"\\\n\u2028\u0000',
    'Größe 日本語 🙂',
    '\ud800 half',
    '</script>',
  ]
  for (const title of texts)
    verifies(
      'D-02',
      `${form.path}, ${form.era}: the bytes of ${JSON.stringify(title.slice(0, 8))}`,
      async () => {
        lanes.setTitle(title)
        const [fast, sdk] = await lanes.ask(plain(form))
        lanes.setKeeping(true)
        const [kept] = await lanes.ask(plain(form))
        lanes.setKeeping(false)
        lanes.setTitle('Pads')
        deepEqual(fast, sdk)
        deepEqual(kept, sdk)
      },
    )

  verifies('D-54', `${form.path}, ${form.era}: each read is told once, with the client's name`, async () => {
    lanes.heard()
    await lanes.ask(plain(form))
    const [fast, sdk] = lanes.heard()
    equal(fast.length, 1)
    deepEqual(fast, sdk)
  })

  verifies('D-02', `${form.path}, ${form.era}: an app that fails is answered as by the SDK`, async () => {
    lanes.setFailing(true)
    lanes.heard()
    const [fast, sdk] = await lanes.ask(plain(form))
    lanes.setFailing(false)
    deepEqual(fast, sdk)
    // Once: it is told once, and the app is not asked a second time.
    deepEqual(
      lanes.heard().map(heard => heard.length),
      [1, 1],
    )
    equal((await lanes.ask(plain(form)))[0].status, 200)
  })
}

verifies(
  'D-02',
  'whatever a client changes, the lane says what the SDK says, or leaves it to it',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...FORMS),
        fc.array(fc.constantFrom(...Object.keys(CHANGES)), { maxLength: 3 }),
        async (form, names) => {
          const asked = names.reduce((at, name) => CHANGES[name]?.(at) ?? at, plain(form))
          lanes.heard()
          const [fast, sdk] = await lanes.ask(asked)
          deepEqual(fast, sdk)
          deepEqual(...lanes.heard())
        },
      ),
      { numRuns: 600 },
    )
  },
)

for (const name of Object.keys(CHANGES))
  for (const form of FORMS)
    verifies('D-02', `${form.path}, ${form.era}, ${name}: as the SDK`, async () => {
      const asked = CHANGES[name]?.(plain(form)) ?? plain(form)
      const [fast, sdk] = await lanes.ask(asked)
      deepEqual(fast, sdk)
    })

const refused: [title: string, headers: { [name: string]: string }, status: number][] = [
  ['an origin', { origin: 'http://127.0.0.1' }, 403],
  ['another host', { host: 'localhost' }, 403],
  ['a wrong token', { authorization: 'Bearer u' }, 401],
  ['no scheme', { authorization: 't' }, 401],
]
for (const [title, headers, status] of refused)
  verifies('D-06', `${title} is refused before the lane is asked`, async () => {
    lanes.heard()
    const before = lanes.taken()
    for (const form of FORMS) {
      const asked = plain(form)
      const [fast, sdk] = await lanes.ask({ ...asked, headers: { ...asked.headers, ...headers } })
      equal(fast.status, status)
      equal(sdk.status, status)
    }
    equal(lanes.taken(), before)
    deepEqual(lanes.heard(), [[], []])
  })

verifies('D-06', 'a client that leaves in the middle harms nobody', async () => {
  const letGo = lanes.hold()
  const asked = plain({ path: '/elements', era: 'modern' })
  const call = request({
    host: '127.0.0.1',
    port: lanes.port,
    path: asked.path,
    method: 'POST',
    headers: { ...asked.headers, authorization: 'Bearer t' },
  })
  const left = new Promise(resolve => call.once('close', resolve))
  call.on('error', () => {})
  call.end(JSON.stringify(asked.body))
  while (lanes.heard()[0].length === 0) await new Promise(resolve => setImmediate(resolve))
  call.destroy()
  await left
  letGo()
  equal((await lanes.ask(asked))[0].status, 200)
})
