/** What the user would be surprised to see handed on is never read. */
import { convertDom, type DomNode } from '@copane/adapters/dom'
import { expect } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { countingIds, tag } from '../support/pages.ts'

const CANARY = 'hunter2'
const json = (page: DomNode): string => JSON.stringify(convertDom(tag('main', {}, page, 'x'), countingIds()))
const field = (attributes: { [name: string]: string }, name = 'input') =>
  tag(name, { attributes, text: CANARY }, { text: CANARY, selected: true })

const secrets: [string, DomNode][] = [
  ['a password', field({ type: 'password' })],
  ['a password in capitals', field({ type: 'PASSWORD' })],
  ['a password made a text box', field({ type: 'password', role: 'textbox', 'data-copane-role': 'Text' })],
  ['a hidden field', field({ type: 'hidden' })],
  ['a password that is shown in clear', field({ type: 'text', autocomplete: 'current-password' })],
  ['a new password', field({ type: 'text', autocomplete: 'new-password' })],
  ['a one-time code', field({ autocomplete: 'one-time-code' })],
  ['a one-time code among other tokens', field({ autocomplete: 'section-a One-Time-Code webauthn' })],
  ['a card number', field({ autocomplete: 'cc-number' })],
  ['a card code', field({ autocomplete: 'billing cc-csc' })],
  ['the end of a card', field({ autocomplete: 'cc-exp-month' }, 'select')],
  ['a card number in a text area', field({ autocomplete: 'cc-number' }, 'textarea')],
  ['a field whose signs are dots', { ...field({ type: 'text' }), masked: true }],
  [
    'a box whose signs are dots',
    { ...tag('div', { attributes: { role: 'textbox' } }, CANARY), masked: true },
  ],
  ...[
    'password',
    'userPassword',
    'user_passwd',
    'user[password]',
    'passphrase',
    'pwd',
    'otp',
    'totp-code',
    'pin',
    'cvv',
    'CVC2',
    'card-number',
    'cardNumber',
    'ccNumber',
    'ssn',
    'apiKey',
    'api_key',
    'client-secret',
    'accessToken',
    'password2',
  ].map((name): [string, DomNode] => [`a field named ${name}`, field({ name })]),
  ['a field whose id says so', field({ id: 'login-password' }, 'textarea')],
]

for (const [title, page] of secrets)
  for (const id of ['EL-sec-no-surprise', 'FR-31'] as const)
    verifies(id, `${title} is never read`, () => {
      expect(json(page)).not.toContain(CANARY)
      expect(json(page)).toContain('x')
    })

const shown: [string, DomNode][] = [
  ['a text field', field({ type: 'text', name: 'subject' })],
  ['a name that only holds such a word', field({ name: 'shipping' })],
  ['the same', field({ name: 'passenger' })],
  ['the same once more', field({ name: 'opinion' })],
  ['a user name', field({ autocomplete: 'username' })],
  ['a street', field({ autocomplete: 'shipping street-address' })],
  ['a paragraph whose id is such a word', tag('p', { attributes: { id: 'password' } }, CANARY)],
]

for (const [title, page] of shown)
  verifies('EL-sec-no-surprise', `${title} is read`, () => expect(json(page)).toContain(CANARY))

const marked = { attributes: { 'data-copane-private': '' } }
const privates: [string, DomNode][] = [
  ['its words', tag('div', marked, CANARY)],
  ['its name', tag('ul', { ...marked, label: CANARY })],
  ['a field in it', tag('form', marked, tag('input', { text: CANARY }))],
  ['a list deep in it', tag('div', marked, tag('div', {}, tag('ul', {}, tag('li', {}, CANARY))))],
  ['words selected in it', tag('p', marked, { text: CANARY, selected: true })],
  ['a part of a paragraph', tag('p', {}, 'x', tag('span', marked, CANARY))],
  ['a part of a link in a paragraph', tag('p', {}, 'x', tag('a', {}, tag('span', marked, CANARY)))],
  ['what is said to be "false"', tag('div', { attributes: { 'data-copane-private': 'false' } }, CANARY)],
  [
    'what has a role of the app',
    tag('div', { attributes: { 'data-copane-private': '', 'data-copane-role': 'Row' } }, CANARY),
  ],
]

for (const [title, page] of privates)
  for (const id of ['EL-sec-no-surprise', 'FR-40'] as const)
    verifies(id, `what the app marks private is left out: ${title}`, () =>
      expect(json(page)).not.toContain(CANARY),
    )
