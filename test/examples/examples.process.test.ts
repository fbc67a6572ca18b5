/** Every example runs and checks itself, and what the documents show of it is what it is. */
import { equal, match, ok } from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'vitest'
import { missingCommands } from '../../tools/lib/machine.ts'
import { runToEnd } from '../support/run-node.js'

const root = join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
/** What differs from run to run: the mark of the run in window ids. */
const steady = (text: string): string => text.replace(/\b[a-z]{5}(\d+)\b/g, 'mark$1')

/** CI has one, so there it is never left out. */
const lacksPython = process.env.CI !== 'true' && missingCommands(['python3']).length > 0

for (const check of globSync('examples/*/check.ts', { cwd: root }).sort()) {
  const isLeftOut = lacksPython && check.includes('python')
  test.skipIf(isLeftOut)(`${check} ends well${isLeftOut ? ': needs python3' : ''}`, async () => {
    const { code, output } = await runToEnd(process.execPath, [check], { cwd: root })
    equal(code, 0, output)
  })
}

test('an example in Python says what adds a Python where there is none', async () => {
  const { code, output } = await runToEnd(process.execPath, ['examples/python-elements/check.ts'], {
    cwd: root,
    env: { ...process.env, PATH: '' },
  })
  equal(code, 1)
  match(output, /^This example needs python3, 3\.10 or newer\. To add it: apt-get install -y python3$/m)
})

for (const document of ['README.md', 'packages/provider/README.md']) {
  test(`${document} shows the twenty lines as they are`, () => {
    ok(read(document).includes(`\`\`\`ts\n${read('examples/twenty-lines/pad.ts')}\`\`\`\n`))
  })

  test(`${document} shows what their check really prints`, async () => {
    const { output } = await runToEnd(process.execPath, ['examples/twenty-lines/check.ts'], { cwd: root })
    const shown = /```\n\$ node check\.ts\n([^]*?)```\n/.exec(read(document))?.[1] ?? 'nothing'
    equal(steady(shown), steady(output))
  })
}

for (const document of ['README.md', 'packages/provider/README.md', 'packages/host/README.md'])
  test(`every line of TypeScript in ${document} stands in an example that runs`, () => {
    const sources = globSync('examples/*/*.ts', { cwd: root }).map(read)
    const shown = [...read(document).matchAll(/```ts\n([^]*?)```\n/g)].map(([, code = '']) => code)
    ok(shown.length > 0)
    for (const code of shown)
      ok(
        sources.some(source => source.includes(code)),
        code,
      )
  })

for (const [at, shown] of ['ask-about-selection/short.ts', 'beside-the-user/agent.ts'].entries())
  test(`packages/host/README.md shows ${shown} as it is, and what its check really prints`, async () => {
    const document = read('packages/host/README.md')
    ok(document.includes(`\`\`\`ts\n${read(join('examples', shown))}\`\`\`\n`))
    const check = join('examples', dirname(shown), 'check.ts')
    const { output } = await runToEnd(process.execPath, [check], { cwd: root })
    const printed = [...document.matchAll(/```\n\$ node check\.ts\n([^]*?)```\n/g)].map(([, text]) => text)
    equal(printed[at], output)
  })

test('an example that fails is told by its exit code', async () => {
  const { code, output } = await runToEnd(process.execPath, ['tools/examples.ts', 'no-such'], { cwd: root })
  equal(code, 2)
  match(output, /^no example no-such; there are: .* Try: npm run -s examples -- /)
})
