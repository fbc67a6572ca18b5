/** Who an app is, judged before anything is made of it (D-10). */

/** What a host, an agent and a user know an app by. */
export type AppIdentity = {
  /** The desktop entry's name, or a reversed domain name (D-10). */
  bundleId: string
  name: string
  version: string
  /** Added to the instructions that an agent reads (GB §8.1). */
  notes?: string
}

/** What is wrong with an identity and how to mend it; undefined when nothing is. */
export function identityFault({ bundleId, name, version }: Partial<AppIdentity>): string | undefined {
  if (!isFilled(name)) return `name is missing; add what users call the app, such as name: 'Pad'`
  if (!isFilled(version)) return `version is missing; add the app's own, such as version: '1.0.0'`
  if (!isFilled(bundleId))
    return `bundleId is missing; add a reversed domain name, such as bundleId: 'com.example.pad'`
  if (!BUNDLE_ID.test(bundleId))
    return `bundleId must be at most 200 letters, digits, dots, hyphens and underscores, such as 'com.example.pad'`
  return undefined
}

const BUNDLE_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/

const isFilled = (text: string | undefined): text is string => typeof text === 'string' && text.trim() !== ''
