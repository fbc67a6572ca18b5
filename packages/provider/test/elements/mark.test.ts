import { deepEqual, equal, ok } from 'node:assert/strict'
import { MAX_WINDOW_ID } from '@copane/protocol/bridge'
import { verifies } from '../../../../test/support/verifies.js'
import { createIds } from '../../src/elements/ids.js'
import { MARKS, markAt } from '../../src/elements/mark.js'
import { mintMark } from '../../src/node/index.js'

const SPOKEN = /^(?:[bcdfghjklmnprstvz][aeiou]){2}[bcdfghjklmnprstvz]$/

verifies('D-30', 'every mark is five letters that can be spoken, and no two are alike', () => {
  const marks = Array.from({ length: MARKS }, (_, index) => markAt(index))
  equal(new Set(marks).size, 122_825)
  deepEqual(
    marks.filter(mark => !SPOKEN.test(mark)),
    [],
  )
})

verifies('GB-10.3-never-reused', 'runs have marks that differ, out of all there are', () => {
  const marks = Array.from({ length: 2000 }, mintMark)
  ok(marks.every(mark => SPOKEN.test(mark)))
  // About 16 of 2000 are expected to be another's; that a tenth is, or that a letter is missing, never happens.
  ok(new Set(marks).size > 1800)
  const used = [0, 1, 2, 3, 4].map(place => new Set(marks.map(mark => mark.charAt(place))).size)
  deepEqual(used, [17, 5, 17, 5, 17])
})

verifies('D-30', 'a window id of a run is its mark and a number, and leaves seven digits', () => {
  const mark = mintMark()
  equal(createIds(mark).windowId(), `${mark}1`)
  equal(MAX_WINDOW_ID - mark.length, 7)
})
