/** The stage as checks use it. */
import type { AppParts, PlayedApp } from './app.js'

/** The processes: two apps, and the one that the first is after a restart. */
export type Where = 'front' | 'other' | 'next'

/** Plays apps to a host. */
export type Stage = {
  places: { readonly [Place in Where]: { pid: number; port: number } }
  /** The id of a process that has ended. */
  gonePid: number
  pause: (ms: number) => Promise<unknown>
  /** Makes an app that listens in a process; it is found once it is published. */
  play: (where: Where, parts?: Partial<AppParts>) => PlayedApp
  /** Makes these the apps that have a descriptor. */
  publish: (...apps: readonly PlayedApp[]) => void
  /** Leaves in the folder what is no descriptor. */
  litter: () => void
  /** Takes everything away. */
  clear: () => void
}
