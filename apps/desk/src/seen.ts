/** What a person who looks at the desk sees of it, for a driver that is its user. */
import { type DeskState, PANES, type Pane } from './model/index.js'
import { shownValues } from './model/editor.js'

/** Windows by kind, threads with their comments, texts in fields, what is selected, which agents are kept off. */
export type Seen = {
  windows: { id: string; kind: string }[]
  panes: { window: string; pane: Pane; title: string; comments: { id: number; text: string }[] }[]
  texts: { [window: string]: { [field: string]: string } }
  selected: string[]
  stopped: string[]
}

/** What is seen of a state; of a password only how much of it there is. */
export function seen(state: DeskState): Seen {
  const windows = state.windows.map(({ id, kind }) => ({ id, kind }))
  const shown: Seen = { windows, panes: [], texts: {}, selected: [], stopped: [...state.stopped] }
  for (const window of state.windows) {
    if (window.kind === 'orders') shown.texts[window.id] = { filter: window.filter.text }
    if (window.kind === 'order') shown.texts[window.id] = { ...shownValues(window) }
    if (window.kind === 'sign-in')
      shown.texts[window.id] = { user: window.user, password: '•'.repeat(window.password.length) }
    if (window.kind !== 'threads') continue
    for (const pane of PANES) {
      const thread = state.threads[window.panes[pane] ?? -1]
      if (!thread) continue
      const { title, comments } = thread
      shown.panes.push({ window: window.id, pane, title, comments: [...comments] })
      for (const { window: at, pane: side, comment, start, end, selected } of state.passages) {
        const text = comments.find(({ id }) => id === comment)?.text
        if (selected && at === window.id && side === pane && text !== undefined)
          shown.selected.push(text.slice(start, end))
      }
    }
  }
  return shown
}
