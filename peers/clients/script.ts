/** The one script that every client does, on the gateway as on an app's own bridge. */
import type { DeskProcess } from '../../apps/desk/dist/tour/desk-process.js'
import { type Check, expect } from '../lib/checks.ts'
import type { Acted, Face, Shown } from './face.ts'

/** Where it happens: an order that nobody else uses, and the user of the desk. */
export type Scene = { face: Face; desk: DeskProcess; order: number; check: Check; row: string }

/** Does every step; one that fails leaves the later ones to fail by themselves. */
export async function runScript({ face, desk, order, check, row }: Scene): Promise<void> {
  let editor = ''
  let dialog = ''
  const step = (name: string, work: () => Promise<void>) => check(`${row}/${name}`, work)
  const read = async (id: string): Promise<Shown> => {
    const found = (await face.windows()).find(window => window.id === id)
    expect(found !== undefined, 'the window is not shown')
    return found
  }

  await step('find-app', () => face.find())
  await step('act', async () => {
    editor = openedBy(await face.act('app', 'open_order', { number: order }))
  })
  await step('read-windows', async () => {
    const { title, isOperable } = await read(editor)
    expect(title === `Order ${order}`, `its title is ${title}`)
    expect(isOperable, 'it is not operable')
  })
  await step('validation-failed', async () => {
    const { version } = await read(editor)
    const { fields } = refused(
      await face.act(editor, 'edit', { recipient: 'Ada', amount: '-5' }, version),
      'validation_failed',
    )
    expect(fields.join() === 'amount', `the wrong fields are ${fields.join()}`)
    const after = await read(editor)
    expect(after.version === version && !after.words.includes('Ada'), 'something was edited')
    done(await face.act(editor, 'edit', { recipient: 'Ada', amount: '5.00' }, version))
    expect((await read(editor)).words.includes('Ada'), 'the corrected edit is not shown')
  })
  await step('stale-state', async () => {
    const { version } = await read(editor)
    await desk.act({ act: 'type', window: editor, field: 'note', text: 'of the user' })
    refused(await face.act(editor, 'edit', { note: 'of the agent' }, version), 'stale_state')
    const again = await read(editor)
    expect(again.words.includes('of the user'), 'the user’s text is not shown')
    done(await face.act(editor, 'edit', { note: 'of the user and the agent' }, again.version))
  })
  await step('wait', async () => {
    await face.windows()
    const changed = await face.awaitChange()
    await desk.act({ act: 'type', window: editor, field: 'address', text: '1 User Road' })
    await changed()
    expect((await read(editor)).words.includes('1 User Road'), 'the change is not shown')
  })
  await step('blocked-by-modal', async () => {
    const { version } = await read(editor)
    dialog = openedBy(await face.act(editor, 'submit', {}, version))
    const { blockedBy } = refused(
      await face.act(editor, 'edit', { note: 'too late' }, version),
      'blocked_by_modal',
    )
    expect(blockedBy.join() === dialog, `it is blocked by ${blockedBy.join()}`)
  })
  await step('confirm', async () => {
    done(await face.act(dialog, 'confirm', {}, (await read(dialog)).version))
    const { isOperable, words } = await read(editor)
    expect(isOperable && words.includes('submitted'), 'the order is not submitted')
  })
}

function openedBy(acted: Acted): string {
  const opened = done(acted).opened
  expect(opened !== undefined, 'no opened window is named')
  return opened
}

function done(acted: Acted): Extract<Acted, { kind: 'done' }> {
  expect(acted.kind === 'done', acted.kind === 'refused' ? `refused: ${acted.code}` : '')
  return acted
}

function refused(acted: Acted, code: string): Extract<Acted, { kind: 'refused' }> {
  expect(acted.kind === 'refused', `it was done, and not refused as ${code}`)
  expect(acted.code === code, `the code is ${acted.code}`)
  return acted
}
