/** An app that keeps its tree of elements: recipes, a passage, a question, a lock with a PIN, a private diary. */
import { actionsOf, createManagedTree, createPassages, spliceBetween } from '@copane/provider'
import { createApp, type LiveApp } from '@copane/provider/node'
import { z } from 'zod'

type State = {
  recipes: { [name: string]: string }
  removing?: string
  isLocked: boolean
  pin: string
  diary: string
}
const initial: State = {
  recipes: { Soup: 'Boil the water.', Cake: 'Beat the eggs.' },
  isLocked: false,
  pin: '2580',
  diary: 'Nobody reads this.',
}

// Actions: their arguments and results have the types of their schemas.
const action = actionsOf<State>()

const find = action({
  name: 'find',
  title: 'Find',
  description: 'Finds recipes by a word.',
  input: z.object({ word: z.string().min(2).describe('a word of the recipe') }),
  output: z.object({ names: z.array(z.string()) }),
  reads: ({ state, args }) => {
    const names = Object.keys(state.recipes).filter(name => state.recipes[name]?.includes(args.word))
    return { kind: 'done', message: `Found ${names.length}.`, result: { names } }
  },
})
const rewrite = action({
  name: 'rewrite',
  title: 'Rewrite',
  description: 'Replaces the text of the recipe.',
  input: z.object({ text: z.string().min(1) }),
  changes: (state, { args, windowId }) => {
    const recipes = { ...state.recipes, [app.keyOf(windowId)]: args.text }
    return { kind: 'done', state: { ...state, recipes }, message: 'Rewritten.' }
  },
})
const improve = action({
  name: 'improve',
  title: 'Improve',
  description: 'Looks up a tip, which takes a while, and adds it.',
  input: z.object({}),
  writes: async ({ windowId, signal, commit }) => {
    const tip = await lookUpTip(signal)
    if (tip === undefined) return { kind: 'failed', message: 'No tip was found: go on without one.' }
    commit(state => {
      const name = app.keyOf(windowId)
      const recipes = { ...state.recipes, [name]: `${state.recipes[name]} ${tip}` }
      return { kind: 'done', state: { ...state, recipes }, message: 'Improved.' }
    })
  },
})
const remove = action({
  name: 'remove',
  title: 'Remove',
  description: 'Removes the recipe, after a question.',
  available: state => Object.keys(state.recipes).length > 1 || 'this is the last recipe',
  changes: (state, { windowId }) => ({
    kind: 'done',
    state: { ...state, removing: app.keyOf(windowId) },
    message: 'Asked.',
  }),
})
const keep = action({
  name: 'keep',
  title: 'Keep',
  description: 'Keeps the recipe.',
  changes: ({ removing: _, ...state }) => ({ kind: 'done', state, message: 'Kept.' }),
})

// The tree begins as its root; the ids of windows are known once the app is made.
const tree = createManagedTree({ id: 'recipes', role: 'Application', title: 'Recipes' })

/** Named: an action that uses `app` needs its type written down, or TypeScript goes round in a circle. */
export const app: LiveApp<State> = createApp({
  bundleId: 'com.example.recipes',
  name: 'Recipes',
  version: '1.0.0',
  state: initial,
  windows: ({ recipes, removing, isLocked, pin, diary }) => [
    ...Object.entries(recipes).map(([name, text]) => ({
      key: name,
      title: name,
      summary: 'A recipe.',
      blocks: [{ type: 'text' as const, id: 'text', text }],
      actions: [rewrite, improve, remove],
    })),
    removing !== undefined && {
      key: 'sure',
      modalOn: removing,
      title: 'Remove it?',
      summary: 'Asks before a recipe goes.',
      actions: [keep],
    },
    isLocked && {
      key: 'lock',
      modal: true,
      title: 'Locked',
      summary: 'Asks for the PIN.',
      blocks: [{ type: 'fields', id: 'pin', items: [{ label: 'PIN', value: pin, sensitive: true }] }],
    },
    {
      key: 'diary',
      private: true,
      title: 'Diary',
      summary: 'No agent hears of it.',
      blocks: [{ type: 'text', id: 'day', text: diary }],
    },
  ],
  actions: [find],
  elements: tree,
  locate: ({ id }) => (id === textOf('Soup') ? SOUP_ON_SCREEN : undefined),
  locateOther: id => (passages.find(id).kind === 'live' ? { state: 'offscreen' } : undefined),
})
const textOf = (name: string): string => app.ids.of(name, 'text', 'body')
const SOUP_ON_SCREEN = { state: 'visible' as const, rects: [{ x: 40, y: 60, w: 320, h: 18 }] }

// An element for each window, under the id of the window; the diary's is hidden by itself.
for (const [name, text] of Object.entries(initial.recipes))
  tree.insert('recipes', {
    id: app.ids.window(name),
    role: 'Window',
    title: name,
    children: [{ id: textOf(name), role: 'Text', content: [{ type: 'text', text }] }],
  })
tree.insert('recipes', { id: app.ids.window('diary'), role: 'Window', title: 'Diary' })
tree.insert(app.ids.window('Soup'), {
  id: 'pin',
  role: 'Text',
  title: 'PIN',
  sensitive: true,
  content: [{ type: 'text', text: initial.pin }],
})

// After each commit the tree follows, and so do the passages in a text.
const passages = createPassages({ ids: app.ids })
app.store.watch(({ before, after }) => {
  for (const [name, text] of Object.entries(after.recipes)) {
    const old = before.recipes[name] ?? ''
    if (old === text) continue
    passages.edit(name, [spliceBetween(old, text)])
    tree.patch(textOf(name), { content: [{ type: 'text', text }] })
  }
})

/** The user selects a passage: it is inside its text, selected, and where the user is. */
export function selectIn(name: string, words: string): string {
  const text = app.store.read().recipes[name] ?? ''
  const start = text.indexOf(words)
  const id = passages.name(name, { start, end: start + words.length })
  if (start < 0 || id === undefined) throw new Error('these words are not in the recipe')
  if (!tree.has(id)) tree.insert(textOf(name), { id, role: 'Text', content: [{ type: 'text', text: words }] })
  tree.select([id])
  tree.focus(id)
  return id
}

/** The user selects nothing any more. */
export function selectNothing(id: string): void {
  tree.remove(id)
}

async function lookUpTip(signal: AbortSignal): Promise<string | undefined> {
  await new Promise(resolve => setTimeout(resolve, 20))
  return signal.aborted ? undefined : 'Add salt.'
}
