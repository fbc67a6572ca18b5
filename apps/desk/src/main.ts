/** The desk as a program: starts it, says where it is, stays until it is asked to go. */
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { printOutline } from '@copane/protocol/elements'
import { serveDriver } from './driver.js'
import { isAtKeyboard } from './life/keyboard.js'
import { stayUntilAsked } from './life/stay.js'
import { defaultState, type RunningDesk, startDesk } from './start-desk.js'
import { printTour } from './tour/print.js'

const HELP = `The desk: an order desk whose windows an agent can see and work in.

npm start                     starts it; its data stays in ${defaultState()}
npm start -- --fresh          starts it with throw-away data
npm start -- --state FOLDER   keeps its data in FOLDER
npm start -- --port N         serves the protocols on port N instead of a free one
npm start -- --page-port N    serves the page on port N instead of a free one
npm start -- --patience MS    waits so long for the page, instead of 230 for a reading and 110 for a place
npm start -- --tour [--json]  a scripted agent uses a desk of its own; ends 0 when every step was right
npm start -- --tour --by app  the tour's user needs no browser; --by page insists on one
npm start -- --driver         another program is the user: JSON lines on stdin and stdout
`

/** Options, or why they are none. */
type Options = { kind: 'options'; values: ReturnType<typeof readArgs> } | { kind: 'wrong'; message: string }

const readArgs = (args: string[]) =>
  parseArgs({
    args,
    options: {
      fresh: { type: 'boolean', default: false },
      state: { type: 'string' },
      port: { type: 'string' },
      'page-port': { type: 'string' },
      patience: { type: 'string' },
      tour: { type: 'boolean', default: false },
      by: { type: 'string' },
      json: { type: 'boolean', default: false },
      driver: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  }).values

function optionsOf(args: string[]): Options {
  try {
    const values = readArgs(args)
    for (const name of ['port', 'page-port'] as const) {
      const port = values[name]
      if (port !== undefined && !isPort(port))
        return { kind: 'wrong', message: `--${name} ${port} is no port; try: npm start -- --${name} 4711` }
    }
    if (values.port !== undefined && values.port !== '0' && values.port === values['page-port'])
      return { kind: 'wrong', message: '--port and --page-port must differ; leave one out to get a free one' }
    if (values.patience !== undefined && !/^[1-9]\d{0,4}$/.test(values.patience))
      return { kind: 'wrong', message: '--patience takes milliseconds; try: npm start -- --patience 500' }
    if (values.by !== undefined && !(values.tour && isUser(values.by)))
      return { kind: 'wrong', message: '--by goes with --tour, and is app or page' }
    if (values.json && !values.tour) return { kind: 'wrong', message: '--json goes with --tour' }
    if (values.tour && (values.driver || values.fresh || values.state !== undefined))
      return {
        kind: 'wrong',
        message: '--tour starts a desk of its own: leave --driver, --fresh and --state out',
      }
    if (values.fresh && values.state !== undefined)
      return { kind: 'wrong', message: '--fresh and --state exclude each other; try: npm start -- --fresh' }
    if (values.state === '')
      return { kind: 'wrong', message: '--state names no folder; try: npm start -- --state ./desk-data' }
    return { kind: 'options', values }
  } catch (error) {
    const message = error instanceof Error ? error.message.split('.')[0] : 'wrong options'
    return { kind: 'wrong', message: `${message}; try: npm start -- --help` }
  }
}

const isUser = (text: string | undefined): text is 'app' | 'page' => text === 'app' || text === 'page'

const isPort = (text: string): boolean => /^(0|[1-9]\d{0,4})$/.test(text) && Number(text) <= 65_535

async function main(): Promise<void> {
  const options = optionsOf(process.argv.slice(2))
  if (options.kind === 'wrong') return refuse(options.message)
  const { fresh, state, port, 'page-port': pagePort, tour, by, json, driver, help, patience } = options.values
  if (help) return void process.stdout.write(HELP)
  if (tour) {
    process.exitCode = await printTour(json, isUser(by) ? by : undefined)
    return
  }
  const outcome = await startDesk({
    ...(fresh ? {} : { state: state ?? defaultState() }),
    ...(port === undefined ? {} : { port: Number(port) }),
    ...(pagePort === undefined ? {} : { pagePort: Number(pagePort) }),
    ...(patience === undefined ? {} : { patience: { readMs: Number(patience), locateMs: Number(patience) } }),
    onFault: line => void process.stderr.write(`desk: ${line}\n`),
  })
  if (outcome.kind === 'refused') return refuse(outcome.reason)
  const { running } = outcome
  if (driver) stayUntilAsked(running.stop, serveDriver(running, process.stdin, process.stdout))
  else {
    stayUntilAsked(running.stop)
    const canType = isAtKeyboard()
    process.stdout.write(greeting(running, canType))
    if (canType) giveAddresses(running)
  }
}

function refuse(reason: string): void {
  process.stderr.write(`desk: ${reason}\n`)
  process.exitCode = 2
}

function greeting({ desk, provider, page, dataFile }: RunningDesk, canType: boolean): string {
  const { endpoint, bridge } = provider.descriptor
  const more = canType ? '; Enter gives another' : ''
  return `The desk is running. Open it in a browser (this address works once${more}):

  ${page.url}

  pid         ${process.pid}
  elements    ${endpoint}
  bridge      ${bridge?.endpoint ?? ''}
  descriptor  ${provider.file}
  data        ${dataFile}

What an agent sees while no browser is at it:

${printOutline(desk.elements(desk.store.read()))}

In another terminal: npx copane look --app Desk · npx copane windows --app Desk
Ctrl-C ends the desk.
`
}

/** For a second browser: whoever is at the terminal may let it in. */
function giveAddresses({ page }: RunningDesk): void {
  createInterface({ input: process.stdin }).on('line', () => process.stdout.write(`${page.mintUrl()}\n`))
}

await main()
