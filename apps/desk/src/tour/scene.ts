/** What the steps of the tour share: the desk, the agent's session, who else listens, and what was found so far. */
import type { AppWindow, WindowsSnapshot } from '@copane/protocol/bridge'
import type { TreeElement } from '@copane/protocol/elements'
import type { CallArguments, CallOptions, CallOutcome, Session, UsedDescriptor } from '@copane/host'
import type { DeskProcess } from './desk-process.js'
import { expect, fail, outcome } from './expect.js'
import type { Ear } from './ears.js'
import type { TourUser } from './user.js'

/** The stage of one tour. */
export type Scene = {
  /** Where descriptors lie; the tour's own, so that no other app's is touched. */
  folder: string
  /** Starts a desk on the tour's state; the first one, or the next after the first was killed. */
  start: () => Promise<DeskProcess>
  desk: DeskProcess
  user: TourUser
  /** Plain-text secrets that must be nowhere. */
  password: string
  /** Filled in by the steps. */
  found: Found
}

/** What earlier steps found; a step that needs what is missing fails and says which step should have found it. */
export type Found = {
  app?: UsedDescriptor
  session?: Session
  ears?: readonly Ear[]
  tree?: TreeElement
  selectionId?: string
  editor?: string
  confirm?: string
  signIn?: string
}

/** The order that the tour works on. */
export const ORDER = 10_042

/** How long the tour's reads may take: a loaded machine is no reason to fail. The limits of D-17 have tests of their own. */
export const READ_MS = 5000

/** What an earlier step found, or the end of this step. */
export function need<Name extends keyof Found>(scene: Scene, name: Name): NonNullable<Found[Name]> {
  return scene.found[name] ?? fail(`an earlier step did not find the ${name}`)
}

/** The windows as they are now. */
export async function windowsOf(scene: Scene): Promise<WindowsSnapshot> {
  const read = outcome(await need(scene, 'session').snapshot(), 'snapshot', 'reading the windows')
  const [finding] = read.findings
  expect(!finding, `the snapshot breaks ${finding?.requirement} at ${finding?.at}: ${finding?.message}`)
  return read.snapshot
}

/** One window as it is now. */
export async function windowOf(scene: Scene, id: string): Promise<AppWindow> {
  const { windows } = await windowsOf(scene)
  return windows.find(window => window.id === id) ?? fail('the window is not in the snapshot')
}

/** The value of a field of a window, as shown. */
export const valueOf = (window: AppWindow, label: string): unknown =>
  window.blocks
    .flatMap(block => (block.type === 'fields' ? block.items : []))
    .find(item => item.label === label)?.value

/** Calls an action on behalf of the tour's agent. */
export const call = (
  scene: Scene,
  window: string,
  action: string,
  args: CallArguments = {},
  options: CallOptions = {},
): Promise<CallOutcome> => need(scene, 'session').call(window, action, args, options)

/** Calls an action that must succeed. */
export async function succeed(scene: Scene, window: string, action: string, args: CallArguments = {}) {
  return outcome(await call(scene, window, action, args), 'done', action)
}
