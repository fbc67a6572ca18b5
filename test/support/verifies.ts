/** Registers tests under the id of what they show, so the requirement gate can count them. */
import type { RequirementId } from '@copane/protocol/findings'
import { test } from 'vitest'

/** A public bug report restated as a test. */
export type FieldReportId = `FR-${number}`

/** A ruling where the source documents are silent. */
export type DecisionId = `D-${number}`

/** Registers a test named `<id>: <title>`; one call per case. */
export function verifies(
  id: RequirementId | FieldReportId | DecisionId,
  title: string,
  body: () => void | Promise<void>,
): void {
  test(`${id}: ${title}`, body)
}
