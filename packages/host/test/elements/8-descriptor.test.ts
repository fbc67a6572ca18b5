import { deepEqual, equal } from 'node:assert/strict'
import { verifies } from '../../../../test/support/verifies.ts'
import { judgeDescriptor, judgeFile, portsOf, type SystemFacts } from '../../src/elements/judge-descriptor.ts'
import type { ListenerFacts } from '../../src/elements/listeners.ts'

const GOOD = {
  protocol: '0.2.0',
  bundleId: 'org.example.Editor',
  name: 'Editor',
  version: '1.0.0',
  instance: 'k3f9x2',
  endpoint: 'http://127.0.0.1:4000/anything?x=1',
  token: 'abc-DEF_123',
  pid: 42,
}

const BRIDGE = { protocol: '0.1.0', endpoint: 'http://127.0.0.1:4000/bridge', token: 'other' }
const without = (field: keyof typeof GOOD) =>
  Object.fromEntries(Object.entries(GOOD).filter(([name]) => name !== field))

const texts = [
  ['EL-8-descriptor', 'not JSON', '{', 'nonsense'],
  ['EL-8-descriptor', 'a list', [], 'nonsense'],
  ['EL-8-descriptor', 'null', null, 'nonsense'],
  ['EL-8-descriptor', 'a pid that is text', { ...GOOD, pid: '42' }, 'nonsense'],
  ['EL-8-descriptor', 'a pid of zero, which is no process', { ...GOOD, pid: 0 }, 'nonsense'],
  ['EL-8-descriptor', 'a pid below zero, which is a process group', { ...GOOD, pid: -42 }, 'nonsense'],
  ['EL-8-descriptor', 'a pid with a fraction', { ...GOOD, pid: 4.2 }, 'nonsense'],
  ['EL-8-descriptor', 'a bridge that is text', { ...GOOD, bridge: 'x' }, 'nonsense'],
  ['EL-10-unsupported', 'the next minor', { ...GOOD, protocol: '0.3.0' }, 'other-protocol'],
  ['EL-10-unsupported', 'the draft before', { ...GOOD, protocol: '0.1.0' }, 'other-protocol'],
  ['EL-10-unsupported', 'two parts', { ...GOOD, protocol: '0.2' }, 'other-protocol'],
  ['EL-8-endpoint', 'localhost by name', { ...GOOD, endpoint: 'http://localhost:4000/x' }, 'other-endpoint'],
  ['EL-8-endpoint', 'every address', { ...GOOD, endpoint: 'http://0.0.0.0:4000/x' }, 'other-endpoint'],
  ['EL-8-endpoint', 'IPv6', { ...GOOD, endpoint: 'http://[::1]:4000/x' }, 'other-endpoint'],
  ['EL-8-endpoint', 'another machine', { ...GOOD, endpoint: 'http://10.0.0.1:4000/x' }, 'other-endpoint'],
  [
    'EL-8-endpoint',
    'a user before the address',
    { ...GOOD, endpoint: 'http://127.0.0.1:4000@evil.example/x' },
    'other-endpoint',
  ],
  ['EL-8-endpoint', 'https', { ...GOOD, endpoint: 'https://127.0.0.1:4000/x' }, 'other-endpoint'],
  ['EL-8-endpoint', 'no port', { ...GOOD, endpoint: 'http://127.0.0.1/x' }, 'other-endpoint'],
  ['EL-8-endpoint', 'a port too high', { ...GOOD, endpoint: 'http://127.0.0.1:70000/x' }, 'other-endpoint'],
  ['EL-sec-bearer', 'a token that breaks the header', { ...GOOD, token: 'a\r\nx: y' }, 'nonsense'],
  ['EL-sec-bearer', 'an empty token', { ...GOOD, token: '' }, 'nonsense'],
  ['EL-8-descriptor', 'all fields', GOOD, 'candidate'],
  [
    'EL-10-unknown-fields',
    'a field of a later patch',
    { ...GOOD, protocol: '0.2.7', later: { deep: true } },
    'candidate',
  ],
] as const
for (const [id, title, value, want] of texts)
  verifies(id, `${title} is ${want}`, () => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    const outcome = judgeFile('a.json', { kind: 'text', text })
    equal(outcome.kind === 'ignored' ? outcome.why : outcome.kind, want)
  })

for (const field of [
  'protocol',
  'bundleId',
  'name',
  'version',
  'instance',
  'endpoint',
  'token',
  'pid',
] as const)
  verifies('EL-8-descriptor', `without ${field} is nonsense`, () => {
    const outcome = judgeFile('a.json', { kind: 'text', text: JSON.stringify(without(field)) })
    equal(outcome.kind === 'ignored' && outcome.why, 'nonsense')
  })

const held: ListenerFacts = { kind: 'sockets', sockets: [{ reach: 'loopback', isHeld: true }] }
const sockets = (...list: [reach: 'loopback' | 'any', isHeld: boolean][]): ListenerFacts => ({
  kind: 'sockets',
  sockets: list.map(([reach, isHeld]) => ({ reach, isHeld })),
})
const running = (start = '777', state = 'S') => ({ kind: 'stat' as const, stat: { state, parent: 1, start } })
const facts = (over: Partial<SystemFacts> = {}): SystemFacts => ({
  process: running(),
  listeners: () => held,
  bundleIds: [],
  ...over,
})

function judge(descriptor: unknown, system: SystemFacts) {
  const outcome = judgeFile('a.json', { kind: 'text', text: JSON.stringify(descriptor) })
  return outcome.kind === 'candidate' ? judgeDescriptor(outcome, system) : outcome
}

