/// <reference lib="dom" />
/** One run: a system does the work on a desk of its own, and is judged by what came of it. */
import { setTimeout as pause } from 'node:timers/promises'
import { createRecorder, type Recorded } from './record.ts'
import { openScene, type Place, type Scene, type UserBrowser } from './scene.ts'
import type { Ports, System } from './systems/system.ts'
import { ADDED, EDITED, FILLED, rowToRead, SELECTED, type Step, SUBMITTED } from './work.ts'

/** What one run came to. */
export type Run = Recorded & {
  done: { [Name in Step]?: boolean }
  editsLost: number
  focusMoved: number
}

const HEARD_MS = 2000
const LOOK_MS = 20

/** An order as the page's own server tells it. */
type Order = {
  number: number
  customer: string
  status: string
  recipient: string
  address: string
  amountCents: number
}

/** Runs the steps one after the other; a step that fails is no reason to leave out the next. The desk ends with the run. */
export async function runOne(system: System, browser: UserBrowser, place: Place, ports: Ports): Promise<Run> {
  try {
    const scene = await openScene(browser, place, async page => system.prepare?.(page))
    return await work(system, scene, place.rows, ports)
  } finally {
    const pages = browser.context.pages()
    await Promise.all([...pages.map(page => page.goto('about:blank')), place.end()])
  }
}

async function work(system: System, scene: Scene, rows: number, ports: Ports): Promise<Run> {
  const { desk, user } = scene
  const record = createRecorder()
  const worker = await system.open(scene, record, ports)
  const order = (row: number): Promise<Order | undefined> =>
    scene.page.evaluate(async offset => {
      const response = await fetch(`/orders.json?offset=${offset}&limit=1`)
      const [first]: Order[] = await response.json()
      return first
    }, row - 1)
  /** The page sends what is typed a moment later, whoever typed it; so much patience is nobody's time. */
  const shows = async (holds: (texts: { [field: string]: string }) => boolean) => {
    for (const end = performance.now() + HEARD_MS; performance.now() < end; await pause(LOOK_MS))
      if (Object.values((await desk.see()).texts).some(holds)) return true
    return false
  }
  const done: Run['done'] = {}
  try {
    const before = await order(1)
    const seen = await record.step('understand', () => worker.understand(user.signIn))
    done.understand =
      seen?.sawSignIn === true && seen.status === before?.status && seen.recipient === before.recipient

    const filled = await record.step('fill', worker.fill)
    done.fill =
      filled !== undefined &&
      filled.error !== '' &&
      (await shows(texts => Object.entries(FILLED).every(([field, text]) => texts[field] === text)))

    const submitted = await record.step('submit', worker.submit)
    done.submit =
      submitted?.asked === true && (await desk.see()).windows.some(({ kind }) => kind === 'confirm-submit')

    const confirmed = await record.step('confirm', worker.confirm)
    const after = await order(1)
    done.confirm = confirmed?.done === true && after?.number === SUBMITTED && after.status === 'submitted'
    done.confirm &&= after?.recipient === FILLED.recipient && after.address === FILLED.address

    let wrote = false
    await record.step('recover', () =>
      worker.recover(async () => {
        wrote = true
        await user.edit()
      }),
    )
    // Once the agent's words are there, the user's are beside them or gone.
    await shows(({ note = '' }) => note.includes(ADDED))
    const [note = ''] = Object.values((await desk.see()).texts).flatMap(({ note: text = '' }) =>
      text.includes(ADDED) || text.includes(EDITED) ? [text] : [],
    )
    const isKept = note.includes(EDITED)
    done.recover = wrote && isKept && note.includes(ADDED)

    const row = rowToRead(rows)
    const wanted = await order(row)
    const read = await record.step('read-row', () => worker.readRow(row))
    done['read-row'] =
      wanted !== undefined &&
      [String(wanted.number), wanted.customer].every(cell => read?.text.includes(cell))

    const chosen = await record.step('selected', () => worker.selected(user.select))
    done.selected = chosen?.numbers.toSorted().join() === SELECTED.join()

    return {
      ...record.read(),
      done,
      editsLost: wrote && !isKept ? 1 : 0,
      focusMoved: await scene.focusMoved(),
    }
  } finally {
    await worker.close()
  }
}
