/** The bundle identifiers under which Linux knows a process (D-13). */

/**
 * What the system holds about how a process was launched; each is undefined where it can't be read.
 *
 * Shape   `cgroup` and `parentCgroup` are `/proc/<pid>/cgroup`, `environ` is `/proc/<pid>/environ`.
 */
export type LaunchFacts = {
  pid: number
  flatpakInfo: string | undefined
  cgroup: string | undefined
  parentCgroup: string | undefined
  environ: string | undefined
}

/**
 * Every name that counts as the process's identifier, from the first source that knows it.
 *
 * Shape   [] when none does. A scope or an entry that the process inherited (a program started from a
 *         terminal runs in the terminal's) says nothing about it.
 * Source  D-13: Flatpak, Snap, the systemd scope, the desktop entry
 */
export function bundleIdsOf(facts: LaunchFacts): string[] {
  const flatpak = /^\[Application\][^[]*?^name=(\S+)$/ms.exec(facts.flatpakInfo ?? '')?.[1]
  if (flatpak !== undefined) return [flatpak]
  const unit = facts.cgroup === facts.parentCgroup ? undefined : unitOf(facts.cgroup)
  return snapIds(unit) ?? scopeIds(unit) ?? entryIds(facts) ?? []
}

const unitOf = (cgroup: string | undefined) => cgroup?.trim().split('\n').at(-1)?.split('/').at(-1)

function snapIds(unit: string | undefined): string[] | undefined {
  const [, snap, app] = /^snap\.([^.]+)\.([^.]+?)(?:-[0-9a-f-]+)?\.(?:scope|service)$/.exec(unit ?? '') ?? []
  return snap !== undefined && app !== undefined ? [`${snap}_${app}`, snap] : undefined
}

/** `app[-launcher]-<id>-<random>.scope`, a hyphen inside the id written `\x2d`. */
function scopeIds(unit: string | undefined): string[] | undefined {
  const name = /^app-(.+)\.scope$/.exec(unit ?? '')?.[1]
  const parts = name?.split('-') ?? []
  const id = parts.length === 2 || parts.length === 3 ? parts.at(-2) : undefined
  return id === undefined
    ? undefined
    : [id.replaceAll(/\\x([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))]
}

function entryIds({ environ, pid }: LaunchFacts): string[] | undefined {
  const value = (name: string) =>
    environ
      ?.split('\0')
      .find(entry => entry.startsWith(`${name}=`))
      ?.slice(name.length + 1)
  if (value('GIO_LAUNCHED_DESKTOP_FILE_PID') !== String(pid)) return undefined
  const name = /([^/]+)\.desktop$/.exec(value('GIO_LAUNCHED_DESKTOP_FILE') ?? '')?.[1]
  return name === undefined ? undefined : [name]
}
