/** Answers what the process asks of a page: what it shows, and where something of it is. */
import type { Question } from '../../src/page/protocol.js'

/** What a reader works on: the page's own mark for ids, and the element that holds the desk. */
export type ReaderOptions = { mark: string; root: HTMLElement }

/** Gives an answer that JSON can hold; undefined when there is none. */
export type Reader = (question: Question) => unknown

/** Makes the reader of a page; one page has one for as long as it is loaded. */
export const createReader =
  (_options: ReaderOptions): Reader =>
  _question =>
    undefined
