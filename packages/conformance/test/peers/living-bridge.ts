/** A bridge server whose app lives, and the driver of that app. */
import type { Driver } from '@copane/conformance/node'
import { bridgeFace, failure, toolResult } from './bridge.ts'
import { error, type Face, type Fields, type Given } from './mcp.ts'
import { dialogOn, type Pane, type World, operable } from './world.ts'

/** What a call is answered with; a broken row replaces it. */
export type Answers = {
  success(content: Fields, world: World, session: string): Given
  refuse(code: string, more: Fields, world: World, name: string): Given
  /** Judges the version and writes; both at once in a correct server. */
  write(
    world: World,
    args: Fields,
    target: Pane,
    effect: (world: World, target: Pane) => Promise<Given>,
  ): Promise<Given>
  /** What `hang` comes to. */
  hang(world: World, target: Pane): Promise<Given>
  /** Opens a window for a call. */
  opens(world: World): Promise<string>
  /** What a session reads where this is what there is. */
  read(session: string, text: string): string
}

const ANSWERS: Answers = {
  success: content => ({ result: toolResult(content, false) }),
  refuse: (code, more) => failure(code, more),
  write: async (world, { expectedVersion }, target, effect) =>
    expectedVersion !== undefined && expectedVersion !== target.version
      ? failure('stale_state', { currentVersion: target.version })
      : effect(world, target),
  hang: async () => failure('action_timeout'),
  async opens(world) {
    const opened: Pane[] = []
    await world.ways.change(
      world,
      ['updated', 'list_changed'],
      () => opened.push(world.ways.open(world)),
      'call',
    )
    return opened[0]?.id ?? ''
  },
  read: (_session, text) => text,
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** Serves a world. */
export function livingFace(world: World, given: Partial<Answers> = {}): Face {
  const answers: Answers = { ...ANSWERS, ...given }
  const face = bridgeFace()
  return {
    ...face,
    hub: world.hub,
    methods: {
      ...face.methods,
      'resources/read': ({ uri }, session) => {
        if (uri !== 'app://windows') return error(-32602)
        const text = answers.read(session, JSON.stringify(world.ways.show(world)))
        return { result: { contents: [{ uri, mimeType: 'application/json', text }] } }
      },
      'tools/list': () => ({ result: { tools: world.ways.tools(world) } }),
      'tools/call': ({ name, arguments: args }, session) =>
        call(world, answers, String(name), isFields(args) ? args : {}, session),
    },
  }
}

async function call(
  world: World,
  answers: Answers,
  name: string,
  args: Fields,
  session: string,
): Promise<Given> {
  const refuse = (code: string, more: Fields = {}) => answers.refuse(code, more, world, name)
  const [handle = '', action] = name.split('__')
  if (action === undefined) return error(-32602)
  const target = world.panes.find(({ id }) => id === handle)
  if (handle !== 'app' && !target) return refuse('window_not_found')
  if (target && !operable(world).includes(handle)) return refuse('blocked_by_modal')
  const listed = world.ways.tools(world).find(entry => entry.name === name)
  if (!listed) return refuse('action_not_available')
  const fields = misfitsOf(listed, args)
  if (fields.length > 0) return refuse('validation_failed', { fields })
  const done = (content: Fields) => answers.success(content, world, session)
  if (!target) return done({ message: 'Opened.', openedWindowIds: [await answers.opens(world)] })
  if (action === 'look') return done({ message: 'Looked.', result: { length: target.text.length } })
  return answers.write(world, args, target, async (there, at) => {
    if (action === 'hang') return answers.hang(there, at)
    await there.ways.change(
      there,
      ['updated'],
      () => there.ways.edit(there, at, typeof args.text === 'string' ? args.text : 'saved'),
      'call',
    )
    return done({ message: 'Edited.' })
  })
}

const TYPES: { [type: string]: (value: unknown) => boolean } = {
  string: value => typeof value === 'string',
  integer: Number.isInteger,
}

function misfitsOf({ inputSchema }: Fields, args: Fields): Fields[] {
  const properties = isFields(inputSchema) && isFields(inputSchema.properties) ? inputSchema.properties : {}
  return Object.entries(args).flatMap(([field, value]) => {
    const schema = properties[field]
    const type = isFields(schema) ? String(schema.type) : ''
    return (TYPES[type]?.(value) ?? true) ? [] : [{ field, error: `must be of type ${type}` }]
  })
}

const DONE = { done: true }

/** The answer to a step that is none of the windows. */
export const NOT_KNOWN = { cannot: 'not known' }

/** Makes the app of a world do things. */
export function driverOf(world: World): Driver {
  const { ways } = world
  const opened: Pane[] = []
  let dialog: Pane | undefined
  const first = (): Pane => {
    const [found] = world.panes
    if (!found) throw new Error('no window is open')
    return found
  }
  const asNamed = (name: string, args: Fields = {}) => ({ ...DONE, call: { name, arguments: args } })
  return async ({ do: name, text = '' }) => {
    const step: string = name
    switch (step) {
      case 'edit':
        await ways.change(world, ['updated'], () => ways.edit(world, first(), `Edit ${++world.edits}`))
        return DONE
      case 'open-window':
        await ways.change(world, ['updated', 'list_changed'], () => opened.push(ways.open(world)))
        return DONE
      case 'close-window': {
        const closing = opened.filter(one => world.panes.includes(one)).at(-1)
        opened.splice(closing ? opened.indexOf(closing) : 0)
        if (!closing) return { cannot: 'nothing was opened' }
        await ways.change(world, ['updated', 'list_changed'], () => ways.close(world, closing))
        return DONE
      }
      case 'open-modal':
        dialog = dialogOn(world, first())
        await ways.openModal(world, dialog)
        return DONE
      default:
        return more(step, text)
    }
  }

  async function more(step: string, text: string): Promise<unknown> {
    switch (step) {
      case 'close-modal':
        await ways.change(world, ['updated', 'list_changed'], () => {
          world.panes = world.panes.filter(one => one !== dialog)
        })
        return DONE
      case 'change-availability':
        await ways.change(world, ['list_changed'], () => (first().canSave = !first().canSave))
        return DONE
      case 'type-secret':
        await ways.change(world, ['updated'], () => {
          first().secret = text
          first().version++
        })
        return DONE
      case 'name-write':
        return asNamed(`${first().id}__edit`, { text: `Write ${++world.edits}` })
      case 'name-opener':
        return asNamed('app__open')
      case 'name-hang':
        return asNamed(`${first().id}__hang`)
      default:
        return NOT_KNOWN
    }
  }
}
