/** The answer of a tree that was told just now, in either of its forms, each written at once. */
import { isWithin, type TreeElement, utf8Length } from '@copane/protocol/elements'
import { escapedJson } from '../text/escaped.js'
import { escapedValue, unescapedLength } from '../text/escaped-value.js'

/** An answer in one form, and how long its text is. Units: bytes. */
export type Written<Form> = { form: Form; bytes: () => number }

/** What writes answers; undefined for one that is too long. */
export type Writers = {
  /** As JSON text. */
  text: (root: TreeElement) => Written<string> | undefined
  /** As that text is inside a JSON string, in pieces of UTF-8. */
  escaped: (root: TreeElement) => Written<Uint8Array[]> | undefined
}

/** Makes the writers of one app: what stands before the root in each of its answers, and how long one may be. */
export function createWriters(before: string, maxBytes: number): Writers {
  const head = escapedJson(before)
  const most = maxBytes - utf8Length(before) - END.length
  let guess = FIRST_GUESS
  const text: Writers['text'] = root => {
    const form = textOf(before, root)
    return form !== undefined && isWithin(form, maxBytes)
      ? { form, bytes: () => utf8Length(form) }
      : undefined
  }
  /** The way over the text, for what the short one does not take. */
  const escapedText = (root: TreeElement): Written<Uint8Array[]> | undefined => {
    const written = text(root)
    return written && { ...written, form: [escapedJson(written.form)] }
  }
  return {
    text,
    escaped(root) {
      if (isExtended()) return escapedText(root)
      try {
        const escaped = escapedValue(root, { most, guess })
        if (!escaped) return undefined
        // The next answer is about as long.
        guess = escaped.length + (escaped.length >> 3)
        const bytes = () => utf8Length(before) + unescapedLength(escaped) + END.length
        return { form: [head, escaped, ESCAPED_END], bytes }
      } catch {
        return escapedText(root)
      }
    },
  }
}

const END = '}'
const ESCAPED_END = escapedJson(END)
const FIRST_GUESS = 64 * 1024

/** True in a program that gave every object a field, which is no field of an answer. */
function isExtended(): boolean {
  for (const _ in {}) return true
  return false
}

/** Undefined for a text that is longer than a string can be. */
function textOf(before: string, root: TreeElement): string | undefined {
  try {
    return `${before}${JSON.stringify(root)}${END}`
  } catch {
    return undefined
  }
}
