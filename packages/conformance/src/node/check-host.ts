/** The two runs for those who ask: a host of elements, and a client of the bridge (spec/host-driver.md). */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { CLIENT_CHECKS } from '../checks/client/index.js'
import { HOST_CHECKS } from '../checks/host/index.js'
import { createHostOrder, type HostDriver } from '../host-driver.js'
import { playBridge } from '../playing/node/listener.js'
import { openStage } from '../playing/node/stage.js'
import { runChecks } from '../run-checks.js'
import type { CheckReport } from '../types.js'
import { bound } from './bound.js'
import { type DriverLaunch, startLines } from './line-process.js'

/** Who is checked: a command that is a driver, or a driver in this process, which gets the folder of descriptors. */
export type HostUnderTest = DriverLaunch | { driver: (folder: string) => HostDriver }

/**
 * How a run behaves.
 *
 * Shape   `only`: the ids of the checks that are reported.
 * Units   milliseconds; `actMs` for one order, `quietMs` for what must not come, `hearMs` for what must.
 */
export type HostCheckOptions = {
  actMs?: number
  quietMs?: number
  hearMs?: number
  checkMs?: number
  only?: readonly string[]
}

/** What a run came to; `refused`: the command could not be started. */
export type HostReport = { kind: 'report'; report: CheckReport } | { kind: 'refused'; reason: string }

/**
 * Checks a host of the elements protocol: plays apps to it, and watches what it asks them and what it collects.
 *
 * Shape   the apps are in a folder of their own, which a command finds in COPANE_PROVIDERS_DIR.
 * Errors  none for what the host does.
 */
export async function checkHost(host: HostUnderTest, options: HostCheckOptions = {}): Promise<HostReport> {
  const { actMs = 5000, quietMs = 400, checkMs = 60_000, only } = options
  const home = mkdtempSync(join(tmpdir(), 'copane-stage-'))
  const folder = join(home, 'providers')
  const stage = await openStage(folder)
  try {
    return await withDriver(host, folder, async driver => {
      const target = { stage, quietMs, order: createHostOrder(driver, bound, actMs) }
      return runChecks(HOST_CHECKS, target, { bound, timeMs: checkMs, only })
    })
  } finally {
    await stage.close()
    rmSync(home, { recursive: true, force: true })
  }
}

/**
 * Checks a client of the bridge protocol: plays servers to it, and watches what it reads, calls and decides.
 *
 * Errors  none for what the client does.
 */
export async function checkClient(
  client: HostUnderTest,
  options: HostCheckOptions = {},
): Promise<HostReport> {
  const { actMs = 10_000, hearMs = 2000, checkMs = 120_000, only } = options
  const folder = mkdtempSync(join(tmpdir(), 'copane-stage-'))
  try {
    return await withDriver(client, folder, async driver => {
      const target = { play: playBridge, hearMs, pause, order: createHostOrder(driver, bound, actMs) }
      return runChecks(CLIENT_CHECKS, target, { bound, timeMs: checkMs, only })
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function withDriver(
  host: HostUnderTest,
  folder: string,
  run: (driver: HostDriver) => Promise<CheckReport>,
): Promise<HostReport> {
  if ('driver' in host) return { kind: 'report', report: await run(host.driver(folder)) }
  const started = await startLines({ ...host, env: { ...host.env, COPANE_PROVIDERS_DIR: folder } })
  if (started.kind === 'refused') return started
  try {
    return { kind: 'report', report: await run(order => started.process.ask(order)) }
  } finally {
    await started.process.stop()
  }
}
