/** A driver of the desk for the conformance kit: a desk of its own, and a JSON line for each step. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseDescriptor } from '@copane/protocol/elements'
import { isRecord } from '@copane/protocol/findings'
import { type DeskProcess, startDeskProcess } from '../tour/desk-process.js'
import { createSteps, type StepAnswer, type Steps } from './steps.js'

const PROGRAM = fileURLToPath(new URL('../../bin/desk.js', import.meta.url))
const READY_MS = 30_000

const root = mkdtempSync(join(tmpdir(), 'copane-steps-'))
const folder = join(root, 'providers')

type Run = { desk: DeskProcess; steps: Steps }

async function start(): Promise<Run> {
  const state = join(root, 'state')
  const desk = await startDeskProcess({ program: PROGRAM, args: [], state, folder, readyMs: READY_MS })
  return { desk, steps: await createSteps(desk) }
}

/** Where the desk is found now. */
function place(): StepAnswer {
  const [name = ''] = readdirSync(folder).filter(file => file.endsWith('.json'))
  const path = join(folder, name)
  const outcome = parseDescriptor(readFileSync(path, 'utf8'))
  if (outcome.kind !== 'descriptor') return {}
  const { endpoint, token, bridge } = outcome.descriptor
  return {
    descriptor: path,
    elements: { endpoint, token },
    ...(bridge ? { bridge: { endpoint: bridge.endpoint, token: bridge.token } } : {}),
  }
}

const say = (answer: StepAnswer): void => void process.stdout.write(`${JSON.stringify(answer)}\n`)

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

let run = await start()
say({ ready: true, ...place() })
for await (const line of createInterface({ input: process.stdin })) {
  const order = parse(line)
  const { do: step, text } = isRecord(order) ? order : {}
  if (step === 'restart') {
    await run.desk.end()
    run = await start()
    say({ done: true, ...place() })
  } else say(await run.steps(String(step), typeof text === 'string' ? text : ''))
}
await run.desk.end()
rmSync(root, { recursive: true, force: true })
