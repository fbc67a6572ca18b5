import { equal } from 'node:assert/strict'
import type { SeenSnapshot, SeenWindow } from '@copane/protocol/bridge'
import { describe, test } from 'vitest'
import { heads, newActions, newsOfCall } from '../../bench/task/systems/news.ts'

const window = (id: string, version: number, rows: number[][]): SeenWindow => ({
  id,
  title: `Window ${id}`,
  modal: false,
  ownerId: null,
  version,
  blocks: [{ type: 'table', id: 'rows', columns: ['n'], rows }],
})

const snapshot = (...windows: SeenWindow[]): SeenSnapshot => ({
  windows,
  operableWindowIds: windows.map(({ id }) => id),
})

describe('what an agent is told of windows', () => {
  test('at first each is one line', () =>
    equal(heads(snapshot(window('a', 1, [[1]]))), 'a window "Window a" operable'))
})

describe('what an agent is told after a call', () => {
  const before = snapshot(window('a', 1, [[1]]), window('b', 1, [[1]]), window('c', 1, []))
  const now = {
    windows: [window('a', 2, [[2]]), window('b', 2, [[2]]), window('d', 1, [[4]])],
    operableWindowIds: ['a', 'd'],
  }
  const style = { versions: false }

  test('the window and what it opened by their lines, of others that they changed, and that one closed', () =>
    equal(
      newsOfCall(before, now, new Set(['a', 'd']), style).text,
      [
        'a operable\n  table rows\n    [2]\n    - [1]',
        'd window "Window d" operable\n  table rows ["n"]\n    [4]',
        'c closed',
        'b changed blocked',
      ].join('\n'),
    ))

  test('what was not told of another is told when it is looked at, and meanwhile not again', () => {
    const { known } = newsOfCall(before, now, new Set(['a', 'd']), style)
    equal(newsOfCall(known, now, new Set(['a']), style).text, '')
    equal(newsOfCall(known, now, new Set(['b']), style).text, 'b blocked\n  table rows\n    [2]\n    - [1]')
  })
})

describe('what an agent is told of actions', () => {
  const edit = (of: string) => ({
    name: `${of}__edit`,
    window: of,
    action: 'edit',
    title: `Edit · Window ${of}`,
    inputSchema: { properties: { text: {}, note: {}, expectedVersion: {} }, required: ['text'] },
  })

  test('each once with its parameters; in a second window of the kind its name is enough', () => {
    const heard: ReturnType<typeof edit>[] = []
    equal(newActions(heard, [edit('a')]), 'a: edit(text, note?)')
    equal(newActions(heard, [edit('a'), edit('b')]), 'b: as before: edit')
    equal(newActions(heard, [edit('a'), edit('b')]), '')
  })
})
