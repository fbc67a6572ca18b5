/** The provider in Python passes the kit, and a host reads what its user points at. */
import { equal, match } from 'node:assert/strict'
import { join } from 'node:path'
import { checkProvider } from '@copane/conformance/node'
import { findApps, readApp } from '@copane/host/node'
import { printOutline } from '@copane/protocol/elements'
import { sayPassed, withDriver, withPrompt, withPython } from '../python-common/run-python.ts'

const script = join(import.meta.dirname, 'provider.py')
const note = join(import.meta.dirname, 'README.md')

await withPython(async () => {
  await withDriver(script, async ({ driver, place: { elements, descriptor = '' } }) => {
    if (!elements) throw new Error('the driver names no endpoint')
    sayPassed('kit', await checkProvider({ ...elements, descriptor }, { driver }))
  })
  await withPrompt([script, note], beHostAndUser)
})

async function beHostAndUser(prompt: (line: string) => Promise<string>): Promise<void> {
  const read = async () => {
    const {
      apps: [notes],
    } = await findApps({ timeoutMs: 5000 })
    const answer = notes && (await readApp(notes, { timeoutMs: 5000 }))
    if (answer?.kind !== 'answer') throw new Error(`the notes were not read: ${answer?.kind}`)
    return printOutline(answer.root)
  }
  equal(await prompt('select standard library'), 'selected')
  const before = await read()
  console.log(before)
  equal(await prompt('type Words that come before it.'), 'typed')
  const [id = 'none'] = /sel-\d+/.exec(before) ?? []
  match(await read(), new RegExp(`${id} Text.*"standard library"`))
}