const refused = [
  [
    'EL-8-ignore-stale',
    'a process that is not there',
    GOOD,
    facts({ process: { kind: 'none' } }),
    'not-running',
  ],
  ['EL-8-ignore-stale', 'a zombie', GOOD, facts({ process: running('777', 'Z') }), 'zombie'],
  [
    'EL-8-ignore-stale',
    'a process that is being reaped',
    GOOD,
    facts({ process: running('777', 'X') }),
    'zombie',
  ],
  ['D-10', 'a pid that went to a later process', { ...GOOD, pidStart: '776' }, facts(), 'pid-reused'],
  [
    'D-10',
    'a start that is the same number in another form',
    { ...GOOD, pidStart: '0777' },
    facts(),
    'pid-reused',
  ],
  [
    'EL-8-listener-check',
    'a port where nobody listens',
    GOOD,
    facts({ listeners: () => sockets() }),
    'no-listener',
  ],
  [
    'EL-8-listener-check',
    'a port of another process',
    GOOD,
    facts({ listeners: () => sockets(['loopback', false]) }),
    'other-listener',
  ],
  [
    'EL-8-listener-check',
    'a port shared with another process',
    GOOD,
    facts({ listeners: () => sockets(['loopback', true], ['loopback', false]) }),
    'other-listener',
  ],
  [
    'EL-8-listener-check',
    'a listener on every address',
    GOOD,
    facts({ listeners: () => sockets(['any', true]) }),
    'exposed',
  ],
  [
    'EL-8-listener-check',
    'a foreign listener on every address',
    GOOD,
    facts({ listeners: () => sockets(['any', false]) }),
    'other-listener',
  ],
  [
    'EL-8-listener-check',
    'ours on every address, a foreign one on 127.0.0.1',
    GOOD,
    facts({ listeners: () => sockets(['any', true], ['loopback', false]) }),
    'other-listener',
  ],
  [
    'EL-8-listener-check',
    'a system that does not tell',
    GOOD,
    facts({ listeners: () => ({ kind: 'unknown' }) }),
    'unknown-listener',
  ],
  [
    'EL-8-ignore-stale',
    'a process of another bundle',
    GOOD,
    facts({ bundleIds: ['org.example.Other'] }),
    'other-bundle',
  ],
] as const
for (const [id, title, descriptor, system, why] of refused)
  verifies(id, `${title} is ignored`, () => {
    const verdict = judge(descriptor, system)
    equal(verdict.kind === 'ignored' && verdict.why, why)
    equal(verdict.file, 'a.json')
  })

verifies('D-13', 'an unknown bundle is used and called unverified', () => {
  const verdict = judge(GOOD, facts())
  equal(verdict.kind === 'used' && verdict.bundle, 'unverified')
})

verifies('D-13', 'one of the names the system knows is enough', () => {
  const verdict = judge(GOOD, facts({ bundleIds: ['other', 'org.example.Editor'] }))
  equal(verdict.kind === 'used' && verdict.bundle, 'verified')
})

verifies('D-10', 'the same start is the same process', () => {
  equal(judge({ ...GOOD, pidStart: '777' }, facts()).kind, 'used')
})

verifies('EL-8-listener-check', 'a socket on 127.0.0.1 goes before one on every address', () => {
  equal(judge(GOOD, facts({ listeners: () => sockets(['loopback', true], ['any', false]) })).kind, 'used')
})

verifies('EL-8-ignore-stale', 'a system that tells only that the process runs is believed', () => {
  equal(judge(GOOD, facts({ process: { kind: 'unknown' } })).kind, 'used')
})

verifies('EL-sec-no-log', 'no reason quotes the file', () => {
  const secret = 'SECRET'
  for (const value of [
    secret,
    { ...GOOD, pid: secret },
    { ...GOOD, token: `${secret} ${secret}` },
    { ...GOOD, endpoint: secret },
  ])
    equal(JSON.stringify(judge(value, facts())).includes(secret), false)
})

const bridges = [
  ['a bridge on the same port', BRIDGE, facts(), 'offered'],
  ['another version', { ...BRIDGE, protocol: '0.2.0' }, facts(), 'other-protocol'],
  ['another machine', { ...BRIDGE, endpoint: 'http://10.0.0.1:1/x' }, facts(), 'other-endpoint'],
  [
    'a port of another process',
    { ...BRIDGE, endpoint: 'http://127.0.0.1:4001/x' },
    facts({ listeners: port => (port === 4000 ? held : sockets(['loopback', false])) }),
    'other-listener',
  ],
] as const
for (const [title, bridge, system, want] of bridges)
  verifies('D-10', `bridge: ${title} is ${want}, and the elements are still used`, () => {
    const verdict = judge({ ...GOOD, bridge }, system)
    equal(verdict.kind, 'used')
    if (verdict.kind === 'used')
      equal(verdict.bridge.kind === 'ignored' ? verdict.bridge.why : verdict.bridge.kind, want)
  })

verifies('D-10', 'the ports to look up are those of both endpoints, each once', () => {
  const ports = (descriptor: object) => {
    const outcome = judgeFile('a.json', { kind: 'text', text: JSON.stringify(descriptor) })
    return outcome.kind === 'candidate' ? portsOf(outcome) : undefined
  }
  deepEqual(ports(GOOD), [4000])
  deepEqual(ports({ ...GOOD, bridge: BRIDGE }), [4000])
  deepEqual(ports({ ...GOOD, bridge: { ...BRIDGE, endpoint: 'http://127.0.0.1:4001/x' } }), [4000, 4001])
})
