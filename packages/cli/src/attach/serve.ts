/** Serves the windows of one app on stdio: its own bridge, to the letter, behind the user's settings. */
import type { Readable, Writable } from 'node:stream'
import { allowanceOf, type Denies, type UsedDescriptor } from '@copane/host'
import { openSettings, type SettingsStore } from '@copane/host/node'
import { WINDOWS_URI } from '@copane/protocol/bridge'
import { isRecord } from '@copane/protocol/findings'
import { FRESH, holdStdio, lineWire, type StdioEnd } from '@copane/provider/node'
import { isJSONRPCRequest, type JSONRPCMessage, type JSONRPCRequest } from '@modelcontextprotocol/server'
import { openRelay, unreachable } from './relay.js'

/** How to serve; `onOver` hears why it ended early. */
export type AttachOptions = {
  settings?: Pick<SettingsStore, 'read'>
  signal?: AbortSignal
  streams?: { input: Readable; output: Writable }
  onOver?: (why: string) => void
}

/** Serves until the peer or the app is gone, or the settings keep the app out. */
export async function serveAttached(
  { descriptor }: UsedDescriptor,
  bridge: { endpoint: string; token: string },
  { settings = openSettings(), onOver = () => {}, ...stdio }: AttachOptions = {},
): Promise<StdioEnd> {
  let denies: Denies | undefined
  const admit = async () => {
    const allowance = allowanceOf(await settings.read(), descriptor.bundleId)
    if (allowance.kind === 'barred') return allowance.message
    ;({ denies } = allowance)
    return allowance.windows ? undefined : 'the settings keep windows out'
  }
  const clean = (request: JSONRPCRequest, answer: JSONRPCMessage) =>
    denies && !denies.isNone && request.params?.uri === WINDOWS_URI ? withoutMedia(answer, denies) : answer
  const why = await admit()
  if (why !== undefined) {
    onOver(why)
    await refuseOnStdio(why, stdio)
    return 'broken'
  }
  return holdStdio((input, output) => openRelay({ ...bridge, admit, clean, onOver }, input, output), stdio)
}

/**
 * Answers the first request with the reason why there is nothing to serve: some clients show no stderr (FR-27).
 *
 * Shape   a client that asks which revisions are spoken is told, for it hides the reason else; it hears it next.
 */
export async function refuseOnStdio(why: string, { signal, streams }: AttachOptions = {}): Promise<void> {
  const open = (input: Readable, output: Writable) => {
    const ended = Promise.withResolvers<StdioEnd>()
    const wire = lineWire(input, output, ended.resolve, message => message)
    const timer = setTimeout(() => ended.resolve('closed'), REFUSE_MS)
    timer.unref()
    wire.onmessage = message => {
      if (!isJSONRPCRequest(message)) return
      if (message.method === 'server/discover') {
        timer.refresh()
        return void wire.send(discovered(message, why))
      }
      void wire.send(unreachable(message, why))
      ended.resolve('closed')
    }
    void wire.start()
    return { ended: ended.promise, close: () => wire.close() }
  }
  await holdStdio(open, { ...(signal ? { signal } : {}), ...(streams ? { streams } : {}) })
}

const discovered = ({ id }: JSONRPCRequest, why: string): JSONRPCMessage => ({
  jsonrpc: '2.0',
  id,
  result: {
    resultType: 'complete',
    supportedVersions: ['2026-07-28'],
    capabilities: { resources: {}, tools: {} },
    instructions: why,
    ...FRESH,
  },
})

/** How long a request is waited for. Units: milliseconds. */
const REFUSE_MS = 3000

/** The windows without the media whose address the settings keep out. */
function withoutMedia(answer: JSONRPCMessage, { address }: Denies): JSONRPCMessage {
  if (!('result' in answer) || !Array.isArray(answer.result.contents)) return answer
  const contents = answer.result.contents.map((content: unknown) =>
    isRecord(content) && typeof content.text === 'string'
      ? { ...content, text: textWithout(content.text, address) }
      : content,
  )
  return { ...answer, result: { ...answer.result, contents } }
}

function textWithout(text: string, isDenied: (url: string) => boolean): string {
  const isKept = (block: unknown) =>
    !(isRecord(block) && block.type === 'media' && typeof block.url === 'string' && isDenied(block.url))
  try {
    const snapshot: unknown = JSON.parse(text)
    if (!isRecord(snapshot) || !Array.isArray(snapshot.windows)) return text
    const windows = snapshot.windows.map((window: unknown) =>
      isRecord(window) && Array.isArray(window.blocks)
        ? { ...window, blocks: window.blocks.filter(isKept) }
        : window,
    )
    return JSON.stringify({ ...snapshot, windows })
  } catch {
    return text
  }
}
