/** An app with a secret in every place that may hold one; its secrets come in a file that the test looks after. */
import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { defineAction } from '@copane/provider'
import { createApp, type KeyedWindow } from '@copane/provider/node'

type State = { text: string; asking: boolean; broken: 'nothing' | 'locate' | 'elements'; turn: number }
type Secrets = { [name: string]: string }

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
const plant = process.argv[3] ?? 'none'
const secrets: Secrets = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const secret = (name: string): string => {
  const value = secrets[name]
  if (value === undefined) throw new Error(`no secret called ${name}`)
  return value
}

const hidden: KeyedWindow<State> = {
  key: secret('privateKey'),
  private: true,
  title: secret('privateTitle'),
  summary: secret('privateText'),
  blocks: [{ type: 'text', id: 'text', text: secret('privateText') }],
}

const set = (name: string, more: (text: string) => Partial<State>, parameters: object = {}) =>
  defineAction<State>({
    name,
    title: name,
    description: `Does ${name}.`,
    parameters: { text: { type: 'string', maxLength: 60 }, ...parameters },
    writes: ctx =>
      void ctx.commit(state => ({
        kind: 'done',
        state: {
          ...state,
          turn: state.turn + 1,
          ...more(typeof ctx.args.text === 'string' ? ctx.args.text : ''),
        },
        message: 'Done.',
      })),
  })

const actions = [
  set('write', text => ({ text })),
  set('ask', () => ({ asking: true })),
  set('break_locate', () => ({ broken: 'locate' })),
  set('break_elements', () => ({ broken: 'elements' })),
  set('mend', () => ({ broken: 'nothing' })),
  defineAction<State>({
    name: 'throw_early',
    title: 'Throw',
    description: 'Throws.',
    writes: () => {
      if (plant === 'error') return { kind: 'failed', message: secret('thrown') }
      throw new Error(secret('thrown'))
    },
  }),
  defineAction<State>({
    name: 'throw_late',
    title: 'Throw',
    description: 'Throws after its commit.',
    writes: async ctx => {
      ctx.commit(state => ({ kind: 'done', state: { ...state, turn: state.turn + 1 }, message: 'Done.' }))
      throw new Error(secret('thrownLate'))
    },
  }),
  defineAction<State>({
    name: 'forget',
    title: 'Forget',
    description: 'Commits nothing.',
    writes: () => undefined,
  }),
  defineAction<State>({
    name: 'throw_reading',
    title: 'Throw',
    description: 'Throws while it reads.',
    reads: () => {
      throw new Error(secret('thrownReading'))
    },
  }),
  defineAction<State>({
    name: 'wait',
    title: 'Wait',
    description: 'Waits until it is taken back.',
    parameters: { text: { type: 'string' } },
    writes: async ctx => {
      process.stdout.write('waiting\n')
      await new Promise(resolve => ctx.signal.addEventListener('abort', resolve))
      process.stdout.write('taken back\n')
      throw new Error(secret('thrownTakenBack'))
    },
  }),
]

function mainWindow({ text, turn }: State): KeyedWindow<State> {
  return {
    key: secret('key'),
    title: secret('title'),
    summary: `Turn ${turn}.`,
    blocks: [
      { type: 'text', id: 'text', text },
      {
        type: 'fields',
        id: 'login',
        items: [
          {
            label: 'Password',
            value: secret('password'),
            ...(plant === 'answer' ? {} : { sensitive: true as const }),
          },
          { label: 'token', value: secret('tokenField'), sensitive: true },
        ],
      },
      { type: 'text', id: 'note', text: secret('block'), sensitive: true },
      { type: 'table', id: 'cards', columns: ['Card'], rows: [[secret('cell')]], sensitive: true },
      { type: 'list', id: 'codes', items: [secret('item')], sensitive: true },
      { type: 'custom', id: 'more', payload: { deep: { in: secret('payload') } }, sensitive: true },
      {
        type: 'media',
        id: 'scan',
        mimeType: 'image/png',
        url: `https://example.com/${secret('picture')}`,
        sensitive: true,
      },
    ],
    actions,
  }
}

const question: KeyedWindow<State> = {
  key: secret('questionKey'),
  modalOn: secret('key'),
  title: 'Sure?',
  summary: 'Asks.',
  actions: [set('yes', () => ({ asking: false }))],
}

const app = createApp<State>({
  bundleId: 'dev.copane.canary',
  name: 'Canary',
  version: '1.0.0',
  state: { text: secret('text'), asking: false, broken: 'nothing', turn: 0 },
  windows: state => [mainWindow(state), hidden, state.asking && question],
  elements: ({ broken, text }, ids) => {
    if (broken === 'elements') throw new Error(secret('thrownByElements'))
    return {
      id: ids.of('', 'root', 'app'),
      role: 'Application',
      title: 'Canary',
      children: [
        {
          id: ids.window(secret('key')),
          role: 'Window',
          title: secret('title'),
          // No second line belongs in a title: the developer is told, in a line without a word of it.
          children: [
            {
              id: secret('elementId'),
              role: 'Text',
              title: `${secret('title')}\n${secret('title')}`,
              content: [{ type: 'text', text }],
            },
            {
              id: ids.of('', 'key', 'sensitive'),
              role: 'Text',
              sensitive: true,
              title: secret('sensitiveTitle'),
              content: [{ type: 'text', text: secret('sensitiveText') }],
            },
          ],
        },
        { id: ids.window(secret('privateKey')), role: 'Window', title: secret('privateTitle') },
      ],
    }
  },
  locate: ({ role }, { broken }) => {
    if (broken === 'locate') throw new Error(secret('thrownByLocate'))
    return role === 'Text' ? { state: 'offscreen' } : undefined
  },
})

if (plant === 'stdout') process.stdout.write(`${secret('text')}\n`)
if (plant === 'stderr') process.stderr.write(`${Buffer.from(secret('title')).toString('base64')}\n`)
if (plant === 'file') writeFileSync(join(tmpdir(), 'left.log'), secret('password'))

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void app.stop().then(() => process.exit()))
process.stdout.write(`${(await app.start()).kind}\n`)
for (;;) {
  const line = await nextLine()
  if (line === 'off') process.stdout.write(`${(await app.turnOff()).kind}\n`)
  else if (line === 'on') process.stdout.write(`${(await app.turnOn()).kind}\n`)
  else break
}

async function nextLine(): Promise<string> {
  const { value } = await lines.next()
  return value ?? ''
}
