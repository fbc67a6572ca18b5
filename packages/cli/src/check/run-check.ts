/** Runs what a request asks for. */
import { readFileSync } from 'node:fs'
import {
  checkBridge,
  checkClient,
  checkHost,
  type CheckOptions,
  checkProvider,
  type CommandTarget,
  type DriverProcess,
  startDriver,
} from '@copane/conformance/node'
import type { Io } from '../io.js'
import { descriptorAt, findDescriptor } from './find-descriptor.js'
import type { AnyReport } from './reports.js'
import type { CheckRequest, TokenPlace } from './request.js'

/** A report, or lines that say why there is none. */
export type RunOutcome = { kind: 'report'; report: AnyReport } | { kind: 'none'; lines: string[] }

/** Starts what has to be started, checks, and ends it again. */
export async function runCheck(io: Io, request: CheckRequest): Promise<RunOutcome> {
  const { subject, target, driver, only } = request
  if (subject === 'host' || subject === 'client') {
    const command = target.kind === 'command' ? target.command : driver
    const check = subject === 'host' ? checkHost : checkClient
    const outcome = await check(command ?? { command: '' }, only ? { only } : {})
    return outcome.kind === 'refused' ? none(`copane: ${outcome.reason}`) : outcome
  }
  if (!driver) return checkPlace(io, request, undefined)
  const started = await startDriver(driver)
  if (started.kind === 'refused') return none(`copane: --driver: ${started.reason}`)
  try {
    return await checkPlace(io, request, started.process)
  } finally {
    await started.process.stop()
  }
}

const none = (...lines: string[]): RunOutcome => ({ kind: 'none', lines })

/** Generous: a slow machine is no fault of the app. Units: milliseconds. */
const LIMITS = { askMs: 5000, checkMs: 60_000, hearMs: 4000 }

async function checkPlace(
  io: Io,
  request: CheckRequest,
  driver: DriverProcess | undefined,
): Promise<RunOutcome> {
  const { subject, isIntrusive, only, era } = request
  const place = await placeOf(io, request, driver)
  if (place.kind === 'none') return place
  const options: CheckOptions = {
    ...LIMITS,
    mayChange: isIntrusive,
    ...(driver ? { driver: driver.driver } : {}),
    ...(only ? { only } : {}),
    ...(era ? { eras: [era] } : {}),
  }
  const { elements, bridge, command, descriptor } = place
  if (subject === 'bridge') {
    const target = command ?? bridge
    if (!target) return none('copane: no bridge endpoint is named there; the app may offer elements alone')
    return { kind: 'report', report: await checkBridge(target, options) }
  }
  if (!elements) return none('copane: no elements endpoint with a token is named there')
  const other =
    bridge?.token === undefined ? {} : { bridge: { endpoint: bridge.endpoint, token: bridge.token } }
  const report = await checkProvider(
    { ...elements, ...other, ...(descriptor === undefined ? {} : { descriptor }) },
    options,
  )
  return { kind: 'report', report }
}

type Places = {
  kind: 'places'
  elements?: { endpoint: string; token: string } | undefined
  bridge?: { endpoint: string; token?: string } | undefined
  command?: CommandTarget
  descriptor?: string
}

async function placeOf(
  io: Io,
  { target, subject }: CheckRequest,
  driver: DriverProcess | undefined,
): Promise<Places | { kind: 'none'; lines: string[] }> {
  switch (target.kind) {
    case 'none':
      return { kind: 'places', ...driver?.place }
    case 'command':
      return { kind: 'places', command: target.command }
    case 'url': {
      const { endpoint } = target
      const token = target.token && tokenAt(target.token)
      if (target.token && token === undefined) return { kind: 'none', lines: [noToken(target.token)] }
      if (subject === 'bridge')
        return { kind: 'places', bridge: { endpoint, ...(token === undefined ? {} : { token }) } }
      return { kind: 'places', elements: { endpoint, token: token ?? '' } }
    }
    case 'file':
    case 'app': {
      const found = target.kind === 'file' ? descriptorAt(target.file) : await findDescriptor(io, target)
      if (found.kind === 'none') return found
      const { elements, bridge, file } = found.descriptor
      return { kind: 'places', elements, bridge, descriptor: file }
    }
    default:
      return target satisfies never
  }
}

/** The token; undefined where there is none. */
function tokenAt(place: TokenPlace): string | undefined {
  if (place.kind === 'variable') return process.env[place.name] || undefined
  try {
    return readFileSync(place.path, 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}

const noToken = (place: TokenPlace): string =>
  place.kind === 'variable'
    ? `copane: --token-env: the variable ${place.name} is not set`
    : `copane: --token-file: there is no token in ${place.path}`
