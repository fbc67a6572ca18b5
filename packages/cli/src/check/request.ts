/** What a command line of `copane check` asks for. */
import { checksOf, type Subject, SUBJECTS } from '@copane/conformance'
import type { CommandTarget, Era } from '@copane/conformance/node'
import { numberOf, type OptionTable, readOptions } from '../options.js'
import { commandWords } from './command-words.js'

/** The forms of a report. */
export const FORMATS = ['terminal', 'json', 'junit', 'markdown'] as const

/** A report to write. Shape: without `file` it goes to standard output. */
export type WantedReport = { format: (typeof FORMATS)[number]; file?: string }

/** Who is checked. Shape: `none` leaves it to the driver to say where its app is. */
export type CheckTarget =
  | { kind: 'app'; app: string | undefined; pid: number | undefined }
  | { kind: 'file'; file: string }
  | { kind: 'url'; endpoint: string; token: TokenPlace | undefined }
  | { kind: 'command'; command: CommandTarget }
  | { kind: 'none' }

/** Where a token is: never on a command line, which other users of the machine can read. */
export type TokenPlace = { kind: 'variable'; name: string } | { kind: 'file'; path: string }

/** A request that makes sense. Shape: `only` is undefined for all checks, `era` for both. */
export type CheckRequest = {
  kind: 'request'
  subject: Subject
  target: CheckTarget
  driver: CommandTarget | undefined
  isIntrusive: boolean
  reports: WantedReport[]
  only: string[] | undefined
  era: Era | undefined
  lists: boolean
}

/** A request, or what is wrong with it and a command that works. */
export type ReadRequest = CheckRequest | { kind: 'wrong'; message: string; example: string }

const OPTIONS = {
  app: { type: 'string' },
  pid: { type: 'string' },
  'token-env': { type: 'string' },
  'token-file': { type: 'string' },
  token: { type: 'string' },
  driver: { type: 'string' },
  intrusive: { type: 'boolean' },
  report: { type: 'string', multiple: true },
  json: { type: 'boolean' },
  only: { type: 'string', multiple: true },
  era: { type: 'string' },
  list: { type: 'boolean' },
} as const satisfies OptionTable

/** Commands that work, by subject. */
export const EXAMPLES: { readonly [Name in Subject]: string } = {
  elements: 'copane check elements --app Editor',
  bridge: 'copane check bridge --app Editor',
  host: 'copane check host -- node my-host/driver.js',
  client: 'copane check client -- node my-client/driver.js',
}

/** Reads the arguments; all that is wrong with them alone is told before anything is started. */
export function readRequest(args: readonly string[]): ReadRequest {
  const end = args.indexOf('--')
  const after = end < 0 ? undefined : args.slice(end + 1)
  const given = readOptions(
    end < 0 ? args : args.slice(0, end),
    OPTIONS,
    [`whom to check (${SUBJECTS.join(', ')})`],
    true,
  )
  if (given.kind === 'wrong') return { ...given, example: EXAMPLES.elements }
  const { values, words } = given
  const [name = '', word, extra] = words
  const subject = SUBJECTS.find(each => each === name)
  if (subject === undefined)
    return {
      kind: 'wrong',
      message: `"${name}" is not one of ${SUBJECTS.join(', ')}`,
      example: EXAMPLES.elements,
    }
  const wrong = (message: string, example = EXAMPLES[subject]): ReadRequest => ({
    kind: 'wrong',
    message,
    example,
  })
  if (extra !== undefined) return wrong(`"${extra}" is one word too many`)
  if (values.token !== undefined)
    return wrong(
      '--token: others can read a command line; name a variable or a file that holds the token',
      `COPANE_TOKEN=… copane check ${subject} http://127.0.0.1:4123/${subject} --token-env COPANE_TOKEN`,
    )
  const pid = numberOf(values.pid, 1)
  if (pid === 'wrong') return wrong(`--pid takes a process id, not "${values.pid}"`)
  const tokens = [values['token-env'], values['token-file']].filter(one => one !== undefined)
  if (tokens.length > 1) return wrong('--token-env and --token-file: give one or the other')
  const target = targetOf({ word, app: values.app, pid, after, token: tokenPlace(values) })
  if (target.kind === 'wrong') return wrong(target.message)
  if (tokens.length > 0 && target.kind !== 'url')
    return wrong('--token-env and --token-file go with a URL; a descriptor names its own token')
  const driver = values.driver === undefined ? undefined : commandWords(values.driver)
  if (driver?.kind === 'wrong') return wrong(`--driver ${driver.message}`)
  const reports = reportsOf(values.report ?? [], values.json === true)
  if (typeof reports === 'string')
    return wrong(reports, `copane check ${subject} … --report junit=report.xml`)
  const { era, only } = values
  if (era !== undefined && era !== 'legacy' && era !== 'modern')
    return wrong(`--era takes legacy or modern, not "${era}"`)
  const ids = new Set<string>(checksOf(subject).map(({ id }) => id))
  const unknown = only?.find(id => !ids.has(id))
  if (unknown !== undefined)
    return wrong(`--only: there is no check "${unknown}" of ${subject}`, `copane check ${subject} --list`)
  const request: CheckRequest = {
    kind: 'request',
    subject,
    target,
    driver: driver?.target,
    isIntrusive: values.intrusive === true,
    reports,
    only,
    era,
    lists: values.list === true,
  }
  const misfit = request.lists ? undefined : misfitOf(request)
  return misfit === undefined ? request : wrong(misfit)
}

