/** What the tour's user does, in the words of the steps. */
import type { Pane, UserAct } from '../model/index.js'
import type { Seen } from '../seen.js'
import type { DeskProcess } from './desk-process.js'
import { expect, fail } from './expect.js'

/** A user of the desk; each thing is done when its promise resolves, and ends the step when it can't be done. */
export type TourUser = {
  by: 'app' | 'page'
  /** Sits down at a desk: the first one, or the next. */
  sitDown(desk: DeskProcess): Promise<void>
  /** Opens the window with the threads. */
  openThreads(): Promise<void>
  /** Selects words in the comment of a thread that holds them. */
  selectWords(thread: string, words: string): Promise<void>
  /** Narrows a list of orders. */
  filterOrders(window: string, text: string): Promise<void>
  /** Types into a field of an order, in place of what is there. */
  typeInto(window: string, field: 'note', text: string): Promise<void>
  /** Types the password of the sign-in dialog. */
  typePassword(window: string, text: string): Promise<void>
  /** Stops an agent. */
  stopClient(name: string): Promise<void>
  /** Lets a stopped agent act again. */
  allowClient(name: string): Promise<void>
  /** How large the selected words are on the screen; undefined while there is no screen. Units: CSS pixels. */
  sizeOfSelection(): Promise<{ w: number; h: number } | undefined>
  leave(): Promise<void>
}

/** A place in a pane: words of a comment. Units: UTF-16 code units. */
export type Words = { window: string; pane: Pane; comment: number; start: number; end: number }

/** The user that needs no screen: every act goes straight to the desk. */
export function createAppUser(): TourUser {
  let desk: DeskProcess | undefined
  const at = () => desk ?? fail('the user is at no desk')
  const does = async (act: UserAct) => {
    const { kind, reason } = await at().act(act)
    const why = typeof reason === 'string' ? reason : ''
    expect(kind === 'done', `the user could not ${act.act}: ${String(kind)} ${why}`)
  }
  return {
    by: 'app',
    async sitDown(next) {
      desk = next
    },
    openThreads: () => does({ act: 'open', what: 'threads' }),
    selectWords: async (thread, words) =>
      does({ act: 'selectText', ...wordsIn(await at().see(), thread, words) }),
    filterOrders: (window, text) => does({ act: 'filter', window, text }),
    typeInto: (window, field, text) => does({ act: 'type', window, field, text }),
    typePassword: (window, text) => does({ act: 'typeSignIn', window, field: 'password', text }),
    stopClient: name => does({ act: 'stopClient', name }),
    allowClient: name => does({ act: 'allowClient', name }),
    sizeOfSelection: async () => undefined,
    leave: async () => {},
  }
}

/** Where words stand in a thread that some pane shows. */
export function wordsIn({ panes }: Seen, thread: string, words: string): Words {
  for (const { window, pane, title, comments } of panes)
    for (const { id, text } of title === thread ? comments : []) {
      const start = text.indexOf(words)
      if (start >= 0) return { window, pane, comment: id, start, end: start + words.length }
    }
  return fail('no pane shows a comment with these words')
}
