import { equal } from 'node:assert/strict'
import type { SeenSnapshot, SeenWindow } from '@copane/protocol/bridge'
import { describe, test } from 'vitest'
import { heads, newActions } from '../../bench/task/systems/news.ts'

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
