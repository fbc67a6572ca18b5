/** What `copane doctor` looks at: each check is one or more lines with what to do about them. */
import type { UsedDescriptor } from '@copane/host'
import {
  type Discovery,
  frontNow,
  openFrontSource,
  openReceipts,
  openSettings,
  readApp,
} from '@copane/host/node'
import { ownLaunch } from '../clients/launch.js'
import { planAll } from '../clients/plan.js'
import { listReceivers } from '../handover/receivers.js'
import { ASK_MS, noReplyLine } from '../render/no-reply.js'
import { findOnPath } from './on-path.js'

/** How something stands. `care`: it works without, or works less. */
export type Grade = 'ok' | 'care' | 'bad'

/** One line: what, how it stands, in words, and what to do. */
export type Diagnosis = { grade: Grade; about: string; words: string; remedy?: string }

/** The folder of apps: where, whose, and whether it can be trusted. */
export function checkFolder(discovery: Discovery, override: string | undefined): Diagnosis[] {
  const about = 'folder'
  const words = `${discovery.folder}${override ? ' (COPANE_PROVIDERS_DIR)' : ''}`
  switch (discovery.kind) {
    case 'read':
      return [{ grade: 'ok', about, words: `${words}, yours alone` }]
    case 'missing':
      return [
        {
          grade: 'care',
          about,
          words: `${words} is not there`,
          remedy: 'the first app makes it: start one, or copane demo',
        },
      ]
    case 'refused':
      return [{ grade: 'bad', about, words, remedy: discovery.message }]
    case 'late':
      return [
        {
          grade: 'bad',
          about,
          words: `${words} could not be read in time`,
          remedy: 'is it on a disk that hangs?',
        },
      ]
    default:
      return discovery satisfies never
  }
}

/** The files in it that no host uses, with the reason of each. */
export function checkIgnored(discovery: Discovery): Diagnosis[] {
  const ignored = discovery.kind === 'read' ? discovery.results.filter(each => each.kind === 'ignored') : []
  return ignored.map(({ file, why, rule, message }) => ({
    grade: STALE.has(why) ? ('care' as const) : ('bad' as const),
    about: STALE.has(why) ? 'stale file' : 'file',
    words: `${file}: ${message} (${rule})`,
    remedy:
      REMEDIES.get(why) ?? 'tell the makers of the app; copane validate FILE shows what is wrong with it',
  }))
}

const STALE: ReadonlySet<string> = new Set(['not-running', 'zombie', 'pid-reused'])

const REMEDIES: ReadonlyMap<string, string> = new Map([
  ...[...STALE].map(
    why => [why, 'its app was killed, and removes it when it next starts; you may remove it too'] as const,
  ),
  ['no-listener', 'the app is starting, or hangs: wait, or restart it'],
  ['other-listener', 'do not trust it: restart the app; if it stays, remove the file'],
  ['exposed', 'others on your network can reach it: stop the app, and tell its makers'],
  ['unknown-listener', 'the app may run as another user or in a container: run it as yourself'],
  ['other-protocol', 'update the app or Copane'],
  ['foreign-file', 'remove it'],
  ['unreadable', 'make it readable for yourself: chmod 600'],
  ['late', 'try again when the machine is less busy'],
])

/** Each app that offers itself, asked once. */
export async function checkApp(app: UsedDescriptor): Promise<Diagnosis> {
  const { name, pid } = app.descriptor
  const began = performance.now()
  const outcome = await readApp(app, { timeoutMs: ASK_MS })
  const about = 'app'
  const words = `${name}, process ${pid}`
  if (outcome.kind === 'answer' && outcome.findings.length === 0)
    return { grade: 'ok', about, words: `${words}, answers in ${Math.round(performance.now() - began)} ms` }
  if (outcome.kind === 'answer' || outcome.kind === 'refused')
    return {
      grade: outcome.kind === 'answer' ? 'care' : 'bad',
      about,
      words: `${words}, breaks the protocol in ${outcome.findings.length} places`,
      remedy: `copane look --pid ${pid} shows where; tell its makers`,
    }
  return { grade: 'bad', about, words: noReplyLine(outcome, words), remedy: 'restart it' }
}

