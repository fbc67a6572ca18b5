/** What a driver is asked for by the conformance kit, as acts of the desk's user (spec/driver.md). */
import { isRecord } from '@copane/protocol/findings'
import type { UserAct } from '../model/index.js'
import type { DeskProcess } from '../tour/desk-process.js'

/** What an answer is. */
export type StepAnswer = { [name: string]: unknown }

/** Does the steps of one run of the desk. */
export type Steps = (step: string, text: string) => Promise<StepAnswer>

const DONE: StepAnswer = { done: true }
const DRAFT_ORDER = 10_001

/**
 * Makes the user of a desk that has just started.
 *
 * Shape   an order that can be edited and the threads are opened first; whatever a step opens it also closes again.
 * Errors  none thrown: an act that the desk refuses is answered `cannot`.
 */
export async function createSteps(desk: DeskProcess): Promise<Steps> {
  const act = async (userAct: UserAct): Promise<StepAnswer | undefined> => {
    const outcome = await desk.act(userAct)
    return outcome.kind === 'done' ? outcome : undefined
  }
  const opened = async (userAct: UserAct): Promise<string> => {
    const outcome = await act(userAct)
    return isRecord(outcome?.result) ? String(outcome.result.window) : ''
  }
  const idOf = async (kind: string): Promise<string> =>
    (await desk.see()).windows.find(window => window.kind === kind)?.id ?? ''
  const doing = async (...acts: UserAct[]): Promise<StepAnswer> => {
    for (const one of acts) if (!(await act(one))) return { cannot: 'the desk refuses' }
    return DONE
  }
  const order = await opened({ act: 'openOrder', number: DRAFT_ORDER })
  const threads = await opened({ act: 'open', what: 'threads' })
  const reports: string[] = []
  let count = 0
  const edit = () => doing({ act: 'type', window: order, field: 'note', text: `Note ${++count}` })
  let isChanged = false

  return async (step, text) => {
    switch (step) {
      case 'edit':
        isChanged = true
        return edit()
      case 'open-window':
        reports.push(await opened({ act: 'open', what: 'report' }))
        return DONE
      case 'close-window':
        return doing({ act: 'close', window: reports.pop() ?? '' })
      case 'open-modal':
        return doing({ act: 'submit', window: order })
      case 'close-modal':
        return doing({ act: 'cancel', window: await idOf('confirm-submit') })
      case 'change-availability':
        isChanged = !isChanged
        return isChanged ? edit() : doing({ act: 'revert', window: order })
      case 'select-words':
        return doing(await selection(desk, threads, ++count))
      case 'type-secret':
        return text === '' ? signIn() : typeSecret(text)
      case 'name-write':
        return {
          ...DONE,
          call: { name: `${threads}__comment`, arguments: { pane: 'left', text: `Comment ${++count}` } },
        }
      case 'name-opener':
        return { ...DONE, call: { name: 'app__open_report', arguments: {} } }
      case 'name-hang':
        return { never: 'every action of the desk takes effect at once, or not at all' }
      case 'name-logs':
        return { ...DONE, files: [], log: desk.said() }
      default:
        return { cannot: 'this step is not known' }
    }
  }

  async function typeSecret(text: string): Promise<StepAnswer> {
    await act({ act: 'signOut' })
    return doing({ act: 'typeSignIn', window: await idOf('sign-in'), field: 'password', text })
  }

  async function signIn(): Promise<StepAnswer> {
    const window = await idOf('sign-in')
    return doing(
      { act: 'typeSignIn', window, field: 'user', text: 'Ada' },
      { act: 'typeSignIn', window, field: 'password', text: 'any' },
      { act: 'confirm', window },
    )
  }
}

/** Another run of words each time: a word further on in one of the comments. */
async function selection(desk: DeskProcess, window: string, turn: number): Promise<UserAct> {
  const shown = (await desk.see()).panes.find(pane => pane.window === window && pane.pane === 'left')
  const comments = shown?.comments ?? []
  const { id = 0, text = '' } = comments[turn % Math.max(1, comments.length)] ?? {}
  const words = [...text.matchAll(/\S+ \S+/g)]
  const [word] = words.length > 0 ? (words[turn % words.length] ?? [text]) : [text]
  const start = Math.max(0, text.indexOf(word))
  return { act: 'selectText', window, pane: 'left', comment: id, start, end: start + word.length }
}
