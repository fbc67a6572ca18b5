import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { verifies } from '../../../../test/support/verifies.ts'
import { type Peer, startAgent } from './support/agents.ts'
import { makeStage } from './support/stage.ts'
import { doTask, type Half } from './support/task.ts'

/** Lists tools once, reads one half of each answer, uses no resource and no notification. */
async function taskWith(peer: Peer, half: Half) {
  const stage = makeStage()
  const desk = await stage.startDesk()
  const agent = await startAgent({ env: stage.env, peer })
  const listed = await agent.tools()
  const done = await doTask(agent, desk, half)
  return { desk, agent, listed, done }
}

const HABITS: [id: 'FR-51' | 'FR-52' | 'FR-53' | 'FR-54', title: string, peer: Peer, half: Half][] = [
  [
    'FR-51',
    'a client that lists tools once for ever does a task whose windows open later',
    'v2 modern',
    'text',
  ],
  ['FR-52', 'a client of tools alone, in the legacy era, does the same task', 'v2 legacy', 'structured'],
  [
    'FR-53',
    'a model that sees only structured content recovers from every refusal',
    'v2 modern',
    'structured',
  ],
  ['FR-53', 'a model that sees only text recovers from every refusal', 'v2 auto', 'text'],
  ['FR-54', 'the v1 client, which judges errors by the output schema, loses none', 'v1', 'structured'],
]

for (const [id, title, peer, half] of HABITS)
  verifies(id, title, async () => {
    const { desk, agent, done } = await taskWith(peer, half)
    match(done.validation, /validation_failed/)
    match(done.validation, /recipient/)
    match(done.stale, /stale_state/)
    match(done.blocked, /blocked_by_modal/)
    const seen = await desk.see()
    equal(seen.texts[done.editor]?.address, '1 User Road')
    equal(seen.texts[done.editor]?.note, 'Ring three times')
    const after = await agent.call('windows', { app: 'Desk', windows: [done.editor] })
    match(after.text, /"Status" = "submitted"/)
  })

verifies('FR-51', 'the list of tools is the same before, during and after a task', async () => {
  const { agent, listed } = await taskWith('v2 legacy', 'text')
  deepEqual(await agent.tools(), listed)
})

verifies('FR-5', 'an answer of a task’s step takes under 200 tokens on median, in either half', async () => {
  const { agent } = await taskWith('v2 modern', 'text')
  const median = (sizes: number[]) => sizes.toSorted((a, b) => a - b)[Math.floor(sizes.length / 2)] ?? 0
  const text = median(agent.answers.map(answer => countTokens(answer.text)))
  const structured = median(agent.answers.map(answer => countTokens(JSON.stringify(answer.data))))
  ok(text < 200 && structured < 200, `text ${text}, structured ${structured}`)
  for (const answer of agent.answers) {
    if (!('windows' in answer.data) || Array.isArray(answer.data.windows)) continue
    const most = /^opened /m.test(answer.text) ? 400 : 200
    for (const half of [answer.text, JSON.stringify(answer.data)]) ok(countTokens(half) < most, half)
  }
})
