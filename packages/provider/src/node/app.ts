/** An app in one call: readable, operable, found by hosts, and switched off by its user (D-05, D-10). */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { ToolError } from '@copane/protocol/bridge'
import { behindGate, createCallGate, STOPPED, TURNED_OFF } from '../app/call-gate.js'
import { createParts } from '../app/parts.js'
import type { AppOptions, AppStart, LiveApp, TurnOn } from '../app/types.js'
import { createAppReporter } from './app-reporter.js'
import { createAppSwitch } from './app-switch.js'
import { after, createFingerprint } from './effects.js'
import { mintInstance, mintMark, type Provider, startProvider } from './provider.js'

/** How long a call that has committed may still take to answer, and an answer to leave. Units: milliseconds. */
const SETTLE_MS = 1500
const LEAVE_MS = 50

/**
 * Makes an app; `start()` makes it found.
 *
 * Shape   what is started, stopped and turned is done one after the other, in the order of the calls.
 * Errors  throws on options that no app can run with, and says what to write instead; afterwards nothing rejects.
 * Source  EL-8-descriptor, EL-8-turned-off · D-05, D-10, D-19, D-33
 */
export function createApp<State>(options: AppOptions<State>): LiveApp<State> {
  const report = createAppReporter(options.findings)
  const parts = createParts(options, {
    mark: mintMark(),
    fingerprint: createFingerprint(),
    after,
    scope: new AsyncLocalStorage(),
    ...(report ? { report } : {}),
  })
  const { store, ids, bridge, elements } = parts
  const gate = bridge && createCallGate(bridge)
  const userSwitch = createAppSwitch(options.bundleId)
  const { bundleId, name, version, notes, port, folder, onAccess, hooks } = options
  /** Whether the app asked to run; the user's switch decides whether it does. */
  let wanted = false
  /** What could not be kept is held at least until the process ends. */
  let isOff = false
  let running: Provider | undefined
  let turn: Promise<unknown> = Promise.resolve()

  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const done = turn.then(work)
    turn = done.catch(() => {})
    return done
  }

  const raise = async (): Promise<AppStart> => {
    if (running) return { kind: 'started', provider: running }
    const state = userSwitch.read()
    if (state.kind === 'off') return state
    if (isOff) return { kind: 'off', reason: 'the user turned the app off; turnOn() turns it on' }
    const instance = mintInstance()
    const outcome = await startProvider({
      app: { bundleId, name, version, ...(notes === undefined ? {} : { notes }) },
      instance,
      elements: gate ? behindGate(elements(instance), gate.isClosed) : elements(instance),
      ...(gate ? { bridge: gate.bridge } : {}),
      ...(port === undefined ? {} : { port }),
      ...(folder === undefined ? {} : { folder }),
      ...(onAccess === undefined ? {} : { onAccess }),
      ...(hooks === undefined ? {} : { hooks }),
    })
    if (outcome.kind === 'refused') return outcome
    gate?.open()
    running = outcome.provider
    return outcome
  }

  const lower = async (error: ToolError): Promise<void> => {
    if (!running) return
    const { withdraw, stop } = running
    running = undefined
    withdraw()
    if (gate?.close(error)) {
      await Promise.race([gate.idle(), pause(SETTLE_MS)])
      await pause(LEAVE_MS)
    }
    await stop()
  }

  return {
    store,
    ids,
    commit: change => parts.commit(change),
    idOf: parts.idOf,
    keyOf: parts.keyOf,
    start: () =>
      inTurn(() => {
        wanted = true
        return raise()
      }),
    stop: () =>
      inTurn(() => {
        wanted = false
        return lower(STOPPED)
      }),
    isOn: () => !isOff && userSwitch.read().kind === 'on',
    turnOff: () =>
      inTurn(async () => {
        isOff = true
        const kept = userSwitch.write(false)
        await lower(TURNED_OFF)
        return kept.kind === 'kept'
          ? { kind: 'off' }
          : { kind: 'refused', reason: `the app is off, but only until it ends: ${kept.reason}` }
      }),
    turnOn: () =>
      inTurn(async (): Promise<TurnOn> => {
        const kept = userSwitch.write(true)
        if (kept.kind === 'refused') return kept
        isOff = false
        return wanted ? raise() : { kind: 'on' }
      }),
  }
}

const pause = (ms: number): Promise<void> => new Promise(resolve => after(ms, resolve))
