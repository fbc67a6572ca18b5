/** Editing configurations of others: what was there stays, or nothing is done. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'vitest'
import { edit } from '../../src/clients/edit.ts'
import type { Format } from '../../src/clients/table.ts'
import { diffLines } from '../../src/render/diff.ts'
import { plain } from '../../src/render/lines.ts'

const entry = { command: 'copane', args: ['gateway'] }
const wantedIn = (at: string) => ({ at, name: 'copane', entry })

const added: [string, Format, string, string, string][] = [
  [
    'an empty file becomes one with the entry',
    'json',
    'mcpServers',
    '',
    '{\n  "mcpServers": {\n    "copane": {\n      "command": "copane",\n      "args": [\n        "gateway"\n      ]\n    }\n  }\n}\n',
  ],
  [
    'tabs, order and what is beside it stay',
    'json',
    'mcpServers',
    '{\n\t"z": 1,\n\t"mcpServers": {\n\t\t"b": { "command":   "x" }\n\t},\n\t"a": [1,2]\n}',
    '{\n\t"z": 1,\n\t"mcpServers": {\n\t\t"b": { "command":   "x" },\n\t\t"copane": {\n\t\t\t"command": "copane",\n\t\t\t"args": [\n\t\t\t\t"gateway"\n\t\t\t]\n\t\t}\n\t},\n\t"a": [1,2]\n}',
  ],
  [
    'comments and trailing commas stay where they are allowed',
    'jsonc',
    'servers',
    '// mine\n{\n  "servers": {}, // none yet\n  /* end */\n}\n',
    '// mine\n{\n  "servers": {\n    "copane": {\n      "command": "copane",\n      "args": [\n        "gateway"\n      ]\n    }\n  }, // none yet\n  /* end */\n}\n',
  ],
  [
    'a byte order mark and the line ends of Windows stay',
    'json',
    'mcpServers',
    '\uFEFF{\r\n  "a": 1\r\n}\r\n',
    '\uFEFF{\r\n  "a": 1,\r\n  "mcpServers": {\r\n    "copane": {\r\n      "command": "copane",\r\n      "args": [\r\n        "gateway"\r\n      ]\r\n    }\r\n  }\r\n}\r\n',
  ],
  [
    'a table goes to the end',
    'toml',
    'mcp_servers',
    '# mine\nmodel = "o" # why\n\n[mcp_servers.a]\ncommand = \'x\'',
    '# mine\nmodel = "o" # why\n\n[mcp_servers.a]\ncommand = \'x\'\n\n[mcp_servers.copane]\ncommand = "copane"\nargs = [ "gateway" ]\n',
  ],
  [
    'a table of the name is replaced, with its own tables and nothing else',
    'toml',
    'mcp_servers',
    '[mcp_servers.copane]\ncommand = "old"\n[mcp_servers.copane.env]\nA = "b"\n\n# of b\n[mcp_servers.b]\ncommand = "x"\n',
    '[mcp_servers.copane]\ncommand = "copane"\nargs = [ "gateway" ]\n\n# of b\n[mcp_servers.b]\ncommand = "x"\n',
  ],
  [
    'lines go behind the last entry of a mapping, indented as it is',
    'yaml',
    'extensions',
    'A: "x"   # keep\nextensions:\n    dev:\n        args: [ "-y" ]\n\n# last\nB: 1\n',
    'A: "x"   # keep\nextensions:\n    dev:\n        args: [ "-y" ]\n    copane:\n      command: copane\n      args:\n        - gateway\n\n# last\nB: 1\n',
  ],
  [
    'a mapping that is not there is made',
    'yaml',
    'extensions',
    'A: 1',
    'A: 1\nextensions:\n  copane:\n    command: copane\n    args:\n      - gateway\n',
  ],
  [
    'a mapping without anything is filled',
    'yaml',
    'extensions',
    '# c\nextensions:\nB: 1\n',
    '# c\nextensions:\n  copane:\n    command: copane\n    args:\n      - gateway\nB: 1\n',
  ],
]
for (const [title, format, at, before, after] of added)
  test(`${format}: ${title}`, () => {
    const edited = edit(before, format, wantedIn(at))
    equal(edited.kind === 'edited' ? edited.text : edited.kind, after)
    deepEqual(edit(after, format, wantedIn(at)), { kind: 'there' }, 'a second time there is nothing to do')
  })

const refused: [string, Format, string][] = [
  ['a comment where none is allowed', 'json', '{ // no\n}'],
  ['a trailing comma where none is allowed', 'json', '{ "a": 1, }'],
  ['half a file', 'json', '{ "mcpServers": { '],
  ['two values', 'json', '{} {}'],
  ['a list', 'json', '[]'],
  ['text', 'json', 'hello'],
  ['servers that are a list', 'json', '{ "at": [] }'],
  ['servers that are a text', 'jsonc', '{ "at": "x" }'],
  ['a key that is there twice', 'json', '{ "at": { "a": {} }, "at": { "b": {} } }'],
  ['half a table', 'toml', '[at.a'],
  ['a key that is there twice', 'toml', 'a = 1\na = 2\n'],
  ['servers in one line, to which no table can be added', 'toml', 'at = { a = { command = "x" } }\n'],
  ['servers that are a list of tables', 'toml', '[[at]]\nb = 1\n'],
  ['a number too large to be kept', 'toml', 'a = 99999999999999999999\n'],
  ['a broken indentation', 'yaml', 'a:\n  b: 1\n c: 2\n'],
  ['a tab for indentation', 'yaml', 'at:\n\tb: 1\n'],
  ['a list', 'yaml', '- a\n- b\n'],
  ['servers that are a list', 'yaml', 'at:\n  - a\n'],
  ['two documents', 'yaml', 'a: 1\n---\nb: 1\n'],
]
for (const [title, format, text] of refused)
  test(`${format}: ${title} is left alone`, () => {
    equal(edit(text, format, wantedIn('at')).kind, 'refused')
  })

test('what is replaced is told as replaced', () => {
  const edited = edit('{ "at": { "copane": { "command": "old" } } }', 'json', wantedIn('at'))
  ok(edited.kind === 'edited' && edited.replaces)
})

test('a change is shown without the lines around it, which may hold secrets', () => {
  const before = '{\n  "token": "secret"\n}\n'
  const edited = edit(before, 'json', wantedIn('at'))
  const lines = plain(diffLines(before, edited.kind === 'edited' ? edited.text : ''))
  deepEqual(lines.slice(0, 3), ['  at line 2', '  (line 2 gets a comma)', '  +   "at": {'])
  ok(!lines.join('\n').includes('secret'))
})
