/** Rectangles in a page. */
import { expect } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { common, distance, hasArea, meets, mergeLines } from '../../src/dom/live/boxes.ts'

const box = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom })

const lines = [
  ['one box', [box(0, 0, 10, 20)], [box(0, 0, 10, 20)]],
  ['pieces of one line', [box(0, 0, 10, 20), box(10, 2, 30, 19)], [box(0, 0, 30, 20)]],
  ['two lines', [box(50, 0, 90, 20), box(0, 20, 30, 40)], [box(50, 0, 90, 20), box(0, 20, 30, 40)]],
  ['lines that touch', [box(0, 0, 9, 21), box(0, 20, 9, 41)], [box(0, 0, 9, 21), box(0, 20, 9, 41)]],
  [
    'right to left: pieces in any order',
    [box(60, 0, 90, 20), box(0, 0, 30, 20), box(30, 0, 60, 20)],
    [box(0, 0, 90, 20)],
  ],
  ['a small letter high up', [box(0, 0, 30, 20), box(30, 1, 34, 9)], [box(0, 0, 34, 20)]],
  ['boxes without an area', [box(0, 0, 0, 20), box(5, 5, 9, 5)], []],
  ['none', [], []],
] as const

for (const [title, boxes, merged] of lines)
  verifies('EL-6-rects', `lines of text: ${title}`, () => expect(mergeLines(boxes)).toEqual(merged))

verifies('EL-6-rects', 'what comes in is not changed', () => {
  const first = box(0, 0, 10, 20)
  mergeLines([first, box(10, 0, 20, 20)])
  expect(first).toEqual(box(0, 0, 10, 20))
})

const pairs = [
  ['overlapping', box(0, 0, 10, 10), box(5, 5, 20, 20), true, 0],
  ['touching', box(0, 0, 10, 10), box(10, 0, 20, 10), false, 0],
  ['apart', box(0, 0, 10, 10), box(30, 0, 40, 10), false, 20],
  ['less than half a pixel in', box(0, 0, 10, 10), box(9.7, 0, 20, 10), false, 0],
] as const

for (const [title, a, b, meet, apart] of pairs)
  verifies('EL-5.3-visible-drawn', `boxes ${title}`, () => {
    expect([meets(a, b), distance(a, b)]).toEqual([meet, apart])
    expect(hasArea(common(a, b))).toBe(meet || title.startsWith('less'))
  })
