/** The one content of a resource, taken out of its wrapping (D-04, GB §12.2). */
import { JSON_MIME } from '@copane/protocol/elements'
import { isRecord } from '@copane/protocol/findings'
import { fault } from '../outcomes.js'
import type { Fault } from '../types.js'
import { type Era, type Reply, replySaw } from './era.js'

/** What a read gave: its text where there is one, and what is wrong with the wrapping. */
export type Content = { text: string | undefined; wrong: Fault | undefined }

/** Unwraps the answer to a `resources/read`. */
export function contentOf(reply: Reply, era: Era, uri: string): Content {
  const wrong = (place: string, saw: string): Fault =>
    fault(
      `${era} ${place}`,
      saw,
      'one content with the uri that was read, the type application/json, and a text',
      'answer { contents: [{ uri, mimeType, text }] }',
    )
  if (reply.kind !== 'result') return { text: undefined, wrong: wrong('$', replySaw(reply)) }
  const { contents } = reply.result
  if (!Array.isArray(contents)) return { text: undefined, wrong: wrong('$.contents', 'no list of contents') }
  const [content]: unknown[] = contents
  if (!isRecord(content) || typeof content.text !== 'string')
    return { text: undefined, wrong: wrong('$.contents[0]', 'no content with a text') }
  return { text: content.text, wrong: judge(contents.length, content, uri, wrong) }
}

function judge(
  count: number,
  content: { [name: string]: unknown },
  uri: string,
  wrong: (place: string, saw: string) => Fault,
): Fault | undefined {
  if (count > 1) return wrong('$.contents', 'more than one content')
  if (content.uri !== uri) return wrong('$.contents[0].uri', 'another uri than the one that was read')
  if (content.mimeType !== JSON_MIME) return wrong('$.contents[0].mimeType', 'not application/json')
  return undefined
}
