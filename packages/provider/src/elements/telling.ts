/** How a developer hears of findings: each set once, and never in the way of an answer. */
import type { AppFinding } from './app-element.js'

/** Tells findings of answers and of places. */
export type Telling = {
  /** True the first time a version of a kept tree is asked about. */
  isNew(version: number): boolean
  /** Tells the findings of an answer that the last answer had not. */
  tell(findings: readonly AppFinding[]): void
  tellOfPlace(findings: readonly AppFinding[]): void
}

/** Makes the teller; a listener that throws is no reason to leave a host without an answer. */
export function createTelling(onFindings: ((findings: AppFinding[]) => void) | undefined): Telling {
  let lastVersion = -1
  const last = { answer: new Set<string>(), place: new Set<string>() }
  const tell = (about: keyof typeof last, findings: readonly AppFinding[]) => {
    if (!onFindings) return
    const before = last[about]
    last[about] = new Set(findings.map(keyOf))
    const fresh = findings.filter(finding => !before.has(keyOf(finding)))
    if (fresh.length === 0) return
    try {
      onFindings(fresh)
    } catch {
      return
    }
  }
  return {
    isNew(version) {
      const isNew = version !== lastVersion
      lastVersion = version
      return isNew
    },
    tell: findings => tell('answer', findings),
    tellOfPlace: findings => tell('place', findings),
  }
}

/** An element that only stands somewhere else breaks nothing new. */
const keyOf = ({ requirement, message, id, at }: AppFinding): string =>
  `${requirement} ${message} ${id ?? at}`

/** A function of the app that threw, or was not done in time. */
export const failureOf = (name: 'tree' | 'locate', kind: 'failed' | 'late'): AppFinding => ({
  requirement: name === 'tree' ? 'EL-4.1-three-fields' : 'EL-4.2-cannot-place',
  level: 'must',
  at: '$',
  message: `${name} ${kind === 'late' ? 'did not end in time; answer from what is at hand' : 'threw or rejected; handle it inside'}`,
  consequence: 'refuse',
})

/** Blocks that were left out for their size. */
export const tooLarge = (blocks: number): Omit<AppFinding, 'at' | 'id'> => ({
  requirement: 'EL-5.5-small',
  level: 'should',
  message: `${blocks} content blocks over the limit; left out: send a thumbnail or a resource_link, or give a shrink function`,
  consequence: 'repair',
})

/** An answer that no host takes. */
export const tooMuch = (maxBytes: number): AppFinding => ({
  requirement: 'D-16',
  level: 'must',
  at: '$',
  message: `more than ${maxBytes} bytes; report less`,
  consequence: 'refuse',
})

/** An app that keeps all of itself private. */
export const PRIVATE_ROOT: AppFinding = {
  requirement: 'D-45',
  level: 'must',
  at: '$.root',
  message: 'the root is private; turn the provider off instead',
  consequence: 'refuse',
}
