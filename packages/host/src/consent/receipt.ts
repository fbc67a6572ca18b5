/** What is kept of something that was sent: enough to know it again, none of it (D-52, FR-59). */
import { walk } from '@copane/protocol/elements'
import type { LeftOut } from '../policy/left-out.js'
import type { Given } from '../policy/trim.js'
import type { Form } from '../policy/written.js'

/**
 * A receipt.
 *
 * Shape   `time`: ISO 8601. `bytes` and `sha256`: of the text in UTF-8; of an image, of its base64 text. Holds no title, id
 *         or content of the app.
 */
export type Receipt = {
  id: string
  time: string
  client: string
  app: { bundleId: string; name: string }
  form: Form
  counts: { elements: number; selected: number; leftOut: LeftOut }
  bytes: number
  sha256: string
  images: { mimeType: string; bytes: number; sha256: string }[]
}

/** Who sends, when, under which id; and how bytes are digested, in hex. */
export type ReceiptFacts = { id: string; time: string; client: string; sha256: (bytes: Uint8Array) => string }

/** The receipt of what is sent. */
export function receiptOf(
  given: Given,
  bytes: Uint8Array,
  { id, time, client, sha256 }: ReceiptFacts,
): Receipt {
  const elements = [...walk(given.root)]
  const { bundleId, name } = given.app
  return {
    id,
    time,
    client,
    app: { bundleId, name },
    form: given.form,
    counts: {
      elements: elements.length,
      selected: elements.filter(({ element }) => element.selected).length,
      leftOut: given.leftOut,
    },
    bytes: bytes.length,
    sha256: sha256(bytes),
    images: given.images.map(({ mimeType, data }) => {
      const text = new TextEncoder().encode(data)
      return { mimeType, bytes: text.length, sha256: sha256(text) }
    }),
  }
}
