/** The first steps: the agent finds the app, and reads what its user points at. */
import {
  ancestors,
  find,
  focusPath,
  printLine,
  selectedElements,
  textOf,
  type TreeElement,
} from '@copane/protocol/elements'
import { discover, locateInApp, openApp, readApp } from '@copane/host/node'
import { expect, fail, outcome } from '../expect.js'
import { listen } from '../ears.js'
import { need, READ_MS, type Scene, windowsOf } from '../scene.js'
import { plantStale } from '../stale.js'

/** Among stale descriptors the agent finds the one app that runs, and is told why each other is ignored. */
export async function findTheApp(scene: Scene): Promise<string> {
  const planted = plantStale(scene.folder)
  const found = await discover({ folder: scene.folder, timeoutMs: READ_MS })
  if (found.kind !== 'read') return fail(`the folder was not read: ${found.kind}`)
  const used = found.results.filter(result => result.kind === 'used')
  const ignored = found.results.filter(result => result.kind === 'ignored')
  const [app] = used
  expect(used.length === 1 && app !== undefined, `${used.length} apps were found instead of one`)
  expect(app.descriptor.pid === scene.desk.pid, 'the descriptor names another process')
  expect(ignored.length === planted, `${ignored.length} of ${planted} stale descriptors were ignored`)
  scene.found.app = app
  return `${app.descriptor.name}, ${ignored.length} stale descriptors ignored`
}

/** The user selects words in a comment; the agent reads the tree and sees them where they were selected. */
export async function readWhatIsPointedAt(scene: Scene): Promise<string> {
  await scene.user.openThreads()
  await scene.user.selectWords('Launch plan', 'what it shows')
  const read = outcome(await readApp(need(scene, 'app'), { timeoutMs: READ_MS }), 'answer', 'reading current')
  const [finding] = read.findings
  expect(!finding, `the answer breaks ${finding?.requirement} at ${finding?.at}: ${finding?.message}`)
  const selected = selectedElements(read.root).find(element => element.role === 'Text')
  if (!selected) return fail('no selected text in the tree')
  expect(textOf(selected) === 'what it shows', 'the selected text is not what the user selected')
  expect(isInComment(read.root, selected), 'the selection is not inside the comment')
  const path = focusPath(read.root).map(element => element.role)
  expect(path.includes('Window') && path.includes('Row'), `the focus path is ${path.join(' > ') || 'empty'}`)
  scene.found.tree = read.root
  scene.found.selectionId = selected.id
  return printLine(selected)
}

function isInComment(root: TreeElement, element: TreeElement): boolean {
  const visit = find(root, each => each === element)
  return visit !== undefined && ancestors(visit).some(({ subrole }) => subrole === 'comment')
}

/** The place of the selected words, on the screen that shows them; without a screen there is none, made up least of all. */
export async function locateTheSelection(scene: Scene): Promise<string> {
  const app = need(scene, 'app')
  const { location } = outcome(
    await locateInApp(app, need(scene, 'selectionId'), { timeoutMs: READ_MS }),
    'location',
    'locating the selection',
  )
  const other = await locateInApp(app, 'never-1', { timeoutMs: READ_MS })
  expect(other.kind === 'unknown', `an id that was never issued is ${other.kind}`)
  const size = await scene.user.sizeOfSelection()
  if (!size) {
    expect(location.state === 'offscreen', `it is ${location.state}, though nothing is on screen`)
    expect(location.rects === undefined, 'it has rectangles, though nothing is on screen')
    return 'offscreen, no rectangle; an id that was never issued is an error'
  }
  const [rect, ...more] = location.rects ?? []
  expect(
    location.state === 'visible' && rect !== undefined,
    `it is ${location.state}, though the user sees it`,
  )
  expect(more.length === 0, `one line of words has ${more.length + 1} rectangles`)
  const isLike = Math.abs(rect.w - size.w) < 2 && Math.abs(rect.h - size.h) < 2
  expect(isLike, `it is ${rect.w} × ${rect.h}, the user sees ${size.w} × ${size.h}`)
  return `visible at ${[rect.x, rect.y].map(Math.round).join(', ')}; an id that was never issued is an error`
}

/** The agent opens a session, and two other clients begin to listen. */
export async function openTheWindows(scene: Scene): Promise<string> {
  const app = need(scene, 'app')
  const { session } = outcome(await openApp(app, { name: 'tour agent' }), 'session', 'opening the windows')
  scene.found.session = session
  const { windows, operableWindowIds } = await windowsOf(scene)
  const orders =
    windows.find(window => window.title.startsWith('Orders')) ?? fail('no window shows the orders')
  let knocks = 0
  const knock = () => scene.user.filterOrders(orders.id, knocks++ % 2 === 0 ? 'a' : '')
  const ears = [await listen(app, 'modern', knock), await listen(app, 'legacy', knock)]
  await scene.user.filterOrders(orders.id, '')
  for (const ear of ears) ear.heard.updated = ear.heard.listChanged = 0
  scene.found.ears = ears
  return `${windows.length} windows, ${operableWindowIds.length} operable; two more clients listen`
}
