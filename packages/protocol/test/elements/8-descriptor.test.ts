/** Descriptor files: their folder, their fields, the endpoint they name (D-10). */
import {
  type FolderFacts,
  descriptorFileName,
  parseDescriptor,
  parseEndpoint,
  providersFolder,
} from '@copane/protocol/elements'
import { expect } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { nested } from '../support/elements.ts'

const descriptor = {
  protocol: '0.2.0',
  bundleId: 'org.example.Notes',
  name: 'Notes',
  version: '4.1',
  instance: 'k3f9x2',
  endpoint: 'http://127.0.0.1:4711/elements',
  token: 'abc-DEF_123.~+/==',
  pid: 4121,
}
const bridge = { protocol: '0.1.0', endpoint: 'http://127.0.0.1:4711/bridge', token: 'b' }

const accepted: [string, object][] = [
  ['the required fields', descriptor],
  ['our additions', { ...descriptor, pidStart: '8812', bridge }],
  ['an empty name', { ...descriptor, name: '' }],
  ['an instance of 100 pictographs', { ...descriptor, instance: '🔒'.repeat(100) }],
  ['an instance of any signs', { ...descriptor, instance: 'a b/ä' }],
]

for (const [title, value] of accepted)
  verifies('D-10', `accepts ${title}`, () =>
    expect(parseDescriptor(JSON.stringify(value))).toEqual({ kind: 'descriptor', descriptor: value }),
  )

const foreign: [string, string][] = [
  ['a field', '"icon":"notes.png"'],
  ['a field of great depth', `"deep":${nested(30_000)}`],
  ['a field named __proto__', '"__proto__":{"pid":1}'],
]

for (const [title, field] of foreign)
  verifies('EL-10-unknown-fields', `of a descriptor are left behind: ${title}`, () =>
    expect(parseDescriptor(`{${field},${JSON.stringify(descriptor).slice(1)}`)).toEqual({
      kind: 'descriptor',
      descriptor,
    }),
  )

const texts = [
  ['no text', '', 'not JSON'],
  ['half a file', '{"protocol":', 'not JSON'],
  ['a byte order mark', `\ufeff${JSON.stringify(descriptor)}`, 'not JSON'],
  ['a list', JSON.stringify([descriptor]), 'not a JSON object'],
  ['null', 'null', 'not a JSON object'],
  ['lists without end', nested(30_000), 'not a JSON object'],
] as const

for (const [title, text, reason] of texts)
  verifies('D-10', `skips ${title}`, () =>
    expect(parseDescriptor(text)).toEqual({ kind: 'nonsense', reason }),
  )

const string = 'a value of type string belongs there'
const wrong: [string, object, string][] = [
  ...Object.keys(descriptor).map((name): [string, object, string] => [
    `no ${name}`,
    { [name]: undefined },
    `${name} is missing: a value of type ${name === 'pid' ? 'integer' : 'string'} belongs there`,
  ]),
  ['a pid in text', { pid: '4121' }, 'pid is wrong: a value of type integer belongs there'],
  [
    'what is wrong beside an unknown field',
    { a: 1, pid: '1' },
    'pid is wrong: a value of type integer belongs there',
  ],
  ['half a pid', { pid: 4121.5 }, 'pid is wrong: a value of type integer belongs there'],
  ['pid zero', { pid: 0 }, 'pid is not above 0'],
  ['a negative pid', { pid: -1 }, 'pid is not above 0'],
  ['null for the name', { name: null }, `name is wrong: ${string}`],
  ['a number for the version', { version: 4.1 }, `version is wrong: ${string}`],
  ['an empty instance', { instance: '' }, 'instance is not 1 to 128 characters'],
  ['an instance of 129', { instance: 'i'.repeat(129) }, 'instance is not 1 to 128 characters'],
  ['an instance of 129 pictographs', { instance: '🔒'.repeat(129) }, 'instance is not 1 to 128 characters'],
  ['a start in numbers', { pidStart: 8812 }, `pidStart is wrong: ${string}`],
  ['a bridge that is an address', { bridge: bridge.endpoint }, 'bridge is wrong: an object belongs there'],
  [
    'a bridge without a token',
    { bridge: { ...bridge, token: undefined } },
    `bridge.token is missing: ${string}`,
  ],
  ['an empty token', { token: '' }, 'token is not made of the characters of a bearer token'],
  [
    'a token with a line end',
    { token: 'a\r\nHost: b' },
    'token is not made of the characters of a bearer token',
  ],
  ['a token with a space', { token: 'a b' }, 'token is not made of the characters of a bearer token'],
  ['a token with an umlaut', { token: 'ä' }, 'token is not made of the characters of a bearer token'],
  [
    'a bridge token with a space',
    { bridge: { ...bridge, token: 'a b' } },
    'token is not made of the characters of a bearer token',
  ],
]

