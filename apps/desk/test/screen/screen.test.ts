import { deepEqual, equal } from 'node:assert/strict'
import { createIds } from '@copane/provider'
import { verifies } from '../../../../test/support/verifies.js'
import type { Page, Question } from '../../src/page/index.js'
import { createScreen } from '../../src/screen/screen.js'
import { memoryDesk } from '../support/desks.js'

/** A desk whose page answers by hand. */
function screenWith(answer: (question: Question) => Promise<unknown>) {
  const asked: Question[] = []
  const page: Page = {
    mark: 'ab0001',
    isVisible: () => true,
    ask(question) {
      asked.push(question)
      return answer(question)
    },
  }
  const ids = createIds('tinor')
  const screen = createScreen({
    desk: memoryDesk(),
    ids,
    instance: 'i',
    page: { activePage: () => page, pages: () => [page], isMark: mark => mark === page.mark },
  })
  const idsNow = async (): Promise<string[]> => {
    const { root } = JSON.parse(await screen.currentText())
    return root.children.map(({ id }: { id: string }) => id)
  }
  return { screen, asked, idsNow }
}

const element = { id: 'ab0001-1', role: 'Group' }

verifies('FR-3', 'many agents at once cost a page one reading', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const { asked, idsNow } = screenWith(() => promise)
  const all = Promise.all([idsNow(), idsNow(), idsNow()])
  resolve({ children: [element] })
  deepEqual(await all, [['ab0001-1'], ['ab0001-1'], ['ab0001-1']])
  equal(asked.length, 1)
  await idsNow()
  equal(asked.length, 2)
})

const nonsense: [string, unknown][] = [
  ['nothing', undefined],
  ['null', null],
  ['a text', 'tree'],
  ['no list', { children: {} }],
  ['an id twice', { children: [element, element] }],
  ['an id of wrong form', { children: [{ id: 'a b', role: 'Group' }] }],
]

for (const [title, answer] of nonsense)
  verifies(
    'EL-4.1-schema',
    `a page that answers ${title} is not handed on: the desk tells its own tree`,
    async () => {
      const { idsNow } = screenWith(async () => answer)
      deepEqual(await idsNow(), ['tinor1'])
    },
  )

const places: [string, unknown][] = [
  ['nothing', undefined],
  ['visible without a rectangle', { state: 'visible' }],
  ['a rectangle without a size', { state: 'visible', rects: [{ x: 1, y: 1, w: 0, h: 0 }] }],
  ['a state of its own', { state: 'somewhere' }],
]

for (const [title, place] of places)
  verifies('EL-4.2-cannot-place', `a place of ${title} is an error, never handed on`, async () => {
    const { screen, idsNow } = screenWith(async ({ kind }) =>
      kind === 'read' ? { children: [element] } : place,
    )
    await idsNow()
    deepEqual(await screen.locate?.('ab0001-1'), { kind: 'unknown' })
  })
