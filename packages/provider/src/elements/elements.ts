/** The elements face of an app: what `current` and `locate` answer (elements §4). */
import {
  type Answer,
  ELEMENTS_PROTOCOL,
  find,
  isElementId,
  type Location,
  type TreeElement,
  validateAnswer,
} from '@copane/protocol/elements'
import type { Finding } from '@copane/protocol/findings'
import type { Ids } from './ids.js'

/** What asking for a place came to. */
export type LocateOutcome =
  | { kind: 'location'; location: Location }
  /** Never issued, ill-formed, or an element that can't be placed: all answer the same (D-07). */
  | { kind: 'unknown' }

/** What the MCP binding serves. */
export type Elements = {
  /** The answer to `current` as JSON text. */
  currentText: () => Promise<string>
  /** Absent where positions can't be reported at all (EL-4.2-not-offered). */
  locate?: (id: string) => Promise<LocateOutcome>
}

/** What an app gives to be readable. */
export type ElementsOptions = {
  instance: string
  ids: Pick<Ids, 'isIssued'>
  /** The app as one tree; its root is an Application. */
  tree: () => TreeElement | Promise<TreeElement>
  /** Where an element is now; undefined for one that can't be placed. */
  locate?: (element: TreeElement) => Location | undefined | Promise<Location | undefined>
  /** In development: told what an answer breaks, before it is sent. */
  onFindings?: (findings: Finding[]) => void
}

/**
 * Makes the elements face of an app.
 *
 * Source  elements §4.1, §4.2 · EL-4.2-gone, EL-4.2-never-issued, EL-4.2-cannot-place
 */
export function createElements(options: ElementsOptions): Elements {
  const { instance, ids, tree, locate, onFindings } = options
  const currentText = async () => {
    const answer: Answer = { protocol: ELEMENTS_PROTOCOL, instance, root: await tree() }
    if (onFindings) {
      const findings = validateAnswer(answer)
      if (findings.length > 0) onFindings(findings)
    }
    return JSON.stringify(answer)
  }
  if (!locate) return { currentText }
  return {
    currentText,
    async locate(id) {
      if (!isElementId(id)) return { kind: 'unknown' }
      const visit = find(await tree(), element => element.id === id)
      if (!visit)
        return ids.isIssued(id) ? { kind: 'location', location: { state: 'gone' } } : { kind: 'unknown' }
      const location = await locate(visit.element)
      return location ? { kind: 'location', location } : { kind: 'unknown' }
    },
  }
}
