/** The list of mutants that survived, against what a report says. */
import { expect, test } from 'vitest'
import { linesInFences, type Report, scoreOf, survivors, unlike } from '../lib/survivors.ts'

const at = (line: number, from: number, to: number) => ({
  start: { line, column: from },
  end: { line, column: to },
})
const report: Report = {
  files: {
    'packages/p/src/json/a.ts': {
      source: 'const a = 1\nconst b =  2 +\n  3\n',
      mutants: [
        { status: 'Survived', replacement: '0', location: at(1, 11, 12) },
        {
          status: 'NoCoverage',
          replacement: '',
          location: { start: { line: 2, column: 12 }, end: { line: 3, column: 4 } },
        },
        { status: 'Killed', replacement: '5', location: at(1, 11, 12) },
        { status: 'Timeout', replacement: '6', location: at(1, 11, 12) },
        { status: 'Ignored', replacement: '7', location: at(1, 11, 12) },
      ],
    },
  },
}

test('a mutant that survived is a line without its place', () =>
  expect(survivors(report)).toEqual(['json/a.ts | 1 | 0', 'json/a.ts | 2 + 3 | ']))

test('what was killed or ran too long counts as killed, what was ignored not at all', () =>
  expect(scoreOf(report)).toEqual({ killed: 2, all: 4 }))

test('only what stands in fences is listed', () =>
  expect(linesInFences('# T\n```\na\nb\n```\nc\n```\nd\n```\n')).toEqual(['a', 'b', 'd']))

test('a line that is there twice must be listed twice', () =>
  expect(unlike(['a', 'a', 'b'], ['a', 'c'])).toEqual(['a', 'b']))
