/** The apps that were found, and the files that were not used. */
import type { Ignored, UsedDescriptor } from '@copane/host'
import { table } from './lines.js'

/** What may be shown of an app: everything but its tokens. */
export type AppFacts = {
  name: string
  pid: number
  instance: string
  version: string
  bundleId: string
  bundle: 'verified' | 'unverified'
  windows: 'offered' | 'none' | 'ignored'
}

/** The facts of one app. */
export const appFacts = ({ descriptor, bundle, bridge }: UsedDescriptor): AppFacts => ({
  name: descriptor.name,
  pid: descriptor.pid,
  instance: descriptor.instance,
  version: descriptor.version,
  bundleId: descriptor.bundleId,
  bundle,
  windows: bridge.kind,
})

/** One line an app below a line of headings, then one line for each file that was ignored. */
export function appLines(apps: readonly AppFacts[], ignored: readonly Ignored[]): string[] {
  const rows = apps.map(app => [
    app.name,
    String(app.pid),
    app.version,
    app.instance,
    `${app.bundleId} (${app.bundle})`,
    app.windows,
  ])
  const heading = ['app', 'pid', 'version', 'instance', 'bundle', 'windows']
  return [
    ...(rows.length > 0 ? table([heading, ...rows]) : []),
    ...table(ignored.map(({ file, rule, message }) => ['ignored', file, rule, message])),
  ]
}
