/** How a developer hears of findings: each set once, and never in the way of an answer. */
import type { AppFinding } from './app-element.js'
import type { Found } from './judge-answer.js'

/** Tells findings of answers and of places. */
export type Telling = {
  /** True the first time a version of a kept tree is asked about. */
  isNew(version: number): boolean
  /** Tells the findings of an answer, unless the last answer had the same. */
  tell(findings: readonly AppFinding[]): void
  tellOfPlace(findings: readonly AppFinding[]): void
}

/** Makes the teller; a listener that throws is no reason to leave a host without an answer. */
export function createTelling(onFindings: ((findings: AppFinding[]) => void) | undefined): Telling {
  let lastVersion = -1
  const last = { answer: '', place: '' }
  const tell = (about: keyof typeof last, findings: readonly AppFinding[]) => {
    if (!onFindings) return
    const key = findings.length === 0 ? '' : JSON.stringify(findings)
    if (key === last[about]) return
    last[about] = key
    if (key === '') return
    try {
      onFindings([...findings])
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

/** A function of the app that threw, or was not done in time. */
export const failureOf = (name: 'tree' | 'locate', kind: 'failed' | 'late'): AppFinding => ({
  requirement: name === 'tree' ? 'EL-4.1-three-fields' : 'EL-4.2-cannot-place',
  level: 'must',
  at: '$',
  message: `${name} ${kind === 'late' ? 'did not end in time; answer from what is at hand' : 'threw or rejected; handle it inside'}`,
  consequence: 'refuse',
})

/** Blocks that were left out for their size. */
export const tooLarge = (id: string, blocks: number): Found => ({
  requirement: 'EL-5.5-small',
  level: 'should',
  id,
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
