/** A task that meets every refusal an agent must recover from, done by one that reads one half of each answer. */
import type { DeskProcess } from '../../../../../apps/desk/src/tour/desk-process.ts'
import type { Agent, Answer } from './agents.ts'

/** Which half of an answer the agent's model is shown. */
export type Half = 'text' | 'structured'

/** What the agent saw at the refusals. */
export type Done = { validation: string; stale: string; blocked: string; editor: string }

const WINDOW_ID = /\b[a-z]{5}\d+\b/g

/**
 * Corrects an order beside a user who edits it at the same time, and submits it.
 *
 * Shape   everything the agent knows it has from the half it sees.
 */
export async function doTask(agent: Agent, desk: DeskProcess, half: Half): Promise<Done> {
  const seen = (answer: Answer) => (half === 'text' ? answer.text : JSON.stringify(answer.data))
  const known = new Set<string>()
  const newIn = (words: string) => {
    const ids = (words.match(WINDOW_ID) ?? []).filter(id => !known.has(id))
    for (const id of ids) known.add(id)
    return ids[0] ?? ''
  }
  const ask = async (tool: string, args: object = {}) => seen(await agent.call(tool, args))
  const act = (window: string, action: string, args: object = {}) =>
    ask('act', { app: 'Desk', window, action, arguments: args })

  if (!(await ask('apps')).includes('Desk')) throw new Error('no Desk is listed')
  newIn(await ask('windows', { app: 'Desk' }))
  if (!(await ask('actions', { app: 'Desk', window: 'app' })).includes('open_order'))
    throw new Error('open_order is not described')
  const editor = newIn(await act('app', 'open_order', { number: 10001 }))
  await ask('windows', { app: 'Desk', windows: [editor] })
  if (!(await ask('actions', { app: 'Desk', window: editor })).includes('recipient'))
    throw new Error('the parameters of edit are not described')

  const validation = await act(editor, 'edit', { recipient: '', note: 'Ring twice' })
  await act(editor, 'edit', { recipient: 'Ada', note: 'Ring twice' })
  await desk.act({ act: 'type', window: editor, field: 'address', text: '1 User Road' })
  const stale = await act(editor, 'edit', { address: '2 Agent Road' })
  const again = await ask('windows', { app: 'Desk', windows: [editor] })
  if (!again.includes('1 User Road')) throw new Error('what the user typed is not seen')
  await act(editor, 'edit', { note: 'Ring three times' })
  const dialog = newIn(await act(editor, 'submit'))
  const blocked = await act(editor, 'edit', { note: 'too late' })
  if (!(blocked.includes(dialog) && blocked.includes('confirm')))
    throw new Error('it is not said what blocks, and what can be done')
  await act(dialog, 'confirm')
  return { validation, stale, blocked, editor }
}
