/** The import table and the edge rule, each rule shown refusing what it forbids. */
import { expect, test } from 'vitest'
import { importViolations, isEdge } from '../lib/import-rules.ts'
import { parse } from '../lib/syntax.ts'

const declared = (_folder: string, isBundled: boolean) =>
  new Set([
    '@copane/protocol',
    '@copane/host',
    '@copane/provider',
    'ws',
    SDK,
    ...(isBundled ? ['react'] : []),
  ])
const SDK = '@modelcontextprotocol/server'
const EDGES = 'outside the folders mcp/, node/, dom/, gtk/, vscode/, atspi/'

const messagesOf = (path: string, text: string): string[] =>
  importViolations({ path, text }, parse({ path, text }), declared).map(({ message }) => message)

const refused = [
  [
    'protocol imports a package',
    'packages/protocol/src/a.ts',
    `import 'ws'`,
    'imports ws: packages/protocol may import nothing',
  ],
  ['protocol imports Node', 'packages/protocol/src/a.ts', `import 'node:fs'`, `uses node:fs ${EDGES}`],
  ['protocol has no edge', 'packages/protocol/src/node/a.ts', `import 'node:fs'`, `uses node:fs ${EDGES}`],
  [
    'protocol imports a side',
    'packages/protocol/src/a.ts',
    `import '@copane/host'`,
    'imports @copane/host: packages/protocol may import nothing',
  ],
  [
    'host imports provider',
    'packages/host/src/a.ts',
    `import '@copane/provider/node'`,
    'imports @copane/provider: packages/host may import protocol',
  ],
  [
    'provider imports host',
    'packages/provider/src/a.ts',
    `import type { A } from '@copane/host'`,
    'imports @copane/host: packages/provider may import protocol',
  ],
  [
    'adapters re-exports host',
    'packages/adapters/src/a.ts',
    `export { a } from '@copane/host'`,
    'imports @copane/host: packages/adapters may import protocol',
  ],
  [
    'conformance imports host',
    'packages/conformance/src/a.ts',
    `await import('@copane/host')`,
    'imports @copane/host: packages/conformance may import protocol',
  ],
  [
    'conformance names a type of provider',
    'packages/conformance/src/a.ts',
    `type A = import('@copane/provider').A`,
    'imports @copane/provider: packages/conformance may import protocol',
  ],
  [
    'an app imports the command',
    'apps/desk/src/a.ts',
    `import 'copane'`,
    'imports copane: apps/desk may import protocol, provider, host, adapters',
  ],
  [
    'a package outside the table',
    'packages/extra/src/a.ts',
    `import 'ws'`,
    'packages/extra is not in the import table of tools/lib/import-rules.ts',
  ],
  [
    'an undeclared package',
    'packages/host/src/node/a.ts',
    `import 'left/pad'`,
    'imports left, which packages/host/package.json does not declare',
  ],
  [
    'an undeclared package of ours',
    'packages/cli/src/a.ts',
    `import '@copane/adapters/dom'`,
    'imports @copane/adapters, which packages/cli/package.json does not declare',
  ],
  [
    'a path into another package',
    'packages/host/src/a.ts',
    `import '../../protocol/src/b.js'`,
    'imports ../../protocol/src/b.js, outside packages/host/src: import the package by its name',
  ],
  ['a bare builtin', 'packages/host/src/node/a.ts', `import 'fs'`, 'imports fs: write node:fs'],
  ['require of a builtin', 'packages/host/src/a.ts', `const a = require('node:fs')`, `uses node:fs ${EDGES}`],
  [
    'the MCP SDK outside mcp/',
    'packages/provider/src/store/a.ts',
    `import type { Server } from '${SDK}/x'`,
    `uses ${SDK}/x ${EDGES}`,
  ],
  ['console', 'packages/host/src/a.ts', `console.log(1)`, `uses console ${EDGES}`],
  ['process', 'packages/host/src/a.ts', `const { env } = process`, `uses process ${EDGES}`],
  ['process by shorthand', 'packages/host/src/a.ts', `export const a = { process }`, `uses process ${EDGES}`],
  ['a timer', 'packages/host/src/a.ts', `const wait = setTimeout`, `uses setTimeout ${EDGES}`],
  [
    'an interval by globalThis',
    'packages/host/src/a.ts',
    `globalThis.setInterval(f, 1)`,
    `uses globalThis.setInterval ${EDGES}`,
  ],
  [
    'setImmediate by name',
    'packages/host/src/a.ts',
    `globalThis['setImmediate'](f)`,
    `uses globalThis.setImmediate ${EDGES}`,
  ],
  [
    'a timeout signal',
    'packages/host/src/a.ts',
    `AbortSignal.timeout(5)`,
    `uses AbortSignal.timeout ${EDGES}`,
  ],
  ['Math.random', 'packages/host/src/a.ts', `const a = Math.random()`, `uses Math.random ${EDGES}`],
  ['crypto', 'packages/host/src/a.ts', `const a = crypto.randomUUID()`, `uses crypto ${EDGES}`],
  [
    'a file that is only called node',
    'packages/host/src/node.ts',
    `import 'node:fs'`,
    `uses node:fs ${EDGES}`,
  ],
  [
    'a page imports Node',
    'apps/desk/page/src/a.tsx',
    `import 'node:fs'`,
    'uses node:fs: a page runs in a browser',
  ],
  [
    'a page imports what needs Node',
    'apps/desk/page/src/a.tsx',
    `import '@copane/provider/node'`,
    'uses @copane/provider/node: a page runs in a browser',
  ],
  [
    'a page names process',
    'apps/desk/page/src/a.ts',
    `const { env } = process`,
    'uses process: a page runs in a browser',
  ],
  [
    'a page by globalThis',
    'apps/desk/page/src/a.ts',
    `globalThis.setImmediate(f)`,
    'uses globalThis.setImmediate: a page runs in a browser',
  ],
  [
    'a page imports a test',
    'apps/desk/page/src/wire/a.ts',
    `import '../../../test/b.js'`,
    'imports ../../../test/b.js, outside apps/desk/src: import the package by its name',
  ],
  [
    'an app imports its page',
    'apps/desk/src/page/a.ts',
    `import '../../page/src/b.js'`,
    'imports ../../page/src/b.js, outside apps/desk/src: import the package by its name',
  ],
  [
    'an app imports what is only bundled',
    'apps/desk/src/a.ts',
    `import 'react'`,
    'imports react, which apps/desk/package.json does not declare',
  ],
] as const

