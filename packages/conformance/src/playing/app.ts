/** An app of the elements protocol as the kit plays it: right in all that a check does not bend. */
import { idOfLocateUri, LOCATE_TEMPLATE } from '@copane/protocol/elements'
import type { Fields } from '../wire/era.js'
import { answerPlayed, callIn, jsonContent, type PlayedFace } from './answer.js'
import type { Given, PlayedReply, PlayedRequest } from './types.js'

/** What a played app is made of; a check bends a part of it. */
export type AppParts = {
  bundleId: string
  protocol: string
  path: string
  /** The elements below the root. */
  children: readonly Fields[]
  /** What the descriptor says, from what it should say. */
  descriptor: (right: Fields) => Fields
  /** What `current` answers, from what it should answer. */
  current: (right: Fields) => Given
  locate: (id: string) => Given
  /** Answers a request before anything else does. */
  first: (request: PlayedRequest) => PlayedReply | undefined
}

/** A played app that can be asked. */
export type PlayedApp = {
  instance: string
  token: string
  bundleId: string
  pid: number
  path: string
  descriptor: Fields
  /** Every request that came for it: by its token, its path, or to where its descriptor leads. */
  seen: PlayedRequest[]
  answer: (request: PlayedRequest) => PlayedReply
}

/** What becomes of an app's name and secrets. */
export type AppMint = { instance: string; token: string; pid: number; port: number }

/**
 * Makes a played app.
 *
 * Shape   it answers whatever comes, with a wrong token or an Origin too: what is wrong about a request is told by
 *         the check of that rule alone.
 */
export function playApp(parts: Partial<AppParts>, mint: AppMint): PlayedApp {
  const { bundleId, protocol, path, children, descriptor, current, locate, first }: AppParts = {
    bundleId: 'org.example.notes',
    protocol: '0.2.0',
    path: '/elements',
    children: CHILDREN,
    descriptor: right => right,
    current: right => jsonContent('elements://current', JSON.stringify(right)),
    locate: () => VISIBLE,
    first: () => undefined,
    ...parts,
  }
  const { instance, token, pid, port } = mint
  const right = {
    protocol,
    instance,
    root: { id: 'app', role: 'Application', title: 'Notes', children },
  }
  const face: PlayedFace = {
    capabilities: {
      resources: {},
      extensions: { 'dev.copane/elements': { protocol, locate: true } },
    },
    methods: {
      'resources/list': () => ({
        kind: 'result',
        result: { resources: [{ uri: 'elements://current', name: 'current', mimeType: 'application/json' }] },
      }),
      'resources/templates/list': () => ({
        kind: 'result',
        result: {
          resourceTemplates: [{ uriTemplate: LOCATE_TEMPLATE, name: 'locate', mimeType: 'application/json' }],
        },
      }),
      'resources/read': ({ uri }) => {
        if (uri === 'elements://current') return current(right)
        const id = typeof uri === 'string' ? idOfLocateUri(uri) : undefined
        return id === undefined ? { kind: 'error', code: -32602 } : locate(id)
      },
    },
  }
  const seen: PlayedRequest[] = []
  return {
    instance,
    token,
    bundleId,
    pid,
    path,
    seen,
    descriptor: descriptor({
      protocol,
      bundleId,
      name: 'Notes',
      version: '1.0.0',
      instance,
      endpoint: `http://127.0.0.1:${port}${path}`,
      token,
      pid,
    }),
    answer: request => {
      seen.push(request)
      return first(request) ?? answerPlayed(face, request)
    },
  }
}

/** Where an element is, in the middle of a screen. */
export const locationOf = (location: Fields): Given =>
  jsonContent('elements://locate', JSON.stringify(location))

const VISIBLE = locationOf({ state: 'visible', rects: [{ x: 10, y: 20, w: 300, h: 40 }], window: 5 })

/** A window with words that are selected. */
export const CHILDREN: readonly Fields[] = [
  {
    id: 'w-1',
    role: 'Window',
    title: 'Plans',
    focused: true,
    children: [
      {
        id: 'sel-4',
        role: 'Text',
        selected: true,
        focused: true,
        content: [{ type: 'text', text: 'canary-selected' }],
      },
    ],
  },
]

/** The addresses of resources that were read, in order. */
export const readsOf = ({ seen }: Pick<PlayedApp, 'seen'>): string[] =>
  seen.flatMap(request => {
    const call = callIn(request)
    return call?.method === 'resources/read' && typeof call.params.uri === 'string' ? [call.params.uri] : []
  })
