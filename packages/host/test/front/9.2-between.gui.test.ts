import { deepEqual, equal } from 'node:assert/strict'
import { afterEach } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { openX11Front } from '../../src/node/front/x11.ts'
import { makeFolder } from '../support/providers-folder.ts'
import { startManager } from '../support/window-manager.ts'
import { startScreen } from '../support/x-screen.ts'

const undo: (() => void)[] = []
afterEach(() => {
  for (const step of undo.splice(0).toReversed()) step()
})

/** Two apps on a screen whose window manager is the test. */
async function managed() {
  const folder = makeFolder()
  const screen = await startScreen()
  const manager = await startManager(screen.display)
  undo.push(folder.remove, screen.stop, manager.stop)
  const [one, two] = [
    await screen.openApp({ folder: folder.path, title: 'One', offers: false }),
    await screen.openApp({ folder: folder.path, title: 'Two', offers: false }),
  ]
  const source = openX11Front({ display: screen.display })
  undo.push(source.close)
  await manager.activate(one.hello.window)
  const pidNow = async () => {
    const sight = await source.look()
    return sight.kind === 'seen' && sight.now.kind === 'process' ? sight.now.pid : sight
  }
  equal(await pidNow(), one.hello.pid)
  return { manager, source, one: one.hello, two: two.hello, pidNow }
}

const DEAD = 0x3f_ffff

for (const [title, window] of [
  ['no window', 0],
  ['a window that is gone', DEAD],
] as const)
  verifies('EL-9.2-front-app', `${title} between two windows is waited out`, async () => {
    const { manager, two, pidNow } = await managed()
    await manager.activate(window)
    const looking = pidNow()
    await manager.activate(two.window)
    equal(await looking, two.pid)
  })

verifies('EL-9.2-front-app', 'no window, or one that is gone, for good: nothing is in front', async () => {
  const { manager, source, one } = await managed()
  for (const window of [0, DEAD]) {
    await manager.activate(window)
    const sight = await source.look()
    deepEqual(
      sight.kind === 'seen' && [sight.now, sight.before.map(each => each.kind === 'process' && each.pid)],
      [{ kind: 'nothing' }, [one.pid]],
    )
  }
})

verifies('EL-9.2-front-app', 'nonsense from the window manager harms nobody', async () => {
  const { manager, two, pidNow } = await managed()
  await manager.activate()
  deepEqual(await pidNow(), { kind: 'seen', now: { kind: 'nothing' }, before: await beforeOf(pidNow) })
  await manager.activate(...Array.from({ length: 10_000 }, () => 0xffff_ffff))
  equal(JSON.stringify(await pidNow()).includes('nothing'), true)
  await manager.activate(two.window)
  equal(await pidNow(), two.pid)
})

async function beforeOf(look: () => Promise<unknown>): Promise<unknown> {
  const sight = await look()
  return typeof sight === 'object' && sight && 'before' in sight ? sight.before : undefined
}

verifies('D-27', 'a thousand changes of window are followed in order, and few are remembered', async () => {
  const { manager, source, one, two, pidNow } = await managed()
  for (let at = 0; at < 500; at++) {
    await manager.activate(two.window)
    await manager.activate(one.window)
  }
  equal(await pidNow(), one.pid)
  const sight = await source.look()
  deepEqual(sight.kind === 'seen' && sight.before.map(each => each.kind === 'process' && each.pid), [two.pid])
})

for (const display of [':9999', 'nonsense', ''])
  verifies('EL-9.2-front-app', `no X server at "${display}" is unknown`, async () => {
    const source = openX11Front({ display })
    deepEqual(await source.look(), { kind: 'unknown', why: 'no-display' })
    deepEqual(await source.look(), { kind: 'unknown', why: 'no-display' })
    source.close()
  })
