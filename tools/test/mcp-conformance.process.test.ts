import { equal } from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { verifies } from '../../test/support/verifies.js'

for (const id of ['D-02', 'FR-36'] as const)
  verifies(
    id,
    "MCP's own conformance suite finds what the baselines give a reason for, and no more nor less",
    () => {
      const tool = join(import.meta.dirname, '../mcp-conformance.ts')
      const { status, stdout, stderr } = spawnSync(process.execPath, [tool], { encoding: 'utf8' })
      equal(status, 0, stdout + stderr)
    },
  )
