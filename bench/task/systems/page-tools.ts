/// <reference lib="dom" />
/**
 * Agents that call the WebMCP tools of the desk's page: over the relay, or over Chromium's own WebMCP.
 *
 * The tools are those of `apps/desk/page/src/webmcp.ts`; they tell the same facts as our windows. Their script reads all
 * windows once, then only the one it works in. Neither way carries what a call is based on, so a tool can't know that the user
 * wrote in between.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ADDED, FILLED, NOTED, SUBMITTED, WRONG_AMOUNT } from '../work.ts'
import { DEVTOOLS_PROGRAM, startDevtools } from './devtools.ts'
import { PEERS, startPeer } from './peer.ts'
import { found, numbersIn, type System, type Worker } from './system.ts'

type Call = (name: string, args?: { [name: string]: unknown }) => Promise<string>

/** Over @mcp-b/webmcp-local-relay, with the runtime that its README recommends. */
export const relay: System = {
  name: 'webmcp-local-relay',
  kind: 'page-tools',
  async prepare(page) {
    const runtime = readFileSync(join(PEERS, 'node_modules/@mcp-b/global/dist/index.iife.js'), 'utf8')
    await page.addInitScript(`if (self === top) { ${runtime} }`)
  },
  async open(scene, record, ports) {
    const origin = new URL(scene.page.url()).origin
    const args = ['--port', String(ports.relay), '--widget-origin', origin]
    const peer = await startPeer('@mcp-b/webmcp-local-relay/dist/cli.js', args, record, scene.folder)
    // As its README has it, from our own server in place of a CDN's.
    await scene.page.evaluate(
      ({ src, relayPort }) => {
        const script = document.createElement('script')
        script.src = src
        script.dataset.relayPort = relayPort
        document.head.append(script)
      },
      { src: `http://127.0.0.1:${ports.embed}/embed.js`, relayPort: String(ports.relay) },
    )
    const end = performance.now() + 20_000
    while (!(await peer.names()).includes('read_windows')) {
      if (performance.now() > end) throw new Error('the page did not reach the relay')
      await new Promise(next => setTimeout(next, 50))
    }
    await peer.offer()
    return byTools(peer.call, record.away, peer.close)
  },
}

/** Over chrome-devtools-mcp and the WebMCP that Chromium itself has behind a flag. */
export const native: System = {
  name: 'webmcp-native',
  kind: 'page-tools',
  async open(scene, record) {
    const args = startDevtools(scene.browserPort, '--categoryExperimentalWebmcp')
    const peer = await startPeer(DEVTOOLS_PROGRAM, args, record, scene.folder)
    await peer.offer()
    const pageId = Number(found(await peer.warm('list_pages'), /^(\d+): Desk/m))
    const call: Call = (toolName, input = {}) =>
      peer.call('execute_webmcp_tool', { pageId, toolName, input: JSON.stringify(input) })
    const worker = byTools(call, record.away, peer.close)
    return {
      ...worker,
      async understand(signIn) {
        await peer.call('list_pages')
        await peer.call('list_webmcp_tools', { pageId })
        return worker.understand(signIn)
      },
    }
  },
}

function byTools(
  call: Call,
  away: (act: () => Promise<void>) => Promise<void>,
  close: () => Promise<void>,
): Worker {
  let window = ''
  let dialog = ''
  const open = async (number: number) => {
    window = found(plain(await call('open_order', { number })), /"window":"([\w-]+)"/)
    return plain(await call('read_windows', { window }))
  }
  return {
    async understand(signIn) {
      const sawSignIn = plain(await call('read_windows')).includes('"title":"Sign in"')
      await away(signIn)
      const order = await open(SUBMITTED)
      return {
        sawSignIn,
        status: found(order, /"status":"(\w+)"/),
        recipient: found(order, /"recipient":"([^"]*)"/),
      }
    },
    async fill() {
      const { recipient, address, amount } = FILLED
      const wrong = plain(await call('edit_order', { window, recipient, address, amount: WRONG_AMOUNT }))
      await call('edit_order', { window, amount })
      return { error: found(wrong, /"field":"amount","error":"([^"]*)"/) }
    },
    async submit() {
      dialog = found(plain(await call('submit', { window })), /"openedWindowIds":\["([\w-]+)"/)
      await call('read_windows', { window: dialog })
      return { asked: true }
    },
    confirm: async () => ({ done: plain(await call('confirm', { window: dialog })).includes('Submitted') }),
    async recover(edit) {
      const note = found(await open(NOTED), /"note":"([^"]*)"/)
      await away(edit)
      await call('edit_order', { window, recipient: FILLED.recipient, note: `${note} ${ADDED}`.trim() })
    },
    readRow: async row => ({ text: await call('load_orders', { offset: row - 1, limit: 1 }) }),
    async selected(select) {
      await away(select)
      const windows = plain(await call('read_windows'))
      return { numbers: numbersIn(found(windows, /"selected":\[([\d,]*)\]/), /(\d+)/g) }
    },
    close,
  }
}

/** The answer with JSON inside JSON opened. */
const plain = (text: string): string => text.replaceAll('\\"', '"')
