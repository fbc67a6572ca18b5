/** Answers what the process asks of a page: what it shows, and where something of it is. */
import { createDomReader } from '@copane/adapters/dom'
import type { Question } from '../../src/page/protocol.js'

/** What a reader works on: the page's own mark for ids, and the element that holds the desk. */
export type ReaderOptions = { mark: string; root: HTMLElement }

/** Gives answers that JSON can hold; undefined when there is none. */
export type Reader = { answer(question: Question): Promise<unknown>; stop(): void }

/** Makes the reader of a page; a page has one for as long as it keeps its mark. */
export function createReader({ mark, root }: ReaderOptions): Reader {
  const reader = createDomReader({ mark, root })
  let reading: Promise<unknown> | undefined
  /** Whoever asks while the page is read gets that reading: it holds at its end, which is later than the question. */
  const read = (deadlineMs: number): Promise<unknown> =>
    (reading ??= reader.read({ deadlineMs }).finally(() => (reading = undefined)))
  return {
    async answer(question) {
      if (question.kind === 'read') return read(question.deadlineMs)
      const location = reader.locate(question.id)
      if (location || question.id === undefined) return location
      await read(question.deadlineMs)
      return reader.locate(question.id)
    },
    stop: reader.stop,
  }
}
