/** Optional packages by which systems other than Linux tell what is asked of /proc; nothing is loaded before it is needed. */
import type { ListenerFacts } from '../elements/listeners.js'
import { reportedAncestors, reportedListeners } from '../elements/reported.js'

/** What `get-windows` offers; asked so that it needs no permission and tells no title. */
export type WindowsHelper = {
  activeWindow: (options: Quiet) => Promise<unknown>
  openWindows: (options: Quiet) => unknown
}
type Quiet = { accessibilityPermission: false; screenRecordingPermission: false }

/** Loads the package; undefined where it is not installed. */
export const loadWindowsHelper = (): Promise<WindowsHelper | undefined> =>
  import('get-windows').catch(() => undefined)

/** Who listens on a port, by `pid-port`; unknown where it is not installed or does not tell. */
export async function helperListeners(pid: number, port: number): Promise<ListenerFacts> {
  try {
    const { portBindings } = await import('pid-port')
    return reportedListeners(await portBindings(port, { host: '*' }), pid)
  } catch {
    return { kind: 'unknown' }
  }
}

/** The ancestors of a process, nearest first, by `ps-list`; [] where it is not installed or does not tell. */
export async function helperAncestors(pid: number): Promise<number[]> {
  try {
    const { default: psList } = await import('ps-list')
    return reportedAncestors(await psList(), pid)
  } catch {
    return []
  }
}
