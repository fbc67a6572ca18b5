/** The one app that a command is for, or why there is none. */
import type { UsedDescriptor } from '@copane/host'
import { appsOf, discover, type Discovery, isWhole } from '@copane/host/node'
import type { ExitCode, Io } from './io.js'
import { numberOf, wrongUse } from './options.js'
import { pickApp, type Wanted } from './pick-app.js'
import { table } from './render/lines.js'

/** How long the search may take. Units: milliseconds; a person waits for it, not an agent. */
const FIND_MS = 2000

/** Reads the folder of descriptors. */
export const findAll = (io: Io): Promise<Discovery> =>
  io.during(
    'looking for apps',
    discover({ timeoutMs: FIND_MS, ...(io.folder === undefined ? {} : { folder: io.folder }) }),
  )

/** Finds the app that the options name; without one, what to end with after the reason was told. */
export async function findApp(
  io: Io,
  { app, pid }: { app?: string | undefined; pid?: string | undefined },
  example: string,
): Promise<{ kind: 'app'; app: UsedDescriptor } | { kind: 'none'; exit: ExitCode }> {
  const number = numberOf(pid, 1)
  if (number === 'wrong')
    return { kind: 'none', exit: wrongUse(io, `--pid takes a process id, not "${pid}"`, 'copane apps') }
  const wanted = { app, pid: number }
  const discovery = await findAll(io)
  const apps = appsOf(discovery)
  const picked = pickApp(apps, wanted)
  const isSure = isWhole(discovery) || number !== undefined
  if (picked.kind === 'app' && isSure) return picked
  if (!isWhole(discovery) && picked.kind !== 'several') {
    io.tell([notWhole(discovery.folder)])
    return { kind: 'none', exit: 2 }
  }
  io.tell(
    picked.kind === 'several'
      ? severalLines(picked.apps, example)
      : apps.length > 0
        ? [`copane: no running app is ${words(wanted)}`, ...choices(apps), `try: ${example}`]
        : nothingLines(discovery),
  )
  return { kind: 'none', exit: 2 }
}

/** Why no app was found, and where it was looked for. */
export function nothingLines(discovery: Discovery): string[] {
  const { folder } = discovery
  switch (discovery.kind) {
    case 'refused':
      return [`copane: ${folder} is not used: ${discovery.message}`]
    case 'late':
      return [`copane: ${folder} could not be read in time`]
    case 'missing':
      return [`copane: no app offers anything: there is no ${folder}`]
    case 'read':
      if (!isWhole(discovery)) return [notWhole(folder)]
      return discovery.results.length === 0
        ? [`copane: no app offers anything: ${folder} is empty`]
        : [`copane: no running app offers anything in ${folder}`, 'why each file is ignored: copane apps']
    default:
      return discovery satisfies never
  }
}

/** Another app of the name may be among what was not checked: nobody is taken for the only one (FR-28). */
const notWhole = (folder: string): string =>
  `copane: not every file in ${folder} could be checked in time; try again, or name a process with --pid`

function severalLines(apps: readonly UsedDescriptor[], example: string): string[] {
  const pids = new Set(apps.map(({ descriptor }) => descriptor.pid))
  return pids.size === apps.length
    ? [
        'copane: several apps match; name one by its process:',
        ...choices(apps),
        `try: ${withPid(example, [...pids][0])}`,
      ]
    : [
        'copane: one process has several descriptors, and none of them is more right than the others:',
        ...choices(apps),
      ]
}

const withPid = (example: string, pid: number | undefined): string =>
  example.replace(/--app \S+/, `--pid ${pid}`)

const choices = (apps: readonly UsedDescriptor[]): string[] =>
  table(
    apps.map(({ descriptor, file }) => [
      `  --pid ${descriptor.pid}`,
      descriptor.name,
      descriptor.version,
      file,
    ]),
  )

const words = ({ app, pid }: Wanted): string =>
  [app === undefined ? '' : `called "${app}"`, pid === undefined ? '' : `process ${pid}`]
    .filter(Boolean)
    .join(' and ')
