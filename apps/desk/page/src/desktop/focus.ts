/**
 * Where the keyboard is: it follows what the user does on this page, and nothing else.
 *
 * What an agent or another page does never takes the keyboard out of the window the user types in, unless that window
 * closed or a dialog came up on it; and then it goes to the dialog itself, not to a button that a key would press.
 */
import type { UserAct } from '../../../src/model/act-table.js'
import type { Client, News } from '../wire/client.js'
import { isSamePlace, positionOf } from './spots.js'

/** Follows the keyboard; call `follow` whenever the page was drawn again. */
export type FocusKeeper = { follow(): void }

/** Keeps the keyboard where it belongs, and tells the desk where that is. */
export function keepFocus(client: Client): FocusKeeper {
  const lastIn = new Map<string, HTMLElement>()
  let lastWindow: string | undefined
  let wish: string | undefined
  /** While the desk has not answered, what it is known to have as the focus is not what it will have. */
  let underWay = 0

  client.watch(news => {
    const window = news.desk.focus?.window
    const isFirst = news.kind === 'whole' && !client.read().isKnown
    if (isFirst || (movesKeyboard(news) && window !== news.before.focus?.window)) wish = window
    for (const id of lastIn.keys()) if (!news.desk.windows.some(open => open.id === id)) lastIn.delete(id)
  })
  document.addEventListener('focusin', ({ target }) => {
    const position = target instanceof HTMLElement ? positionOf(target) : undefined
    lastWindow = position?.window
    if (!position || !(target instanceof HTMLElement)) return
    if (!target.matches('section')) lastIn.set(position.window, target)
    if (underWay === 0 && isSamePlace(position, client.read().desk.focus)) return
    underWay++
    void client.act({ act: 'focus', ...position }).finally(() => underWay--)
  })

  return {
    follow() {
      const { desk } = client.read()
      const wished = wish
      wish = undefined
      const at = document.activeElement
      if (wished !== undefined && sectionOf(wished)) {
        if (positionOf(at)?.window !== wished || isLost(at)) enter(wished, lastIn.get(wished))
        return
      }
      if (!isLost(at) || lastWindow === undefined) return
      const left = desk.windows.find(({ id }) => id === lastWindow)
      const next = left ? left.blockedBy : desk.focus?.window
      if (next !== undefined) sectionOf(next)?.focus({ preventScroll: true })
    },
  }
}

/** Acts that take the user to another window; all others are done where the keyboard is, and may come late. */
const MOVES: readonly UserAct['act'][] = [
  'open',
  'openOrder',
  'close',
  'minimise',
  'restore',
  'submit',
  'confirm',
  'cancel',
  'signOut',
]

const movesKeyboard = (news: News): boolean =>
  news.kind === 'commit' && news.own !== undefined && MOVES.includes(news.own.act)

/** The frame of a window. */
export const sectionOf = (id: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-window="${CSS.escape(id)}"]`)

/** Goes to where the user last was in a window, else to where one begins there. */
export function enter(id: string, last?: HTMLElement): void {
  const section = sectionOf(id)
  if (!section) return
  const first = section.querySelector<HTMLElement>('[data-autofocus]')
  const row = section.querySelector<HTMLElement>('tbody tr[tabindex="0"]')
  const goal = last && section.contains(last) ? last : (row ?? first ?? section)
  goal.focus({ preventScroll: true })
  if (document.activeElement !== goal) section.focus({ preventScroll: true })
}

/** Nobody has the keyboard: what had it is gone, or can't be used now. */
const isLost = (at: Element | null): boolean =>
  at === null || at === document.body || at.closest('[inert]') !== null
