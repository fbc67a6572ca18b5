/** The tools of a moment: which there are, their names, their order (GB §5.1, §5.2 · D-30, D-34, D-42). */
import {
  appActionsAllowed,
  splitToolName,
  toolName,
  toolsOf,
  type WindowsModel,
} from '@copane/protocol/bridge'
import { expect } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { model, offer } from '../support/windows.ts'

const names = (of: WindowsModel) => toolsOf(of).map(({ name }) => name)
const app = { appActions: [offer('open'), offer('about')] }
const without = (of: WindowsModel, id: string, unavailable: { [action: string]: string }): WindowsModel => ({
  ...of,
  windows: of.windows.map(window => (window.id === id ? { ...window, unavailable } : window)),
})

const lists: [string, WindowsModel, string[]][] = [
  ['no windows', { windows: [], appActions: [] }, []],
  ['a window without actions', model('a', []), []],
  ['opening order, then as declared', model('b\na', ['z', 'c']), ['b__z', 'b__c', 'a__z', 'a__c']],
  ['actions of the app first', model('a', ['save'], app), ['app__open', 'app__about', 'a__save']],
  ['a blocked window hides its group', model('a\nb\nm modal of a'), ['b__save', 'm__save']],
  ['an app modal hides all else', model('a\nm app-modal', ['save'], app), ['m__save']],
  ['a private window offers nothing', model('a\nb private'), ['a__save']],
  ['a private modal hides its owner', model('a\nb\nm modal of a private'), ['b__save']],
  ['a private app modal hides all', model('a\nm app-modal private', ['save'], app), []],
  [
    'what is unavailable hides alone',
    without(model('a\nb', ['save', 'undo']), 'a', { save: 'Nothing to save' }),
    ['a__undo', 'b__save', 'b__undo'],
  ],
  ['a reason that is empty hides too', without(model('a', ['save', 'undo']), 'a', { save: '' }), ['a__undo']],
  [
    'an action of the app that is unavailable',
    model('a', [], { ...app, unavailable: { open: 'No' } }),
    ['app__about'],
  ],
  ['reasons of other actions do not matter', without(model('a'), 'a', { undo: 'No' }), ['a__save']],
  [
    'actions named as objects name things',
    without(model('a', ['constructor', 'toString', 'save']), 'a', {}),
    ['a__constructor', 'a__toString', 'a__save'],
  ],
  [
    'the same for the app',
    { windows: [], appActions: [offer('valueOf')], unavailable: {} },
    ['app__valueOf'],
  ],
]

for (const [title, of, expected] of lists)
  verifies('GB-5.1-visible-available', title, () => expect(names(of)).toEqual(expected))

verifies('GB-5.2-titles', 'a tool names its action, its window and its four hints', () =>
  expect(toolsOf(model('a', ['save'], { appActions: [offer('open')] }))).toEqual([
    {
      name: 'app__open',
      title: 'Do open',
      description: 'Does open',
      inputSchema: { type: 'object', properties: { to: { type: 'string' } } },
      outputSchema: { type: 'object' },
      annotations: {
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: false,
        openWorldHint: false,
      },
    },
    {
      name: 'a__save',
      title: 'Do save · T a (a)',
      description: 'Does save',
      inputSchema: { type: 'object', properties: { to: { type: 'string' } } },
      outputSchema: { type: 'object' },
      annotations: {
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: false,
        openWorldHint: false,
      },
    },
  ]),
)

const modals = [
  ['no modal', 'a', true],
  ['a modal of a window', 'a\nm modal of a', true],
  ['an app modal', 'a\nm app-modal', false],
  ['a private app modal', 'a\nm app-modal private', false],
] as const

for (const [title, lines, expected] of modals)
  verifies('D-34', `actions of the app with ${title}`, () =>
    expect(appActionsAllowed(model(lines))).toBe(expected),
  )

const splits = [
  ['a__save', { handle: 'a', action: 'save' }],
  ['zonul7__save_as', { handle: 'zonul7', action: 'save_as' }],
  ['a__b__c', { handle: 'a', action: 'b__c' }],
  ['a___b', { handle: 'a', action: '_b' }],
  ['a____b', { handle: 'a', action: '__b' }],
  ['__save', { handle: '', action: 'save' }],
  ['a__', { handle: 'a', action: '' }],
  ['__', { handle: '', action: '' }],
  ['a_save', undefined],
  ['save', undefined],
  ['', undefined],
] as const

for (const [name, expected] of splits)
  verifies('D-30', `${JSON.stringify(name)} split at the first __`, () =>
    expect(splitToolName(name)).toEqual(expected),
  )

verifies('GB-5.2-names', 'a handle, two underscores, an action', () =>
  expect(toolName('w-A', 'save')).toBe('w-A__save'),
)
