import { deepEqual } from 'node:assert/strict'
import { verifies } from '../../../../test/support/verifies.ts'
import { type OwnFolderFacts, ownFolders } from '../../src/consent/own-folders.ts'

const NONE: OwnFolderFacts = {
  platform: 'linux',
  home: '/home/ada',
  configOverride: undefined,
  stateOverride: undefined,
  appData: undefined,
  localAppData: undefined,
}
const rows: [title: string, facts: Partial<OwnFolderFacts>, config: string, state: string][] = [
  ['Linux', {}, '/home/ada/.config/copane', '/home/ada/.local/state/copane'],
  [
    'macOS',
    { platform: 'darwin', home: '/Users/ada' },
    '/Users/ada/Library/Application Support/copane',
    '/Users/ada/Library/Application Support/copane/state',
  ],
  [
    'Windows',
    { platform: 'win32', home: 'C:\\Users\\ada', appData: 'D:\\Roaming', localAppData: 'D:\\Local' },
    'D:\\Roaming\\copane',
    'D:\\Local\\copane\\state',
  ],
  [
    'Windows without its variables',
    { platform: 'win32', home: 'C:\\Users\\ada' },
    'C:\\Users\\ada\\AppData\\Roaming\\copane',
    'C:\\Users\\ada\\AppData\\Local\\copane\\state',
  ],
  ['folders of one’s own choice', { configOverride: '/c', stateOverride: '/s' }, '/c', '/s'],
  [
    'an override that is empty',
    { configOverride: '' },
    '/home/ada/.config/copane',
    '/home/ada/.local/state/copane',
  ],
]
for (const [title, facts, config, state] of rows)
  verifies('D-52', `where settings and receipts lie: ${title}`, () => {
    deepEqual(ownFolders({ ...NONE, ...facts }), { config, state })
  })
