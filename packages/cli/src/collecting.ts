/** Collecting what the user points at, for `share` and `context`: one app, one read, behind the settings (D-50). */
import type { Act, FrontApp } from '@copane/host'
import { appsOf, asFront, findAppOf, frontNow, openFrontSource } from '@copane/host/node'
import { findAll, findApp } from './find-app.js'
import type { ExitCode, Io } from './io.js'
import { numberOf, type OptionTable } from './options.js'
import { ASK_MS } from './render/no-reply.js'

/** The options of both commands. */
export const COLLECT_OPTIONS = {
  app: { type: 'string' },
  pid: { type: 'string' },
  scope: { type: 'string' },
  bytes: { type: 'string' },
  json: { type: 'boolean' },
} as const satisfies OptionTable

/** What was given for them. */
export type CollectValues = { [Name in 'app' | 'pid' | 'scope' | 'bytes']?: string | undefined }

/** The act that the options describe; what is wrong with them as words. */
export function actOf({ scope = 'pointed', bytes }: CollectValues, mostBytes?: number): Act | string {
  const known = (['pointed', 'shown', 'open'] as const).find(word => word === scope)
  if (known === undefined) return `--scope takes pointed, shown or open, not "${scope}"`
  const given = numberOf(bytes, 1)
  if (given === 'wrong') return `--bytes takes a number, not "${bytes}"`
  const maxBytes = given ?? mostBytes
  return { scope: known, ...(maxBytes === undefined ? {} : { budget: { maxBytes } }) }
}

/** The way to the app that is meant; it is read when the collector says so. */
export type AppToCollect =
  | { kind: 'front'; front: () => Promise<FrontApp> }
  | { kind: 'none'; exit: ExitCode }

/**
 * The app that is named, else the one in front (D-27).
 *
 * Shape   `mayBeOnly`: where nobody can tell which app is in front, the only one that runs is taken, since its user will see
 *         which it is before anything is sent.
 */
export async function appToCollect(
  io: Io,
  values: CollectValues,
  { example, mayBeOnly }: { example: string; mayBeOnly: boolean },
): Promise<AppToCollect> {
  if (values.app === undefined && values.pid === undefined)
    return { kind: 'front', front: () => frontApp(io, mayBeOnly) }
  const found = await findApp(io, values, example)
  if (found.kind === 'none') return found
  return { kind: 'front', front: async () => asFront(found.app, { timeoutMs: ASK_MS }) }
}

/** How long the system may take to tell what is in front. Units: milliseconds; a person waits. */
const FRONT_MS = 1500

async function frontApp(io: Io, mayBeOnly: boolean): Promise<FrontApp> {
  const source = openFrontSource()
  try {
    const front = await frontNow(source, AbortSignal.timeout(FRONT_MS))
    if (front.kind === 'nothing') return nobody('no app is in front')
    if (front.kind === 'unknown') return (mayBeOnly && (await onlyApp(io))) || nobody(front.message)
    if (front.by === 'stacked')
      io.tell([
        `copane: process ${front.pid} is taken for the app in front, as its window is the next one below`,
      ])
    const found = await findAppOf(front.pid, {
      timeoutMs: FRONT_MS,
      ...(io.folder === undefined ? {} : { folder: io.folder }),
    })
    switch (found.kind) {
      case 'app':
        return asFront(found.app, { timeoutMs: ASK_MS })
      case 'ambiguous':
        return nobody(`process ${front.pid}, which is in front, has several descriptors`)
      case 'none':
        return nobody(`the app in front, process ${front.pid}, does not offer itself`)
      case 'refused-folder':
        return nobody(`the folder of apps is not used: ${found.message}`)
      case 'late':
        return nobody('the descriptors of the apps could not be read in time')
      default:
        return found satisfies never
    }
  } finally {
    source.close()
  }
}

async function onlyApp(io: Io): Promise<FrontApp | undefined> {
  const [only, other] = appsOf(await findAll(io))
  return only && !other ? asFront(only, { timeoutMs: ASK_MS }) : undefined
}

const nobody = (message: string): FrontApp => ({
  kind: 'none',
  message: `${message}; name an app with --app or --pid`,
})
