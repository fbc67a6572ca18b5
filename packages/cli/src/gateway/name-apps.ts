/** What an agent calls the running apps, and which one it means (FR-28: never a guess between two). */
import type { UsedDescriptor } from '@copane/host'

/** An app with the word an agent names it by. */
export type NamedApp = { handle: string; app: UsedDescriptor }

/** Which app was meant. */
export type Meant =
  | { kind: 'app'; named: NamedApp }
  | { kind: 'none' }
  | { kind: 'several'; choices: NamedApp[] }

/** The apps with their handles: the name, and with the process where a name is not the only one of its kind. */
export function nameApps(apps: readonly UsedDescriptor[]): NamedApp[] {
  const count = new Map<string, number>()
  for (const app of apps) count.set(wordOf(app), (count.get(wordOf(app)) ?? 0) + 1)
  return apps.map(app => ({
    handle: count.get(wordOf(app)) === 1 ? app.descriptor.name : withPid(app),
    app,
  }))
}

/** The one app that a word means: its handle, its name with its process, its name or its bundle identifier. */
export function meantBy(apps: readonly NamedApp[], word: string): Meant {
  const asked = word.trim().toLowerCase()
  const exact = apps.filter(({ app }) => withPid(app).toLowerCase() === asked)
  const fitting =
    exact.length > 0
      ? exact
      : apps.filter(({ app }) => wordOf(app) === asked || app.descriptor.bundleId.toLowerCase() === asked)
  return only(fitting)
}

/** The only app that runs. */
export const only = (apps: readonly NamedApp[]): Meant => {
  const [named] = apps
  if (!named) return { kind: 'none' }
  return apps.length === 1 ? { kind: 'app', named } : { kind: 'several', choices: [...apps] }
}

const wordOf = ({ descriptor }: UsedDescriptor): string => descriptor.name.toLowerCase()
const withPid = ({ descriptor }: UsedDescriptor): string => `${descriptor.name}:${descriptor.pid}`
