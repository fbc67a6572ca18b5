/** What an action gives: the schema that a tool shows, and whether a result may leave (GB §5.4, §12.3 · D-37). */
import { Validator } from '@cfworker/json-schema'
import type { JsonSchema } from '@copane/protocol/bridge'
import { isRecord } from '@copane/protocol/findings'
import type { JudgedResult, ResultObject } from './action.js'
import { jsonOf } from './input.js'
import { plainJson } from './plain.js'
import { isStandard, judgeWith, type StandardSchema } from './standard-schema.js'

/** The output of an action. */
export type Output = { schema: JsonSchema; judge: (result: unknown) => JudgedResult }

/**
 * The output that an app declares; any object where it declares none.
 *
 * Shape   what leaves is a copy, as the library's schema gives it back: fields that it does not name stay behind.
 * Errors  `judge` never throws; a library's schema that JSON Schema can't say is shown as any object.
 */
export function createOutput(
  declared: JsonSchema | StandardSchema<unknown, object> | undefined = { type: 'object' },
): Output {
  if (isStandard(declared)) {
    return {
      schema: outputSchemaOf(declared),
      judge(result) {
        const judged = judgeWith(declared, result)
        return judged.kind === 'fits' ? sendable(judged.value) : { kind: 'unfit' }
      },
    }
  }
  const validator = new Validator({ ...declared }, '2020-12', true)
  return {
    schema: declared,
    judge(result) {
      const found = sendable(result)
      try {
        return found.kind === 'fits' && !validator.validate(found.result).valid ? { kind: 'unfit' } : found
      } catch (error) {
        return { kind: 'unfit', error }
      }
    },
  }
}

function sendable(result: unknown): JudgedResult {
  const plain = plainJson(result)
  return plain.kind === 'plain' && isResult(plain.value)
    ? { kind: 'fits', result: plain.value }
    : { kind: 'unfit' }
}

const isResult = (value: unknown): value is ResultObject => isRecord(value)

function outputSchemaOf(declared: StandardSchema<unknown, unknown>): JsonSchema {
  try {
    const said = declared['~standard'].jsonSchema?.output({ target: 'draft-2020-12' })
    return (said && jsonOf(said)) ?? { type: 'object' }
  } catch {
    return { type: 'object' }
  }
}
