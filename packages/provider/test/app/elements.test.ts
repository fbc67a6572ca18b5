import { deepEqual, equal, match } from 'node:assert/strict'
import { verifies } from '../../../../test/support/verifies.js'
import { createParts } from '../../src/app/parts.js'
import type { DeveloperFinding } from '../../src/app/report-findings.js'
import type { AppOptions } from '../../src/app/types.js'

type State = { hidden?: true; dialog?: true }
const window = { title: 'Pad', summary: 'A pad.' }

/** The parts of an app, and how to read it. */
function partsOf(options: Partial<AppOptions<State>> = {}) {
  const findings: DeveloperFinding[] = []
  const initial: State = {}
  const parts = createParts<State>(
    {
      bundleId: 'com.example.pad',
      name: 'Pads',
      version: '1',
      state: initial,
      windows: ({ hidden, dialog }) => [
        { ...window, key: 'first' },
        { ...window, key: 'second', ...(hidden ? { private: true } : {}) },
        dialog && { ...window, key: 'sure', modalOn: 'first', title: 'Sure?' },
      ],
      ...options,
    },
    {
      mark: 'run',
      fingerprint: text => text,
      after: () => () => {},
      report: each => void findings.push(each),
    },
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
        { id: 'run-1', role: 'Window', title: 'Pad' },
        { id: 'run-2', role: 'Window', title: 'Pad' },
        { id: 'run-3', role: 'Window', subrole: 'dialog', title: 'Sure?' },
      ],
    })
    deepEqual(
      bridge?.snapshot().windows.map(({ id }) => id),
      ['run-1', 'run-2', 'run-3'],
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
    deepEqual([text.includes('run-2'), text.includes('canary'), text.includes('"in"')], [false, false, false])
  }
})

verifies('D-10', 'an app without windows serves its elements and no bridge', async () => {
  const initial: State = {}
  const parts = createParts<State>(
    {
      bundleId: 'com.example.pad',
      name: 'Pads',
      version: '1',
      state: initial,
      elements: () => ({ id: 'top', role: 'Application', title: 'Pads' }),
    },
    { mark: 'run', fingerprint: text => text, after: () => () => {} },
  )
  equal(parts.bridge, undefined)
  match(await parts.elements('i').currentText(), /"top"/)
})

for (const [title, options] of [
  ['elements', { elements: () => fail() }],
  ['locate', { locate: () => fail() }],
] as const)
  verifies('D-08', `${title} that throw refuse the read, and nobody hears what they threw`, async () => {
    const { face, findings } = partsOf(options)
    const read = title === 'elements' ? face.currentText() : face.locate?.('run-1')
    const error: unknown = await Promise.resolve(read).catch((thrown: unknown) => thrown)
    equal(String(error), 'Error: the app could not say')
    deepEqual(
      findings.map(({ at }) => at),
      [`${title}()`],
    )
  })

function fail(): never {
  throw new Error('canary')
}
