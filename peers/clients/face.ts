/** What the script needs of a server: the same over the gateway's tools as over an app's own bridge. */
import { isRecord } from '@copane/protocol/findings'
import { expect } from '../lib/checks.ts'
import type { Answer, Peer } from '../lib/peer.ts'
import { holds } from '../../torture/lib/deadline.ts'

/** A window as it was read; `words` is all that it shows. */
export type Shown = { id: string; title: string; version: number; isOperable: boolean; words: string }

/** What a call came to. */
export type Acted =
  | { kind: 'done'; opened: string | undefined }
  | { kind: 'refused'; code: string; fields: string[]; blockedBy: string[] }

/** A server as the script sees it. */
export type Face = {
  find: () => Promise<void>
  windows: () => Promise<Shown[]>
  act: (window: string, action: string, args: object, version?: number) => Promise<Acted>
  /** Begins to wait; what it gives resolves once a change was told. */
  awaitChange: () => Promise<() => Promise<void>>
}

const WINDOWS = 'app://windows'
const LIMIT_MS = 30_000

/** The face of `copane gateway`. */
export function gatewayFace(peer: Peer): Face {
  let seen = ''
  const call = async (tool: string, args: { [name: string]: unknown }) => {
    const answer = await peer.call(tool, args)
    if (typeof answer.data.seen === 'string') ({ seen } = answer.data)
    return answer
  }
  return {
    async find() {
      const { data } = await call('apps', {})
      expect(
        list(data.apps).some(({ app }) => app === 'Desk'),
        'no Desk is listed',
      )
    },
    async windows() {
      const { data, isError } = await call('windows', { app: 'Desk', form: 'json' })
      expect(!isError, `reading failed: ${String(data.code)}`)
      return list(data.windows).map(window => shown(window, window.operable === true))
    },
    async act(window, action, args, expectedVersion) {
      const version = expectedVersion === undefined ? {} : { expectedVersion }
      const answer = await call('act', { app: 'Desk', window, action, arguments: args, ...version })
      const { data } = answer
      const opened = Object.entries(isRecord(data.windows) ? data.windows : {}).find(
        ([, news]) => isRecord(news) && 'title' in news,
      )
      return actedOf(
        answer,
        opened?.[0],
        list(data.blockedBy).map(({ id }) => String(id)),
      )
    },
    async awaitChange() {
      const answer = call('wait', { app: 'Desk', seen, seconds: 30 })
      answer.catch(() => {})
      return async () => {
        const { data } = await answer
        expect(data.changed === true, 'the wait ended without a change')
      }
    },
  }
}

/** The face of an app's own bridge. */
export function bridgeFace(peer: Peer): Face {
  return {
    async find() {
      expect((await peer.resources()).includes(WINDOWS), `${WINDOWS} is not listed`)
      expect((await peer.tools()).includes('app__open_order'), 'app__open_order is not listed')
    },
    async windows() {
      const snapshot: unknown = JSON.parse(await peer.read(WINDOWS))
      expect(isRecord(snapshot), 'the snapshot is no object')
      const { operableWindowIds: operable } = snapshot
      return list(snapshot.windows).map(window =>
        shown(window, Array.isArray(operable) && operable.includes(window.id)),
      )
    },
    async act(window, action, args, expectedVersion) {
      const version = expectedVersion === undefined ? {} : { expectedVersion }
      const answer = await peer.call(`${window}__${action}`, { ...args, ...version })
      const [opened] = strings(answer.data.openedWindowIds)
      return actedOf(answer, opened, strings(answer.data.blockedBy))
    },
    async awaitChange() {
      await peer.watch(WINDOWS)
      const before = await peer.heard()
      return async () => {
        const isTold = await holds(LIMIT_MS, async () => (await peer.heard()).updated > before.updated)
        expect(isTold, 'no update was told')
      }
    },
  }
}

const shown = (window: { [name: string]: unknown }, isOperable: boolean): Shown => ({
  id: String(window.id),
  title: String(window.title),
  version: Number(window.version),
  isOperable,
  words: JSON.stringify(window.blocks),
})

/** Both halves of a refusal name its code, whichever half a client keeps. */
function actedOf({ data, text, isError }: Answer, opened: string | undefined, blockedBy: string[]): Acted {
  if (!isError) return { kind: 'done', opened }
  const code = String(data.code)
  expect(text.includes(code), 'the text does not name the code')
  return { kind: 'refused', code, fields: list(data.fields).map(({ field }) => String(field)), blockedBy }
}

const list = (value: unknown) => (Array.isArray(value) ? value.filter(isRecord) : [])
const strings = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
