/** What a page says of itself, as an outline without ids; every tree is checked against the protocol. */
import type { Reading, ReadLimits } from '@copane/adapters/dom'
import {
  type Answer,
  find,
  type Location,
  printLine,
  textOf,
  type TreeElement,
  validateAnswer,
  walk,
} from '@copane/protocol/elements'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** One answer of a page. */
export type Taken = Reading & {
  root: TreeElement
  /** What is in the page, without the page itself. */
  outline: string
}

/** Reads a page through the reader that the lab made; the tree keeps every rule. */
export async function take(page: Page, limits: ReadLimits = {}): Promise<Taken> {
  return taken(await page.evaluate(given => reader.read(given), limits))
}

/** A reading as an answer that keeps every rule. */
export function taken(reading: Reading): Taken {
  const root: TreeElement = { id: 'app', role: 'Application', title: 'App' }
  if (reading.children.length > 0) root.children = reading.children
  const answer: Answer = { protocol: '0.2.0', instance: 'test', root }
  expect(validateAnswer(JSON.parse(JSON.stringify(answer)))).toEqual([])
  return { ...reading, root, outline: outlineIn(reading.children[0]) }
}

/** The outline of what is in an element, without ids. */
export function outlineIn(element: TreeElement | undefined): string {
  if (!element) return ''
  return [...walk(element)]
    .slice(1)
    .map(visit => '  '.repeat(visit.depth - 1) + printLine(visit.element).replace(/^\S+ /, ''))
    .join('\n')
}

/** The first element with a title or a text. */
export function element(taken: Taken, name: string): TreeElement {
  const visit = find(taken.root, each => each.title === name || textOf(each) === name)
  if (!visit) throw new Error('no element of that name')
  return visit.element
}

/** Whether the first element with a title or a text is drawn. */
export function isVisible(taken: Taken, name: string): boolean | undefined {
  return find(taken.root, each => each.title === name || textOf(each) === name)?.visible
}

/** What is selected. */
export const selected = (taken: Taken): TreeElement[] =>
  [...walk(taken.root)].flatMap(({ element: each }) => (each.selected ? [each] : []))

/** Where the page places an id. */
export const locate = (page: Page, id: string): Promise<Location | undefined> =>
  page.evaluate(given => reader.locate(given), id)
