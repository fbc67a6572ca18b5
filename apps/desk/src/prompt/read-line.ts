/** A line that a person types, as an act of the user. */
import { DRAFT_FIELDS, type DeskState, type DeskWindow, PANES, type UserAct } from '../model/index.js'

/** What a line asks for. */
export type Wish =
  | { kind: 'act'; act: UserAct }
  | { kind: 'show'; what: 'windows' | 'tree' | 'address' | 'help' }
  | { kind: 'quit' }
  | { kind: 'nothing' }
  /** Not understood; the message shows a line that works. */
  | { kind: 'wrong'; message: string }

/** What can be typed. A window is named by its id or by the number at its end; without one the active window is meant. */
export const PROMPT_HELP = `open orders|report|threads     opens a window
order 10042                    opens an order
select what it shows           selects words in a comment that a pane shows
type [WINDOW] FIELD TEXT       types into recipient, address, amount or note
save|submit|revert [WINDOW]    for an order
confirm|cancel [WINDOW]        answers a dialog
filter [WINDOW] TEXT           narrows a list of orders
page [WINDOW] OFFSET           goes to a row of it
comment left|right TEXT        adds a comment
focus|minimise|restore|close WINDOW
sign-out · user NAME · password TEXT
undo                           takes back the last change
stop NAME · allow NAME         keeps an agent off, lets it act again
windows · tree                 what an agent sees
address                        opens the desk in a further browser
help · quit
`

/** Reads a line as it stands at this moment of the desk. */
export function readLine(line: string, state: DeskState): Wish {
  const [word, text] = cutWord(line.trim())
  const rest = text.split(' ')
  switch (word) {
    case '':
      return { kind: 'nothing' }
    case 'help':
    case 'windows':
    case 'tree':
    case 'address':
      return { kind: 'show', what: word }
    case 'quit':
    case 'exit':
      return { kind: 'quit' }
    case 'open':
      return openWish(text)
    case 'order':
      return /^\d+$/.test(text) ? act({ act: 'openOrder', number: Number(text) }) : wrong('order 10042')
    case 'select':
      return selectWish(text, state)
    case 'type':
      return typeWish(rest, state)
    case 'filter': {
      const [window, text] = windowAndText(rest, state, 'orders')
      return window ? act({ act: 'filter', window, text }) : wrong('filter harbour')
    }
    case 'page': {
      const [window, offset] = windowAndText(rest, state, 'orders')
      return window && /^\d+$/.test(offset)
        ? act({ act: 'goTo', window, offset: Number(offset) })
        : wrong('page 40')
    }
    case 'comment':
      return commentWish(rest, state)
    case 'sign-out':
      return act({ act: 'signOut' })
    case 'user':
    case 'password': {
      const dialog = state.windows.find(window => window.kind === 'sign-in')
      return dialog ? act({ act: 'typeSignIn', window: dialog.id, field: word, text }) : wrong('sign-out')
    }
    case 'undo':
      return act({ act: 'undo' })
    case 'stop':
    case 'allow':
      return text
        ? act({ act: word === 'stop' ? 'stopClient' : 'allowClient', name: text })
        : wrong(`${word} claude`)
    case 'focus':
    case 'minimise':
    case 'restore':
    case 'close':
    case 'save':
    case 'submit':
    case 'revert':
    case 'confirm':
    case 'cancel': {
      const window = text === '' ? state.focus?.window : windowNamed(text, state)
      return window ? act({ act: word, window }) : wrong(`${word} 1`)
    }
    default:
      return wrong('help')
  }
}

/** The first word, and the rest just as it was typed. */
function cutWord(text: string): [string, string] {
  const at = text.search(/\s/)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

const act = (act: UserAct): Wish => ({ kind: 'act', act })

const wrong = (example: string): Wish => ({ kind: 'wrong', message: `not understood; try: ${example}` })

const windowNamed = (word: string, state: DeskState): string | undefined =>
  state.windows.find(({ id }) => id === word || id.endsWith(`-${word}`))?.id

/** The window named by the first word and the text after it; else the active, or the only fitting, window. */
function windowAndText(
  words: string[],
  state: DeskState,
  kind: DeskWindow['kind'],
): [string | undefined, string] {
  const [first = '', ...rest] = words
  const named = windowNamed(first, state)
  if (named) return [named, rest.join(' ')]
  const active = state.windows.find(({ id }) => id === state.focus?.window)
  const fitting = active?.kind === kind ? active : state.windows.find(window => window.kind === kind)
  return [fitting?.id, words.join(' ')]
}

function openWish(word: string): Wish {
  switch (word) {
    case 'orders':
    case 'report':
    case 'threads':
      return act({ act: 'open', what: word })
    default:
      return wrong(/^\d+$/.test(word) ? `order ${word}` : 'open threads')
  }
}

function typeWish(words: string[], state: DeskState): Wish {
  const [window, rest] = windowAndText(words, state, 'order')
  const [field, ...text] = rest.split(' ')
  const known = DRAFT_FIELDS.find(name => name === field)
  return window && known
    ? act({ act: 'type', window, field: known, text: text.join(' ') })
    : wrong('order 10042, then: type note Call before delivery')
}

function commentWish([where, ...words]: string[], state: DeskState): Wish {
  const pane = PANES.find(name => name === where)
  const window = state.windows.find(({ kind }) => kind === 'threads')
  return pane && window && words.length > 0
    ? act({ act: 'comment', window: window.id, pane, text: words.join(' ') })
    : wrong('open threads, then: comment left I agree')
}

function selectWish(words: string, state: DeskState): Wish {
  for (const window of words === '' ? [] : state.windows)
    for (const pane of window.kind === 'threads' ? PANES : []) {
      const thread = window.kind === 'threads' ? state.threads[window.panes[pane] ?? -1] : undefined
      for (const comment of thread?.comments ?? []) {
        const start = comment.text.indexOf(words)
        const range = { comment: comment.id, start, end: start + words.length }
        if (start >= 0) return act({ act: 'selectText', window: window.id, pane, ...range })
      }
    }
  return {
    kind: 'wrong',
    message: 'no pane shows these words; try: open threads, then: select what it shows',
  }
}
