/** The app of one process (EL-8-by-pid · D-12). */
import type { UsedDescriptor } from './judge-descriptor.js'

/** What a process id leads to. */
export type ByPid =
  | { kind: 'app'; app: UsedDescriptor }
  | { kind: 'none' }
  /** Two live descriptors pass every check for one process; a host never chooses. */
  | { kind: 'ambiguous'; apps: UsedDescriptor[] }

/**
 * The app whose process has this id.
 *
 * Shape   `isHelper` tells which other processes may speak for it: its own descendants of the same user, where
 *         the host opted in (D-12). They count only where no descriptor names the process itself.
 */
export function appByPid(
  apps: readonly UsedDescriptor[],
  pid: number,
  isHelper: (pid: number) => boolean = () => false,
): ByPid {
  const own = apps.filter(app => app.descriptor.pid === pid)
  const found = own.length > 0 ? own : apps.filter(app => isHelper(app.descriptor.pid))
  const [app] = found
  if (!app) return { kind: 'none' }
  return found.length === 1 ? { kind: 'app', app } : { kind: 'ambiguous', apps: found }
}

/** A process with the ids of its parent, of that one's parent and so on, and the user it runs as. */
export type Lineage = { ancestors: readonly number[]; uid: number | undefined }

/** True where a process descends from another one of the same user; never the other way round (D-12). */
export const descendsFrom = (lineage: Lineage, pid: number, uid: number | undefined): boolean =>
  lineage.ancestors.includes(pid) && lineage.uid !== undefined && lineage.uid === uid
