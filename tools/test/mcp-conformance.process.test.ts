import { equal } from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { beforeAll } from 'vitest'
import { verifies } from '../../test/support/verifies.js'

const tool = join(import.meta.dirname, '../mcp-conformance.ts')
let run: { status: number | null; said: string }
beforeAll(() => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [tool], { encoding: 'utf8' })
  run = { status, said: stdout + stderr }
})

for (const id of ['D-02', 'FR-36'] as const)
  verifies(
    id,
    "MCP's own conformance suite fails where the baselines give a reason, and nowhere else",
    () => {
      equal(run.status, 0, run.said)
    },
  )
