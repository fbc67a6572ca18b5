import { deepEqual, equal, match } from 'node:assert/strict'
import { verifies } from '../../../../test/support/verifies.js'
import { createParts } from '../../src/app/parts.js'
import { createCallScope } from '../../src/bridge/call-scope.js'
import { createManagedTree, type ManagedTree } from '../../src/elements/managed-tree.js'
import type { AppElement } from '../../src/elements/app-element.js'
import type { DeveloperFinding } from '../../src/app/report-findings.js'
import type { AppOptions } from '../../src/app/types.js'

type State = { hidden?: true; dialog?: true }
const window = { title: 'Pad', summary: 'A pad.' }

const PADS = { bundleId: 'com.example.pad', name: 'Pads', version: '1' }
const effects = () => ({
  mark: 'run',
  fingerprint: (text: string) => text,
  after: () => () => {},
  scope: createCallScope(),
})

/** The parts of an app, and how to read it. */
function partsOf(options: Partial<AppOptions<State>> = {}) {
  const findings: DeveloperFinding[] = []
  const initial: State = {}
  const parts = createParts<State>(
    {
      ...PADS,
      state: initial,
      windows: ({ hidden, dialog }) => [
        { ...window, key: 'first' },
        { ...window, key: 'second', ...(hidden ? { private: true } : {}) },
        dialog && { ...window, key: 'sure', modalOn: 'first', title: 'Sure?' },
      ],
      ...options,
    },
    { ...effects(), report: each => void findings.push(each) },
  )
  const elements = parts.elements('instance')
  const root = async () => JSON.parse(await elements.currentText()).root
  return { ...parts, findings, face: elements, root }
}

verifies(
  'D-19',
  'without elements of its own an app is its windows, under the ids that operate them',
  async () => {
    const { root, commit, bridge } = partsOf()
    commit(() => ({ dialog: true }))
    deepEqual(await root(), {
      id: 'app-1',
      role: 'Application',
      title: 'Pads',
      children: [
        { id: 'run1', role: 'Window', title: 'Pad' },
        { id: 'run2', role: 'Window', title: 'Pad' },
        { id: 'run3', role: 'Window', subrole: 'dialog', title: 'Sure?' },
      ],
    })
    deepEqual(
      bridge?.snapshot().windows.map(({ id }) => id),
      ['run1', 'run2', 'run3'],
    )
  },
)

verifies('FR-40', 'a private window is in neither face, whoever wrote the elements', async () => {
  const own = partsOf({
    elements: (_, ids) => ({
      id: 'top',
      role: 'Application',
      title: 'Pads',
      children: [
        {
          id: 'pane',
          role: 'Group',
          children: [
            {
              id: ids.window('second'),
              role: 'Window',
              title: 'canary',
              children: [{ id: 'in', role: 'Text' }],
            },
          ],
        },
      ],
    }),
  })
  for (const { root, commit, bridge } of [partsOf(), own]) {
    commit(() => ({ hidden: true }))
    const text = JSON.stringify([await root(), bridge?.snapshot(), bridge?.tools()])
    deepEqual([text.includes('run2'), text.includes('canary'), text.includes('"in"')], [false, false, false])
  }
})

verifies('D-10', 'an app without windows serves its elements and no bridge', async () => {
  const initial: State = {}
  const parts = createParts<State>(
    {
      ...PADS,
      state: initial,
      elements: () => ({ id: 'top', role: 'Application', title: 'Pads' }),
    },
    effects(),
  )
  equal(parts.bridge, undefined)
  match(await parts.elements('i').currentText(), /"top"/)
})

verifies('D-08', 'elements that throw refuse the read, and nobody hears what they threw', async () => {
  const { face, findings } = partsOf({ elements: () => fail() })
  const error: unknown = await face.currentText().catch((thrown: unknown) => thrown)
  equal(String(error), 'Error: The app could not say what it shows now; carry on without it.')
  deepEqual(
    findings.map(({ message }) => message),
    ['tree threw or rejected; handle it inside'],
  )
})

verifies('EL-4.2-cannot-place', 'a locate that throws leaves its element without a place', async () => {
  const { face, findings } = partsOf({ locate: () => fail() })
  deepEqual(await face.locate?.('run1'), { kind: 'unknown' })
  deepEqual(
    findings.map(({ message }) => message),
    ['locate threw or rejected; handle it inside'],
  )
})

verifies('D-45', 'a private window is in no tree that the app keeps, nor is its modal', async () => {
  const tree = createManagedTree({ id: 'top', role: 'Application', title: 'Pads' })
  const { face, idOf, commit } = partsOf({
    elements: tree,
    windows: ({ hidden }) => [
      { ...window, key: 'first' },
      { ...window, key: 'second', ...(hidden ? { private: true } : {}) },
      { ...window, key: 'sure', modalOn: 'second', title: 'Sure?' },
    ],
  })
  for (const key of ['first', 'second', 'sure'])
    tree.insert('top', { id: idOf(key) ?? '', role: 'Window', title: key })
  const shown = async () => {
    const answer: { root: { children?: { title: string }[] } } = JSON.parse(await face.currentText())
    return answer.root.children?.map(({ title }) => title)
  }
  deepEqual(await shown(), ['first', 'second', 'sure'])
  commit(() => ({ hidden: true }))
  deepEqual(await shown(), ['first'])
  equal(
    (await face.currentEscaped?.())?.some(part => Buffer.from(part).includes('second')),
    false,
  )
})

function fail(): never {
  throw new Error('canary')
}

const rooted = (): ManagedTree => createManagedTree({ id: 'top', role: 'Application', title: 'Pads' })

for (const [whose, own] of [
  ['none of its own', {}],
  ['a tree that is kept', { elements: rooted() }],
  [
    'a tree without it',
    { elements: (): AppElement => ({ id: 'top', role: 'Application', title: 'Pads', children: [] }) },
  ],
] satisfies [string, Partial<AppOptions<State>>][])
  verifies(
    'D-45',
    `the id of a private window is like one that never was, open and closed (${whose})`,
    async () => {
      const { face, commit } = partsOf({
        ...own,
        locate: () => undefined,
        windows: ({ hidden, dialog }) => [
          { ...window, key: 'first' },
          dialog && { ...window, key: 'second' },
          hidden && { ...window, key: 'third', private: true },
        ],
      })
      commit(() => ({ hidden: true, dialog: true }))
      deepEqual(await face.locate?.('run3'), { kind: 'unknown' })
      commit(() => ({}))
      deepEqual(await face.locate?.('run3'), { kind: 'unknown' })
      deepEqual(await face.locate?.('run2'), { kind: 'location', location: { state: 'gone' } })
    },
  )
