/** `copane init`: puts the gateway into the configuration of the MCP clients that are here, after showing what changes. */
import { ownLaunch } from '../clients/launch.js'
import { type Plan, planAll } from '../clients/plan.js'
import { CLIENTS, entryOf, type Launch } from '../clients/table.js'
import { type Written, writeConfig } from '../clients/write.js'
import type { ExitCode, Io } from '../io.js'
import { readOptions, wrongUse } from '../options.js'
import { planLines, writtenLine } from '../render/plans.js'
import { jsonLines } from '../render/lines.js'

const EXAMPLE = 'copane init --dry-run'

/** Shows what it would change, and asks for each file; `--yes` is the answer to all, `--dry-run` asks and writes nothing. */
export async function init(args: readonly string[], io: Io): Promise<ExitCode> {
  const given = readOptions(args, {
    client: { type: 'string', multiple: true },
    command: { type: 'string' },
    yes: { type: 'boolean' },
    'dry-run': { type: 'boolean' },
    json: { type: 'boolean' },
  })
  if (given.kind === 'wrong') return wrongUse(io, given.message, EXAMPLE)
  const { values } = given
  const ids = CLIENTS.map(({ id }) => id)
  const unknown = values.client?.find(id => !ids.includes(id))
  if (unknown !== undefined)
    return wrongUse(io, `--client takes ${ids.join(', ')}, not "${unknown}"`, EXAMPLE)
  if (values.yes && values['dry-run'])
    return wrongUse(io, '--yes and --dry-run: give one or the other', EXAMPLE)
  const launch = launchOf(values.command)
  if (!launch) return wrongUse(io, '--command takes the words that start the gateway', EXAMPLE)
  const plans = await planAll(launch, values.client)
  const isQuiet = values.json === true
  const mode = values.yes ? 'yes' : values['dry-run'] || isQuiet ? 'dry' : 'ask'
  const done = await carryOut(io, plans, { mode, isQuiet, launch })
  if (isQuiet) io.out(jsonLines({ launch, clients: done.map(each => factsOf(each, launch)) }))
  return exitOf(io, done, mode)
}

type Mode = 'yes' | 'dry' | 'ask'
type Done = Plan & { outcome?: Written | { kind: 'left' } | { kind: 'unanswered' } }

const YES = { kind: 'answer', text: 'yes' } as const

async function carryOut(
  io: Io,
  plans: readonly Plan[],
  { mode, isQuiet, launch }: { mode: Mode; isQuiet: boolean; launch: Launch },
): Promise<Done[]> {
  const done: Done[] = []
  for (const plan of plans) {
    if (!isQuiet) io.out(planLines(plan, launch))
    if (plan.kind !== 'write' || mode === 'dry') {
      done.push(plan)
      continue
    }
    const answer = mode === 'yes' ? YES : await io.ask(`Write ${plan.file}? [y/N] `)
    if (answer.kind !== 'answer') {
      done.push({ ...plan, outcome: { kind: 'unanswered' } })
      continue
    }
    const isYes = /^y(es)?$/i.test(answer.text.trim())
    const outcome = isYes ? await writeConfig(plan) : { kind: 'left' as const }
    if (!isQuiet) io.tell([writtenLine(plan.file, outcome)])
    done.push({ ...plan, outcome })
  }
  return done
}

function exitOf(io: Io, done: readonly Done[], mode: Mode): ExitCode {
  if (done.every(({ kind }) => kind === 'absent' || kind === 'elsewhere'))
    io.tell(['copane: no client was found that can be set up here; docs/clients.md shows how by hand'])
  if (done.some(({ outcome }) => outcome?.kind === 'unanswered')) {
    io.tell(['copane: nobody answered, so nothing was written', 'try: copane init --yes'])
    return 2
  }
  if (mode === 'dry' && done.some(({ kind }) => kind === 'write'))
    io.tell(['copane: nothing was written; copane init asks for each file, --yes writes all'])
  const failed = done.some(({ kind, outcome }) => kind === 'refused' || outcome?.kind === 'refused')
  return failed ? 1 : 0
}

function launchOf(command: string | undefined): Launch | undefined {
  if (command === undefined) return ownLaunch()
  const [first, ...args] = command.split(/\s+/).filter(Boolean)
  return first === undefined ? undefined : { command: first, args }
}

/** What a program may know of a plan: nothing of the rest of the file, which may hold secrets. */
const factsOf = (done: Done, launch: Launch) => ({
  id: done.client.id,
  name: done.client.name,
  kind: done.kind,
  ...('file' in done ? { file: done.file } : {}),
  ...(done.kind === 'refused' ? { why: done.why } : {}),
  ...(done.kind === 'write'
    ? { at: done.client.at, replaces: done.replaces, isNew: done.before === undefined }
    : {}),
  entry: entryOf(done.client.entry, launch),
  ...(done.outcome ? { outcome: done.outcome } : {}),
})
