/** MCP's own conformance suite against our serving layer, in both eras: `npm run -s mcp-conformance [-- --json]`. */
import { join } from 'node:path'
import { flags } from './lib/flags.ts'
import { serveFixture } from './lib/mcp-conformance/serve.ts'
import { REVISIONS, runSuite } from './lib/mcp-conformance/suite.ts'

const { json } = flags('npm run -s mcp-conformance', ['json'])

const fixture = await serveFixture()
const runs = []
for (const revision of REVISIONS) {
  const baseline = join(import.meta.dirname, `lib/mcp-conformance/baseline-${revision}.yml`)
  const { code, said, rows } = await runSuite(fixture.url, revision, { baseline })
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
