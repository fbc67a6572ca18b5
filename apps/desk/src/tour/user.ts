/** What the tour's user does, in the words of the steps. */
import type { UserAct } from '../model/index.js'
import { expect, fail } from './expect.js'
import type { Scene } from './scene.js'

/** Opens the window with the threads. */
export const openThreads = (scene: Scene): Promise<void> => userDoes(scene, { act: 'open', what: 'threads' })

/** Selects words in the comment of a thread that holds them. */
export async function selectWords(scene: Scene, thread: string, words: string): Promise<void> {
  const { panes } = await scene.desk.see()
  for (const { window, pane, title, comments } of panes)
    for (const { id, text } of title === thread ? comments : []) {
      const start = text.indexOf(words)
      const place = { window, pane, comment: id, start, end: start + words.length }
      if (start >= 0) return userDoes(scene, { act: 'selectText', ...place })
    }
  fail('no pane shows a comment with these words')
}

/** Narrows a list of orders. */
export const filterOrders = (scene: Scene, window: string, text: string): Promise<void> =>
  userDoes(scene, { act: 'filter', window, text })

/** Types into a field of an order. */
export const typeInto = (scene: Scene, window: string, field: 'note', text: string): Promise<void> =>
  userDoes(scene, { act: 'type', window, field, text })

/** Types the password of the sign-in dialog. */
export const typePassword = (scene: Scene, window: string, text: string): Promise<void> =>
  userDoes(scene, { act: 'typeSignIn', window, field: 'password', text })

/** Stops an agent. */
export const stopClient = (scene: Scene, name: string): Promise<void> =>
  userDoes(scene, { act: 'stopClient', name })

/** Lets a stopped agent act again. */
export const allowClient = (scene: Scene, name: string): Promise<void> =>
  userDoes(scene, { act: 'allowClient', name })

async function userDoes(scene: Scene, act: UserAct): Promise<void> {
  const { kind, reason } = await scene.desk.act(act)
  expect(
    kind === 'done',
    `the user could not ${act.act}: ${String(kind)} ${typeof reason === 'string' ? reason : ''}`,
  )
}
