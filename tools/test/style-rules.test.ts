/** The house rules of one file, each shown refusing what it forbids. */
import { expect, test } from 'vitest'
import { styleViolations } from '../lib/style-rules.ts'
import { parse } from '../lib/syntax.ts'

const path = 'packages/host/src/a.ts'
const violationsOf = (text: string): string[] =>
  styleViolations({ path, text }, parse({ path, text })).map(({ line, message }) => `${line} ${message}`)

const refused = [
  ['export *', `export * from './b.js'`, '1 export *: name what is public'],
  ['export * as', `export * as b from './b.js'`, '1 export *: name what is public'],
  ['a default value', `export default 1`, '1 default export: give it a name'],
  [
    'a default function',
    `/** A. */\nimport './b.js'\n/** B. */\nexport default function a() {}`,
    '4 default export: give it a name',
  ],
  ['a default by name', `export { a as default }`, '1 default export: give it a name'],
  ['any', `const a: any = 1`, '1 any: take unknown in and parse it'],
  ['any inside a type', `type A = Map<string, any>`, '1 any: take unknown in and parse it'],
  ['as any', `const a = b as any`, '1 any: take unknown in and parse it'],
  ['as unknown as', `const a = b as unknown as string`, '1 as unknown as: parse instead'],
  ['as unknown as in brackets', `const a = (b as unknown) as string`, '1 as unknown as: parse instead'],
  ['!', `const a = b!.c`, '1 !: handle the missing value'],
  ['! on a variable', `let a!: string`, '1 !: give it a value'],
  ['enum', `enum A { b }`, '1 enum: use a union of literals'],
  ['const enum', `const enum A { b }`, '1 enum: use a union of literals'],
  ['namespace', `namespace A { export const b = 1 }`, '1 namespace: use a module'],
  ['a bare function', `import './b.js'\nexport function a() {}`, '2 exports something without a docstring'],
  ['a bare type', `import './b.js'\nexport type A = 1`, '2 exports something without a docstring'],
  [
    'a plain comment',
    `import './b.js'\n// A.\nexport const a = 1`,
    '3 exports something without a docstring',
  ],
  [
    'only the opening sentence',
    `/** What the file is for. */\n\nexport const a = 1`,
    '3 exports something without a docstring',
  ],
  ['301 lines', '\n'.repeat(301), '301 has 301 lines: 300 at most'],
] as const

for (const [title, text, violation] of refused)
  test(`refused: ${title}`, () => expect(violationsOf(text)).toEqual([violation]))

const accepted = [
  ['named exports', `export { a } from './b.js'\nexport type { A } from './b.js'`],
  ['a docstring', `/** The file. */\nimport './b.js'\n\n/** A. */\nexport const a = 1`],
  ['two docstrings at the top', `/** The file. */\n\n/** A. */\nexport const a = 1`],
  [
    'an overload',
    `import './b.js'\n/** A. */\nexport function a(): 1\nexport function a(b: 1): 1\nexport function a() { return 1 }`,
  ],
  ['a global declaration', `declare global { interface A { b: 1 } }\nexport {}`],
  ['unknown', `const a = (b: unknown) => b as string`],
  ['not and not equal', `const a = !b && c !== d`],
  ['words in strings and comments', `const a = 'as any' // b! enum A {}`],
  ['300 lines', '\n'.repeat(300)],
] as const

for (const [title, text] of accepted) test(`accepted: ${title}`, () => expect(violationsOf(text)).toEqual([]))
