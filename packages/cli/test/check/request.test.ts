/** What a command line of `copane check` means, and what is wrong use. */
import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'vitest'
import { commandWords } from '../../src/check/command-words.ts'
import { type CheckRequest, readRequest } from '../../src/check/request.ts'

const requested = (line: string): CheckRequest => {
  const request = readRequest(line.split(' '))
  if (request.kind === 'wrong') throw new Error(request.message)
  return request
}

const TARGETS: readonly (readonly [string, object])[] = [
  ['elements Editor', { kind: 'app', app: 'Editor', pid: undefined }],
  ['elements --app Editor', { kind: 'app', app: 'Editor', pid: undefined }],
  ['elements 4121', { kind: 'app', app: undefined, pid: 4121 }],
  ['elements --pid 4121', { kind: 'app', app: undefined, pid: 4121 }],
  ['elements --app Editor --pid 4121', { kind: 'app', app: 'Editor', pid: 4121 }],
  ['elements /a/b.json', { kind: 'file', file: '/a/b.json' }],
  ['bridge http://127.0.0.1:1/b', { kind: 'url', endpoint: 'http://127.0.0.1:1/b', token: undefined }],
  [
    'elements http://127.0.0.1:1/e --token-env T',
    { kind: 'url', endpoint: 'http://127.0.0.1:1/e', token: { kind: 'variable', name: 'T' } },
  ],
  [
    'elements http://127.0.0.1:1/e --token-file /t',
    { kind: 'url', endpoint: 'http://127.0.0.1:1/e', token: { kind: 'file', path: '/t' } },
  ],
  [
    'bridge -- node a.js --era x',
    { kind: 'command', command: { command: 'node', args: ['a.js', '--era', 'x'] } },
  ],
  ['host -- node h.js', { kind: 'command', command: { command: 'node', args: ['h.js'] } }],
  ['elements --driver steps', { kind: 'none' }],
]

for (const [line, target] of TARGETS) test(`target: ${line}`, () => deepEqual(requested(line).target, target))

const WRONG: readonly (readonly [string, RegExp])[] = [
  ['apps', /not one of elements, bridge, host, client/],
  ['elements', /name an app/],
  ['elements A B', /"B" is one word too many/],
  ['elements A --app B', /name one target/],
  ['elements --pid x', /--pid takes a process id/],
  ['elements --pid 0', /--pid takes a process id/],
  ['elements A --token s3cret', /--token: others can read a command line/],
  ['elements A --token-env T', /go with a URL/],
  ['elements http://127.0.0.1:1/e --token-env T --token-file F', /one or the other/],
  ['elements http://127.0.0.1:1/e', /an elements endpoint has a token/],
  ['elements -- node a.js', /never on stdio/],
  ['bridge --', /a command belongs after --/],
  ['bridge A -- node', /name one target/],
  ['host', /by its driver, a command after --/],
  ['host A', /by its driver/],
  ['client A -- node', /name one target/],
  ['host --driver a -- b', /give the driver once/],
  ['host --era modern -- b', /for elements and bridge/],
  ['client --intrusive -- b', /for elements and bridge/],
  ['elements A --report pdf', /--report takes terminal, json, junit, markdown/],
  ['elements A --report junit=', /names no file/],
  ['elements A --report json --report junit', /only one report fits on standard output/],
  ['elements A --json --report markdown', /only one report fits on standard output/],
  ['elements A --only EL-9', /no check "EL-9" of elements/],
  ['bridge A --only EL-sec-origin', /no check "EL-sec-origin" of bridge/],
  ['elements A --era old', /--era takes legacy or modern, not "old"/],
  ['elements A --nope', /--nope/],
]

for (const [line, want] of WRONG)
  test(`wrong use: ${line}`, () => {
    const request = readRequest(line.split(' '))
    equal(request.kind, 'wrong')
    if (request.kind !== 'wrong') return
    match(request.message, want)
    match(request.example, /copane check /)
    equal(`${request.message}${request.example}`.includes('s3cret'), false)
  })

test('a report in a file leaves standard output to the terminal, unless that is asked for otherwise', () => {
  deepEqual(requested('elements A').reports, [{ format: 'terminal' }])
  deepEqual(requested('elements A --report junit=a=b.xml').reports, [
    { format: 'terminal' },
    { format: 'junit', file: 'a=b.xml' },
  ])
  deepEqual(requested('elements A --json --report junit=a.xml').reports, [
    { format: 'json' },
    { format: 'junit', file: 'a.xml' },
  ])
})

test('a driver is split into words, and quotes keep words together', () => {
  const words = (text: string) => {
    const split = commandWords(text)
    return split.kind === 'command' ? [split.target.command, ...(split.target.args ?? [])] : split.message
  }
  deepEqual(words('node a.js'), ['node', 'a.js'])
  deepEqual(words(`  "my node"  'a b.js' --x="1 2" $HOME;rm `), ['my node', 'a b.js', '--x=1 2', '$HOME;rm'])
  deepEqual(words(''), 'is empty')
  deepEqual(words(`node 'a`), 'has a quote that does not end')
})
