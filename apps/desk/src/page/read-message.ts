/** Reads what a page sends; judged like anything from outside. */
import { type FieldsOf, isRecord, misfits } from '@copane/protocol/findings'
import type { FromPage } from './protocol.js'

type Fields = { [Kind in FromPage['kind']]: Omit<FieldsOf<Extract<FromPage, { kind: Kind }>>, 'kind'> }

const FIELDS = {
  act: { id: 'integer', act: 'any' },
  answer: { id: 'integer', value: { optional: 'any' } },
  input: {},
  visible: { visible: 'boolean' },
} as const satisfies Fields

/** The message in a text; undefined for what is none. */
export function readMessage(text: string): FromPage | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  return isMessage(value) ? value : undefined
}

const isKind = (kind: unknown): kind is FromPage['kind'] =>
  typeof kind === 'string' && Object.hasOwn(FIELDS, kind)

const isMessage = (value: unknown): value is FromPage =>
  isRecord(value) && isKind(value.kind) && misfits(value, FIELDS[value.kind], 'kind').length === 0
