/** The app of one process (EL-8-by-pid · D-12). */
import type { UsedDescriptor } from './judge-descriptor.js'

/** What a process id leads to. */
export type ByPid =
  | { kind: 'app'; app: UsedDescriptor }
  | { kind: 'none' }
  /** Two live descriptors pass every check for one process; a host never chooses. */
  | { kind: 'ambiguous'; apps: UsedDescriptor[] }

/** The app whose process has this id. */
export function appByPid(apps: readonly UsedDescriptor[], pid: number): ByPid {
  const found = apps.filter(app => app.descriptor.pid === pid)
  const [app] = found
  if (!app) return { kind: 'none' }
  return found.length === 1 ? { kind: 'app', app } : { kind: 'ambiguous', apps: found }
}