type TargetWords = {
  word: string | undefined
  app: string | undefined
  pid: number | undefined
  after: string[] | undefined
  token: TokenPlace | undefined
}

/** One word is told by its form: an address, a file, a process id, else a name. */
function targetOf({
  word,
  app,
  pid,
  after,
  token,
}: TargetWords): CheckTarget | { kind: 'wrong'; message: string } {
  const [command, ...args] = after ?? []
  if (after !== undefined && command === undefined)
    return { kind: 'wrong', message: 'a command belongs after --' }
  const ways = [word, app ?? pid, command].filter(way => way !== undefined)
  if (ways.length > 1)
    return { kind: 'wrong', message: 'name one target: a word, --app and --pid, or a command after --' }
  if (command !== undefined) return { kind: 'command', command: { command, args } }
  if (app !== undefined || pid !== undefined) return { kind: 'app', app, pid }
  if (word === undefined) return { kind: 'none' }
  if (/^https?:\/\//i.test(word)) return { kind: 'url', endpoint: word, token }
  if (/^\d+$/.test(word)) return { kind: 'app', app: undefined, pid: Number(word) }
  return word.endsWith('.json') ? { kind: 'file', file: word } : { kind: 'app', app: word, pid: undefined }
}

function tokenPlace(values: { 'token-env'?: string; 'token-file'?: string }): TokenPlace | undefined {
  const { 'token-env': name, 'token-file': path } = values
  if (name !== undefined) return { kind: 'variable', name }
  return path === undefined ? undefined : { kind: 'file', path }
}

/** The reports, or what is wrong. */
function reportsOf(given: readonly string[], json: boolean): WantedReport[] | string {
  const reports: WantedReport[] = json ? [{ format: 'json' }] : []
  for (const text of given) {
    const at = text.indexOf('=')
    const name = at < 0 ? text : text.slice(0, at)
    const format = FORMATS.find(each => each === name)
    if (format === undefined)
      return `--report takes ${FORMATS.join(', ')}, each with =FILE or without, not "${text}"`
    if (at === text.length - 1) return `--report ${name}= names no file`
    reports.push(at < 0 ? { format } : { format, file: text.slice(at + 1) })
  }
  if (reports.filter(({ file }) => file === undefined).length > 1)
    return '--report: only one report fits on standard output; give the others a file'
  return reports.some(({ file }) => file === undefined) ? reports : [{ format: 'terminal' }, ...reports]
}

/** What does not go with whom is checked. */
function misfitOf({ subject, target, driver, era, isIntrusive }: CheckRequest): string | undefined {
  if (subject === 'host' || subject === 'client') {
    if (target.kind !== 'command' && driver === undefined)
      return `a ${subject} is checked by its driver, a command after --`
    if (target.kind === 'command' && driver !== undefined)
      return 'give the driver once, after -- or with --driver'
    if (target.kind !== 'command' && target.kind !== 'none')
      return `a ${subject} is checked by its driver alone`
    return era === undefined && !isIntrusive ? undefined : `--era and --intrusive are for elements and bridge`
  }
  if (target.kind === 'command' && subject === 'elements')
    return 'elements are never on stdio: a provider listens on 127.0.0.1 and writes a descriptor'
  if (target.kind === 'none' && driver === undefined)
    return 'name an app, a process id, a descriptor file or a URL, or a driver that starts one'
  return subject === 'elements' && target.kind === 'url' && target.token === undefined
    ? 'an elements endpoint has a token; name the variable or the file that holds it'
    : undefined
}
