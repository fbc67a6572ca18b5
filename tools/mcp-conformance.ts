/** MCP's own conformance suite against our serving layer, in both eras: `npm run -s mcp-conformance [-- --json]`. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { flags } from './lib/flags.ts'
import { serveFixture } from './lib/mcp-conformance/serve.ts'

const { json } = flags('npm run -s mcp-conformance', ['json'])
const root = join(import.meta.dirname, '..')
const SUITE = join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
const REVISIONS = ['2025-11-25', '2026-07-28']

const fixture = await serveFixture()
const runs = []
for (const revision of REVISIONS) {
  const { code, said } = await run(revision)
  const rows = [...said.matchAll(/^[✓✗] ([\w-]+): (\d+) passed, (\d+) failed$/gm)].map(
    ([, scenario = '', passed, failed]) => ({ scenario, passed: Number(passed), failed: Number(failed) }),
  )
  const isAsExpected = code === 0 && rows.length > 20
  runs.push({ revision, isAsExpected, rows })
  const whole = rows.filter(({ failed }) => failed === 0).length
  console.log(
    `${revision}  ${whole} of ${rows.length} scenarios pass whole; ${isAsExpected ? 'the others are in the baseline' : 'NOT as the baseline says'}`,
  )
  if (!isAsExpected) process.stderr.write(said.slice(Math.max(0, said.indexOf('=== SUMMARY'))))
}
await fixture.close()
if (json) console.log(JSON.stringify({ runs }))
process.exit(runs.every(({ isAsExpected }) => isAsExpected) ? 0 : 1)

function run(revision: string): Promise<{ code: number | null; said: string }> {
  const { promise, resolve } = Promise.withResolvers<{ code: number | null; said: string }>()
  const baseline = join(root, `tools/lib/mcp-conformance/baseline-${revision}.yml`)
  const child = spawn(process.execPath, [
    SUITE,
    'server',
    '--url',
    fixture.url,
    '--requirements',
    revision,
    '--expected-failures',
    baseline,
  ])
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.on('close', code => resolve({ code, said }))
  return promise
}
