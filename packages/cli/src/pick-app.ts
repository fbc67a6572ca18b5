/** Which of the running apps is meant (FR-28: never a guess between two). */
import type { UsedDescriptor } from '@copane/host'

/** How an app can be named: by its name or bundle identifier, by its process, or both. */
export type Wanted = { app: string | undefined; pid: number | undefined }

/** What the naming leads to. */
export type Picked =
  | { kind: 'app'; app: UsedDescriptor }
  | { kind: 'none' }
  | { kind: 'several'; apps: UsedDescriptor[] }

/** The one app that fits; without any naming, the one app that runs. Case does not matter. */
export function pickApp(apps: readonly UsedDescriptor[], { app, pid }: Wanted): Picked {
  const name = app?.toLowerCase()
  const fitting = apps.filter(
    ({ descriptor }) =>
      (pid === undefined || descriptor.pid === pid) &&
      (name === undefined ||
        descriptor.name.toLowerCase() === name ||
        descriptor.bundleId.toLowerCase() === name),
  )
  const [only] = fitting
  if (!only) return { kind: 'none' }
  return fitting.length === 1 ? { kind: 'app', app: only } : { kind: 'several', apps: fitting }
}