for (const [title, fields, reason] of wrong)
  verifies('D-10', `skips ${title}`, () =>
    expect(parseDescriptor(JSON.stringify({ ...descriptor, ...fields }))).toEqual({
      kind: 'nonsense',
      reason,
    }),
  )

const endpoints = [
  ['http://127.0.0.1:4711/elements', { port: 4711, path: '/elements' }],
  ['http://127.0.0.1:1/', { port: 1, path: '/' }],
  ['http://127.0.0.1:65535/a/b?c=d&e', { port: 65_535, path: '/a/b?c=d&e' }],
  ['http://127.0.0.1:4711', { port: 4711, path: '/' }],
  ['http://127.0.0.1:4711/%7Euser/mcp', { port: 4711, path: '/%7Euser/mcp' }],
  ['http://127.0.0.1/', undefined],
  ['http://127.0.0.1:/x', undefined],
  ['http://127.0.0.1:0/x', undefined],
  ['http://127.0.0.1:04711/x', undefined],
  ['http://127.0.0.1:65536/x', undefined],
  ['http://127.0.0.1:123456/x', undefined],
  ['http://127.0.0.1:-1/x', undefined],
  ['https://127.0.0.1:4711/x', undefined],
  ['HTTP://127.0.0.1:4711/x', undefined],
  ['http://localhost:4711/x', undefined],
  ['http://127.0.0.2:4711/x', undefined],
  ['http://0.0.0.0:4711/x', undefined],
  ['http://[::1]:4711/x', undefined],
  ['http://127.1:4711/x', undefined],
  ['http://2130706433:4711/x', undefined],
  ['http://127.0.0.1.example.com:4711/x', undefined],
  ['http://127.0.0.1:4711@example.com/x', undefined],
  ['http://user@127.0.0.1:4711/x', undefined],
  ['http://127.0.0.1:4711?x', undefined],
  ['http://127.0.0.1:4711/x#y', undefined],
  ['http://127.0.0.1:4711/x y', undefined],
  ['http://127.0.0.1:4711/x\r\nHost:y', undefined],
  ['http://127.0.0.1:4711/ä', undefined],
  [' http://127.0.0.1:4711/x', undefined],
  ['http://127.0.0.1:4711/x\n', undefined],
  ['', undefined],
] as const

for (const [endpoint, expected] of endpoints)
  verifies('EL-8-endpoint', `${expected ? 'takes' : 'refuses'} ${JSON.stringify(endpoint)}`, () =>
    expect(parseEndpoint(endpoint)).toEqual(expected),
  )

for (const [endpoint, expected] of endpoints) {
  const values: [string, object][] = [
    ['endpoint', { ...descriptor, bridge, endpoint }],
    ['bridge.endpoint', { ...descriptor, bridge: { ...bridge, endpoint } }],
  ]
  for (const [field, value] of values)
    verifies(
      'EL-8-endpoint',
      `${expected ? 'taken' : 'elsewhere'} as ${field}: ${JSON.stringify(endpoint)}`,
      () =>
        expect(parseDescriptor(JSON.stringify(value))).toEqual({
          descriptor: value,
          ...(expected
            ? { kind: 'descriptor' }
            : { kind: 'elsewhere', reason: `${field} is not http://127.0.0.1:<port><path>` }),
        }),
    )
}

const facts: FolderFacts = {
  override: undefined,
  platform: 'linux',
  uid: 1000,
  home: '/home/ada',
  hasRuntimeFolder: true,
}
const folders: [string, Partial<FolderFacts>, string][] = [
  ['Linux with a runtime folder', {}, '/run/user/1000/copane/providers'],
  ['Linux without one', { hasRuntimeFolder: false }, '/home/ada/.local/state/copane/providers'],
  ['macOS', { platform: 'darwin' }, '/home/ada/Library/Application Support/copane/providers'],
  [
    'Windows',
    { platform: 'win32', localAppData: 'C:\\Users\\ada\\AppData\\Local' },
    'C:\\Users\\ada\\AppData\\Local\\copane\\providers',
  ],
  [
    'Windows without the variable',
    { platform: 'win32', home: 'C:\\Users\\ada' },
    'C:\\Users\\ada\\AppData\\Local\\copane\\providers',
  ],
  ['an override', { override: '/tmp/p' }, '/tmp/p'],
  ['an override on macOS', { override: '/tmp/p', platform: 'darwin' }, '/tmp/p'],
  ['an empty override', { override: '' }, '/run/user/1000/copane/providers'],
]

for (const [title, some, folder] of folders)
  verifies('D-10', `the folder: ${title}`, () => expect(providersFolder({ ...facts, ...some })).toBe(folder))

verifies('D-10', 'the name of a file', () => expect(descriptorFileName(4121, 'k3f9')).toBe('4121-k3f9.json'))
