import { equal, ok } from 'node:assert/strict'
import { verifies } from '../../../../test/support/verifies.js'
import { createApp } from '../../src/node/index.js'

type Counter = { isOpen: boolean; count: number }

const app = () =>
  createApp<Counter>({
    bundleId: 'dev.copane.counter',
    name: 'Counter',
    version: '1',
    state: { isOpen: false, count: 0 },
    windows: ({ isOpen }) => [
      { key: 'counter', title: 'Counter', summary: 'Counts.' },
      isOpen && { key: 'log', title: 'Log', summary: 'Lists.' },
    ],
    findings: 'silent',
  })

verifies('D-30', 'a window opened by a commit that answers another keeps its id at the next one', () => {
  const { store, commit, idOf } = app()
  const seen: (string | undefined)[] = []
  store.watch(({ after }) => {
    if (after.isOpen) return
    commit(state => ({ ...state, isOpen: true }))
    seen.push(idOf('log'))
    commit(state => ({ ...state, count: 1 }))
    seen.push(idOf('log'))
  })
  commit(state => ({ ...state, count: 2 }))
  seen.push(idOf('log'))
  ok(seen[0])
  equal(new Set(seen).size, 1)
})
