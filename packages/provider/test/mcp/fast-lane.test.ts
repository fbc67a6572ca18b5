import { deepEqual, equal } from 'node:assert/strict'
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

  const texts = ['plain', '"\\\n\u2028\u0000', 'Größe 日本語 🙂', '\ud800 half', '</script>']
  for (const title of texts)
    verifies('D-02', `${form.path}, ${form.era}: the bytes of ${JSON.stringify(title)}`, async () => {
      lanes.setTitle(title)
      const [fast, sdk] = await lanes.ask(plain(form))
      deepEqual(fast, sdk)
      lanes.setTitle('Pads')
    })

  verifies('D-54', `${form.path}, ${form.era}: each read is told once, with the client's name`, async () => {
    lanes.heard()
    await lanes.ask(plain(form))
    const [fast, sdk] = lanes.heard()
    equal(fast.length, 1)
    deepEqual(fast, sdk)
  })

  verifies('D-02', `${form.path}, ${form.era}: an app that fails is answered as by the SDK`, async () => {
    lanes.setFailing(true)
    const [fast, sdk] = await lanes.ask(plain(form))
    lanes.setFailing(false)
    deepEqual(fast, sdk)
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
