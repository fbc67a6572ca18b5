/** What a call answers, judged by its form (GB §5.4, §7.3, §7.4, §12.3). */
import { type FieldTable, isRecord, misfits } from '../findings/shape.js'
import type { Finding } from '../findings/types.js'
import { FIELD_ERROR_FIELDS, SUCCESS_FIELDS } from './fields.js'

/**
 * Every finding about `structuredContent` of a call; [] when it keeps every rule of its form.
 *
 * Shape   an unknown code passes (D-46), as unknown fields do.
 * Source  GB-5.4-success, GB-7.4-failure, GB-7.3-field-errors, GB-7.1-stale-state
 */
export function validateCallAnswer(content: unknown, isError: boolean): Finding[] {
  const requirement = isError ? 'GB-7.4-failure' : 'GB-5.4-success'
  if (!isRecord(content)) return [finding(requirement, '$', 'not an object; send structuredContent')]
  const found = misfitsOf(content, isError ? ERROR_FIELDS : SUCCESS_FIELDS, requirement)
  if (!isError) {
    const flag =
      content.ok === undefined ? [] : [finding(requirement, '$.ok', 'a flag; isError alone tells failure')]
    return [...found, ...flag]
  }
  const more = typeof content.code === 'string' ? MORE_FIELDS.get(content.code) : undefined
  return more ? [...found, ...misfitsOf(content, more.fields, more.requirement)] : found
}

const ERROR_FIELDS: FieldTable = { code: 'string', message: 'string' }

/** What an error of a code carries beyond code and message (D-44). */
const MORE_FIELDS = new Map<string, { requirement: Finding['requirement']; fields: FieldTable }>([
  ['stale_state', { requirement: 'GB-7.1-stale-state', fields: { currentVersion: 'int64' } }],
  [
    'validation_failed',
    { requirement: 'GB-7.3-field-errors', fields: { fields: { list: { fields: FIELD_ERROR_FIELDS } } } },
  ],
  ['blocked_by_modal', { requirement: 'D-44', fields: { blockedBy: { optional: { list: 'string' } } } }],
  ['action_not_available', { requirement: 'D-44', fields: { reason: { optional: 'string' } } }],
])

const misfitsOf = (
  content: { [name: string]: unknown },
  table: FieldTable,
  requirement: Finding['requirement'],
): Finding[] =>
  misfits(content, table)
    .filter(({ kind }) => kind !== 'unknown')
    .map(({ path, want, kind }) => finding(requirement, `$${path}`, `${kind}: ${want} belongs there`))

const finding = (requirement: Finding['requirement'], at: string, message: string): Finding => ({
  requirement,
  level: 'must',
  at,
  message,
  consequence: 'note',
})