/** The user's settings. */
export async function checkSettings(): Promise<Diagnosis> {
  const store = openSettings()
  const consent = await store.read()
  const about = 'settings'
  if (consent.kind === 'unreadable')
    return { grade: 'bad', about, words: 'nothing is allowed', remedy: consent.message }
  const { off, deny, always } = consent.settings
  if (off)
    return {
      grade: 'care',
      about,
      words: 'turned off: agents are given nothing',
      remedy: 'copane settings on',
    }
  const rules = deny.length === 0 ? 'no rule keeps anything out' : `${deny.length} rules keep things out`
  return always
    ? {
        grade: 'care',
        about,
        words: `${rules}; always is on: agents may look without your sharing`,
        remedy: 'copane settings always off',
      }
    : { grade: 'ok', about, words: `${rules}; ${store.file}` }
}

/** The receipts. */
export async function checkReceipts(): Promise<Diagnosis> {
  const store = openReceipts()
  const { receipts, unread } = await store.list()
  const words = `${receipts.length} in ${store.folder}`
  return unread === 0
    ? { grade: 'ok', about: 'receipts', words }
    : {
        grade: 'care',
        about: 'receipts',
        words: `${words}, and ${unread} files that are none`,
        remedy: 'look at them, and remove them',
      }
}

/** The agents whose gateways run. */
export async function checkAgents(): Promise<Diagnosis> {
  const receivers = await listReceivers()
  const clients = [...new Set(receivers.map(({ client }) => client))]
  return clients.length > 0
    ? { grade: 'ok', about: 'agents', words: `connected: ${clients.join(', ')}` }
    : {
        grade: 'care',
        about: 'agents',
        words: 'none is connected',
        remedy: 'copane init sets clients up; then start one',
      }
}

/** The clients that are here, and whether they start the gateway. */
export async function checkClients(): Promise<Diagnosis[]> {
  const plans = await planAll(ownLaunch())
  return plans.flatMap((plan): Diagnosis[] => {
    const { name, id } = plan.client
    switch (plan.kind) {
      case 'there':
        return [{ grade: 'ok', about: 'client', words: `${name} starts the gateway; ${plan.file}` }]
      case 'write':
        return plan.replaces
          ? [{ grade: 'ok', about: 'client', words: `${name} has an entry of its own; ${plan.file}` }]
          : [
              {
                grade: 'care',
                about: 'client',
                words: `${name} does not start the gateway`,
                remedy: `copane init --client ${id}`,
              },
            ]
      case 'refused':
        return [
          {
            grade: 'bad',
            about: 'client',
            words: `${name}: ${plan.file}: ${plan.why}`,
            remedy: 'mend it, then: copane init',
          },
        ]
      case 'absent':
      case 'elsewhere':
        return []
      default:
        return plan satisfies never
    }
  })
}

/** A proxy that would be asked for 127.0.0.1. */
export function checkProxy(variable: (name: string) => string | undefined): Diagnosis {
  const named = (names: readonly string[]) => names.find(name => variable(name))
  const proxy = named(['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'])
  if (proxy === undefined) return { grade: 'ok', about: 'proxy', words: 'none is set' }
  const without = variable('NO_PROXY') ?? variable('no_proxy') ?? ''
  const isSpared = without.split(/[\s,]+/).some(host => host === '*' || host === '127.0.0.1')
  return isSpared
    ? { grade: 'ok', about: 'proxy', words: `${proxy} is set, and NO_PROXY spares 127.0.0.1` }
    : {
        grade: 'care',
        about: 'proxy',
        words: `${proxy} is set; Copane goes past it, other programs may ask it for your apps`,
        remedy: 'export NO_PROXY=127.0.0.1,localhost',
      }
}

const FRONT_MS = 1500

/** Whether the app in front can be known. */
export async function checkDisplay(): Promise<Diagnosis> {
  const source = openFrontSource()
  try {
    const front = await frontNow(source, AbortSignal.timeout(FRONT_MS))
    if (front.kind === 'front')
      return { grade: 'ok', about: 'display', words: `process ${front.pid} is in front` }
    if (front.kind === 'nothing') return { grade: 'ok', about: 'display', words: 'no app is in front' }
    const remedy =
      front.why === 'no-window-manager'
        ? 'start a window manager'
        : 'name apps with --app; in an X11 session with a window manager this is known'
    return { grade: 'care', about: 'display', words: front.message, remedy }
  } finally {
    source.close()
  }
}

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'firefox']

/** A browser, for the page of the demo. */
export async function checkBrowser(): Promise<Diagnosis> {
  if (process.platform !== 'linux')
    return { grade: 'ok', about: 'browser', words: 'every system but Linux brings one' }
  const found = await findOnPath(BROWSERS)
  return found === undefined
    ? {
        grade: 'care',
        about: 'browser',
        words: 'none is on the PATH',
        remedy: 'the page of copane demo needs one: apt install chromium',
      }
    : { grade: 'ok', about: 'browser', words: found }
}
