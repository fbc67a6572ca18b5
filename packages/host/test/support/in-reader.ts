/** A host in a process of its own with little memory: reads the app of a process when told its id, and says what came of it. */
import { createInterface } from 'node:readline'

const [, , dist = '', folder = ''] = process.argv
const { discover, readFront } = await import(dist)

process.on('unhandledRejection', () => process.exit(9))
createInterface({ input: process.stdin }).on('line', line => void read(line))

async function read(line: string): Promise<void> {
  const { pid, discovers, ...options }: { pid: number; discovers?: boolean } = JSON.parse(line)
  const now = { kind: 'process', pid, start: undefined, window: undefined, order: 'seen' }
  const source = { look: async () => ({ kind: 'seen', now, before: [] }), close: () => {} }
  const began = performance.now()
  const { kind, findings = [], ignored = [], root } = await readFront(source, { folder, ...options })
  const { results = [] } = discovers ? await discover({ folder, ...options }) : {}
  console.log(
    JSON.stringify({
      kind,
      ms: performance.now() - began,
      rules: [...new Set(findings.map((each: { requirement: string }) => each.requirement))],
      ignored: ignored.map((each: { why: string }) => each.why),
      whys: results.map((each: { why: string }) => each.why),
      rows: root?.children?.length,
      rssMb: process.memoryUsage().rss / 2 ** 20,
    }),
  )
}
