import { deepEqual, equal, ok } from 'node:assert/strict'
import type { TreeElement } from '@copane/protocol/elements'
import { verifies } from '../../../../test/support/verifies.ts'
import { allowedPart } from '../../src/consent/allowed-part.ts'
import { allowanceOf } from '../../src/consent/deny.ts'
import { type DenyRule, parseSettings, settingsText } from '../../src/consent/settings.ts'
import { denying, EDITOR, give, tree, TWO_FILES } from '../policy/support.ts'

const ENV = 'file:///home/ada/app/.env'

const urls: [pattern: string, url: string, matches: boolean][] = [
  ['**/.env*', ENV, true],
  ['*/.env', ENV, true],
  ['*/.env', `${ENV}#L3`, true],
  ['*/.env', `${ENV}?raw=1`, true],
  ['*/.env', 'file:///home/ada/app/%2Eenv', true],
  ['*/.env', 'file:///home/ada/app/x/../.env', true],
  ['*/.env', 'file:///home/ada/app/.ENV', true],
  ['*/.env', 'C:\\app\\.env', true],
  ['/home/ada/app/*', ENV, true],
  ['/home/ada/app/*', '/home/ada/app/x', true],
  ['c:/secret/*', 'file:///C:/Secret/a.txt', true],
  ['C:\\secret\\*', 'file:///c%3A/secret/a.txt', true],
  ['https://bank.example/*', 'https://bank.example', true],
  ['https://bank.example/*', 'HTTPS://BANK.example:443/a', true],
  ['*bank*', 'x-app:bank', true],
  ['*', '', true],
  ['file:///a b.txt', 'file:///a%20b.txt', true],
  ['*/Caf\u00e9/*', 'file:///Users/ada/Cafe\u0301/plan.md', true],
  ['*/Cafe\u0301/*', 'file:///Users/ada/Caf%C3%A9/plan.md', true],
  ['/data/STRASSE*', '/data/straße.txt', true],
  ['/data/ΟΔΟΣ*', '/data/οδοσα', true],
  ['*/.env', 'file:///home/ada/app/.env.md', false],
  ['*/.env', 'file:///home/ada/app/env', false],
  ['https://bank.example/*', 'https://bank.example.org/', false],
  ['/home/ada/app/*', 'https://host/home/ada/app/x', false],
  ['a*b*c', 'acb', false],
  ['file:///?', 'file:///a', false],
]
for (const [pattern, url, matches] of urls)
  verifies('FR-34', `the pattern ${pattern} ${matches ? 'keeps out' : 'lets through'} ${url}`, () => {
    const root = tree('app Application\n  d Document', { d: { url } })
    const part = allowedPart(root, 'org.x.Editor', denying({ url: pattern }))
    if (part.kind !== 'allowed') throw new Error(part.message)
    equal(part.root.children === undefined, matches)
  })

const rules: [title: string, rules: DenyRule[], gone: string[], left: string[]][] = [
  ['a role', [{ role: 'Document' }], ['doc-1', 'sel-1', 'p-1', 'doc-2', 'doc-3'], ['w-1', 'w-2']],
  ['a subrole in any case', [{ subrole: 'MARK*' }], ['doc-1', 'sel-1', 'p-1', 'doc-2'], ['doc-3']],
  ['all that one rule names', [{ role: 'Document', subrole: 'x' }], [], ['doc-1', 'doc-2', 'doc-3']],
  ['any of several rules', [{ role: 'Text' }, { subrole: 'markdown' }], ['doc-1', 'sel-1'], ['doc-3']],
  ['a rule of another app', [{ bundleId: 'org.y.*', role: 'Document' }], [], ['doc-1', 'sel-1']],
  ['a rule of this app', [{ bundleId: 'ORG.X.Editor', role: 'Text' }], ['sel-1', 'p-1'], ['doc-1']],
  ['windows', [{ role: 'Window' }], ['w-1', 'doc-1', 'sel-1', 'w-2', 'doc-3'], ['app']],
]
for (const [title, deny, gone, left] of rules)
  verifies('FR-34', `${title}: what matches goes with all that is inside it`, () => {
    const { text } = give(tree(TWO_FILES), { scope: 'open' }, denying(...deny))
    for (const id of gone) ok(!text.includes(`${id} `), id)
    for (const id of left) ok(text.includes(`${id} `), id)
  })

verifies('FR-34', 'selected text that is kept out is in no text, title, address or attribute either', () => {
  const SECRET = 'API_KEY=sk-12345'
  const root = tree(
    `app Application "Editor"
  w-1 Window "API_KEY=sk-12345 - Editor" focused
    g-1 Group focused = "before API_KEY=sk-12345 after"
      doc-1 Document ".env" focused
        sel-1 Text selected = "API_KEY=sk-12345"
    n-1 Row "note"`,
    {
      'doc-1': { url: ENV },
      'n-1': {
        url: `https://x.example/?q=${encodeURIComponent(SECRET)}`,
        attributes: { copied: [{ deep: `x ${SECRET} y` }], lines: [3, 4] },
        content: [{ type: 'resource_link', uri: 'https://x.example/', name: SECRET }],
      },
    },
  )
  for (const scope of ['pointed', 'shown', 'open'] as const)
    for (const form of ['outline', 'json'] as const) {
      const { text, leftOut } = give(root, { scope, form }, denying({ url: '**/.env' }))
      ok(!text.includes('sk-12345') && !text.includes(encodeURIComponent(SECRET)), `${scope}, ${form}`)
      if (scope === 'open') {
        ok(text.includes('before █ after') && text.includes('"lines":[3,4]'))
        deepEqual(leftOut, { settings: { elements: 2, texts: 2, parts: 3 } })
      }
    }
})