for (const [title, path, text, message] of refused)
  test(`refused: ${title}`, () => expect(messagesOf(path, text)).toEqual([message]))

const accepted = [
  ['a neighbour', 'packages/protocol/src/elements/a.ts', `import { b } from '../findings/b.js'`],
  ['protocol from a side', 'packages/host/src/a.ts', `import { b } from '@copane/protocol/elements'`],
  [
    'both sides from the command',
    'packages/cli/src/a.ts',
    `import '@copane/host'\nimport '@copane/provider'`,
  ],
  ['Node in an edge folder', 'packages/host/src/node/a.ts', `import 'node:fs'\nconsole.log(process.pid)`],
  ['the MCP SDK in mcp/', 'packages/provider/src/mcp/a.ts', `import '${SDK}'`],
  ['a timer in the command', 'packages/cli/src/a.ts', `setTimeout(f, 1)`],
  [
    'a parameter called as a global',
    'packages/host/src/a.ts',
    `export const a = (setTimeout: F) => setTimeout(f)`,
  ],
  [
    'a property called as a global',
    'packages/host/src/a.ts',
    `const a = { process: 1 }\nb.process = a.process`,
  ],
  ['a destructured property', 'packages/host/src/a.ts', `const { process: pid } = b`],
  ['queueMicrotask', 'packages/host/src/a.ts', `queueMicrotask(f)`],
  [
    'a page with timers, a bundled package, and what is pure of its app',
    'apps/desk/page/src/wire/a.tsx',
    `import 'react'\nimport { b } from '../../../src/model/b.js'\nimport './c.css'\nsetTimeout(b, console)`,
  ],
  ['the rest of Math', 'packages/host/src/a.ts', `const a = Math.max(1, 2)`],
  ['words in a string', 'packages/host/src/a.ts', `const a = 'console.log(process)' // setTimeout`],
] as const

for (const [title, path, text] of accepted)
  test(`accepted: ${title}`, () => expect(messagesOf(path, text)).toEqual([]))

test('an edge is a folder, not a file and not the package', () => {
  expect(isEdge('packages/adapters/src/dom/read.ts')).toBe(true)
  expect(isEdge('packages/provider/src/mcp/eras/legacy.ts')).toBe(true)
  expect(isEdge('packages/provider/src/dom.ts')).toBe(false)
  expect(isEdge('packages/protocol/src/mcp/a.ts')).toBe(false)
})
