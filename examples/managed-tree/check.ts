/** Is the agent of the recipes, and their user: reads, acts, locates, and is told nothing that is private. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findApps, locateInApp, openApp, readApp } from '@copane/host/node'
import { printOutline } from '@copane/protocol/elements'

const home = mkdtempSync(join(tmpdir(), 'managed-tree-'))
process.env.COPANE_PROVIDERS_DIR = join(home, 'providers')
process.env.COPANE_CONFIG_DIR = join(home, 'config')
const { app, selectIn, selectNothing } = await import('./recipes.ts')
const enough = { timeoutMs: 5000 }
try {
  equal((await app.start()).kind, 'started')
  await beAgentAndUser()
  deepEqual(await app.turnOff(), { kind: 'off' })
  deepEqual([(await app.start()).kind, (await found()).length], ['off', 0])
  equal((await app.turnOn()).kind, 'started')
  say('switch', 'off, and on again')
} finally {
  await app.stop()
  rmSync(home, { recursive: true })
}

async function beAgentAndUser(): Promise<void> {
  const [recipes] = await found()
  if (!recipes) throw new Error('the recipes were not found')
  const opened = await openApp(recipes, enough)
  if (opened.kind !== 'session') throw new Error(`the windows were not opened: ${opened.kind}`)
  const { session } = opened
  const outline = async () => {
    const answer = await readApp(recipes, enough)
    if (answer.kind !== 'answer') throw new Error(`the recipes were not read: ${answer.kind}`)
    return printOutline(answer.root)
  }
  const windows = async () => {
    const outcome = await session.snapshot()
    if (outcome.kind !== 'snapshot') throw new Error(`the windows were not read: ${outcome.kind}`)
    return outcome.snapshot
  }
  const placeOf = async (id: string) => {
    const outcome = await locateInApp(recipes, id, enough)
    return outcome.kind === 'location' ? outcome.location.state : outcome.kind
  }
  const soup = app.ids.window('Soup')
  const passage = selectIn('Soup', 'water')
  say('selected', await outline())

  const all = JSON.stringify([await windows(), await outline()])
  ok(!/2580|Diary|Nobody/.test(all), 'neither the PIN nor the diary is told')

  const search = await session.call('app', 'find', { word: 'egg' })
  deepEqual(search.kind === 'done' && search.result, { names: ['Cake'] })
  const short = await session.call('app', 'find', { word: 'e' })
  if (short.kind !== 'failed' || short.error.code !== 'validation_failed') throw new Error(short.kind)
  say('find', short.error.fields.map(({ field, error }) => `${field} ${error}`).join())

  equal((await session.call(soup, 'rewrite', { text: 'First, boil the clear water.' })).kind, 'done')
  await windows()
  equal((await session.call(soup, 'improve')).kind, 'done')
  say('followed', await outline())

  await windows()
  const asked = await session.call(soup, 'remove')
  const [question = ''] = (asked.kind === 'done' && asked.openedWindowIds) || []
  await windows()
  const blocked = await session.call(soup, 'rewrite', { text: 'past the question' })
  deepEqual(blocked.kind === 'blocked' && blocked.by, [question])
  equal((await session.call(question, 'keep')).kind, 'done')

  app.commit(state => ({ ...state, isLocked: true }))
  const { operableWindowIds, windows: open } = await windows()
  deepEqual(operableWindowIds, [app.idOf('lock')])
  say('locked', JSON.stringify(open.at(-1)?.blocks))
  app.commit(state => ({ ...state, isLocked: false }))

  const text = app.ids.of('Soup', 'text', 'body')
  say('places', `the text is ${await placeOf(text)}, the diary ${await placeOf(app.ids.window('diary'))}`)
  selectNothing(passage)
  const before = await placeOf(passage)
  app.commit(state => ({ ...state, recipes: { ...state.recipes, Soup: 'Order something.' } }))
  say('passage', `${before} while its words are there, ${await placeOf(passage)} after that`)
  await session.close()
}

async function found() {
  return (await findApps(enough)).apps
}

function say(what: string, text: string): void {
  console.log(`${what.padEnd(10)}${text.replaceAll('\n', `\n${' '.repeat(10)}`)}`)
}