verifies('FR-34', 'an embedded document and a link count by their address too', () => {
  const outside: TreeElement = {
    id: 'a',
    role: 'Group',
    selected: true,
    content: [{ type: 'resource', resource: { uri: ENV, text: 'SECRET=1' } }],
  }
  const related: TreeElement = {
    id: 'b',
    role: 'Row',
    attributes: {
      related: [
        { relation: 'source', url: ENV },
        { relation: 'part', id: 'app' },
        { relation: 'part', id: 'a' },
      ],
    },
  }
  const root: TreeElement = { id: 'app', role: 'Application', children: [outside, related] }
  const { text } = give(root, {}, denying({ url: '**/.env' }))
  ok(!text.includes('SECRET') && !text.includes('.env'))
  ok(text.includes('"related":[{"relation":"part","id":"app"}]'))
})

const closed: [title: string, rule: DenyRule][] = [
  ['its bundle identifier', { bundleId: 'org.x.editor' }],
  ['a pattern', { bundleId: '*' }],
  ['the role of every root', { role: 'Application' }],
]
for (const [title, rule] of closed)
  verifies('FR-34', `an app is kept out as a whole by ${title}`, () => {
    equal(allowanceOf(denying(rule), 'org.x.Editor').kind, 'barred')
    equal(allowedPart(tree(TWO_FILES), EDITOR.bundleId, denying(rule)).kind, 'barred')
  })

verifies('FR-34', 'a rule on the address of the root keeps the whole app out', () => {
  const root = tree('app Application\n  w Window', { app: { url: 'https://bank.example/' } })
  equal(allowedPart(root, EDITOR.bundleId, denying({ url: 'https://bank.example*' })).kind, 'barred')
})

verifies('FR-34', 'ten thousand elements and a thousand rules take no time to speak of', () => {
  const children = Array.from(
    { length: 9999 },
    (_, at): TreeElement => ({
      id: `r-${at}`,
      role: 'Row',
      subrole: `kind-${at % 7}`,
      url: `https://x.example/rows/${at % 100}`,
    }),
  )
  const deny = Array.from({ length: 1000 }, (_, at): DenyRule => ({ url: `*/*/*secret-${at}*` }))
  const before = performance.now()
  const part = allowedPart({ id: 'app', role: 'Application', children }, EDITOR.bundleId, denying(...deny))
  equal(part.kind, 'allowed')
  const tookMs = performance.now() - before
  ok(tookMs < 5000, `${tookMs} ms`)
})

const unreadable: [title: string, text: string][] = [
  ['no JSON', '{'],
  ['nothing', ''],
  ['a list', '[]'],
  ['no version', '{"off":false}'],
  ['a later version', '{"version":2}'],
  ['a field that is not known', '{"version":1,"of":true}'],
  ['a switch that is no truth value', '{"version":1,"off":"true"}'],
  ['rules that are no list', '{"version":1,"deny":{}}'],
  ['an empty rule', '{"version":1,"deny":[{}]}'],
  ['a rule with a field that is not known', '{"version":1,"deny":[{"bundleId":"a","title":"b"}]}'],
  ['a role that is none', '{"version":1,"deny":[{"role":"Password"}]}'],
  ['a pattern that is no text', '{"version":1,"deny":[{"url":7}]}'],
  ['an empty pattern', '{"version":1,"deny":[{"url":""}]}'],
  ['null for a rule', '{"version":1,"deny":[null]}'],
  ['days that are no number', '{"version":1,"keepSentDays":-1}'],
  ['two lists of rules', '{"version":1,"deny":[{"url":"*"}],"deny":[]}'],
  ['one name twice, once in escapes', '{"version":1,"off":true,"\\u006fff":false}'],
  ['a rule that names a field twice', '{"version":1,"deny":[{"url":"a","url":"b"}]}'],
  ['too many rules', JSON.stringify({ version: 1, deny: Array(1001).fill({ role: 'Text' }) })],
]
for (const [title, text] of unreadable)
  verifies('D-52', `settings with ${title} deny everything and say so`, () => {
    const consent = parseSettings(text)
    equal(consent.kind, 'unreadable')
    const allowance = allowanceOf(consent, 'org.x.Editor')
    if (allowance.kind !== 'barred') throw new Error('it is allowed')
    equal(allowance.why, 'settings')
    ok(allowance.message.startsWith("the settings can't be read, so nothing is allowed: "))
  })

verifies('D-52', 'settings that are written read back as they are', () => {
  const settings = {
    off: true,
    deny: [{ bundleId: 'a', url: '*', subrole: 'x', role: 'Row' as const }],
    keepSentDays: 7,
  }
  deepEqual(parseSettings(settingsText(settings)), { kind: 'settings', settings })
  const brackets = '{"version":1,"deny":[{"url":"\\"url\\":{["},{"url":"}]:,"}]}'
  equal(parseSettings(brackets).kind, 'settings')
  deepEqual(parseSettings('{"version":1}'), {
    kind: 'settings',
    settings: { off: false, deny: [], keepSentDays: 0 },
  })
})
