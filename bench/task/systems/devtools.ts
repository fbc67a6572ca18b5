/**
 * chrome-devtools-mcp, attached to the user's browser.
 *
 * Its script: as its tools ask for, `take_snapshot` for what is to be clicked or filled (it has no way to look at a part of
 * the page), `fill_form` for several fields in one call, `includeSnapshot` where an action and the look after it can be one
 * call, and `evaluate_script` for a fact that needs no reference: what is wrong, one row, what is selected.
 */
import { ADDED, FILLED, NOTED, SUBMITTED, WRONG_AMOUNT } from '../work.ts'
import { startPeer } from './peer.ts'
import { found, numbersIn, type System } from './system.ts'

const PROGRAM = 'chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js'

/** How it is started, also for native WebMCP. */
export const startDevtools = (port: number, ...rest: [...more: string[]]) => [
  '--no-usage-statistics',
  '--no-performance-crux',
  '--browserUrl',
  `http://127.0.0.1:${port}`,
  ...rest,
]

/** Its place. */
export const DEVTOOLS_PROGRAM = PROGRAM

const WRONG = `() => [...document.querySelectorAll('[aria-invalid="true"]')].map(field => field.labels[0].innerText + ': ' + document.getElementById(field.getAttribute('aria-describedby')).innerText)`
const CHOSEN = `() => [...document.querySelectorAll('[aria-selected="true"]')].map(row => row.innerText)`

/** The system. */
export const devtools: System = {
  name: 'chrome-devtools-mcp',
  kind: 'browser',
  async open(scene, record) {
    const peer = await startPeer(PROGRAM, startDevtools(scene.browserPort), record, scene.folder)
    await peer.offer()
    const pageId = Number(found(await peer.warm('list_pages'), /^(\d+): Desk/m))
    const call = (name: string, args: { [name: string]: unknown } = {}) =>
      peer.call(name, { pageId, ...args })
    let page = ''
    let editor = ''
    const uid = (pattern: string) => found(page, new RegExp(`uid=(\\w+) ${pattern}`))
    /** Something in the form of the order that was opened last; another order may have one of the same name. */
    const inEditor = (pattern: string) =>
      found(page.slice(Math.max(0, page.indexOf(editor))), new RegExp(`uid=(\\w+) ${pattern}`))
    const open = async (number: number) => {
      await call('fill', { uid: uid('textbox "Open the order with this number"'), value: String(number) })
      await call('press_key', { key: 'Enter' })
      editor = `form "Order ${number}"`
      page = await call('take_snapshot')
      if (!page.includes(editor)) page = await call('take_snapshot')
    }
    return {
      async understand(signIn) {
        await peer.call('list_pages')
        page = await call('take_snapshot')
        const sawSignIn = page.includes('"Sign in"')
        await record.away(signIn)
        page = await call('take_snapshot')
        await open(SUBMITTED)
        return {
          sawSignIn,
          status: found(page, /form "Order 10001"[\s\S]*?"Status"[\s\S]*?"(draft|submitted|shipped)"/),
          recipient: found(page, /textbox "Recipient"[^\n]*value="([^"]*)"/),
        }
      },
      async fill() {
        const { recipient, address, amount } = FILLED
        await call('fill_form', {
          elements: [
            { uid: inEditor('textbox "Recipient"'), value: recipient },
            { uid: inEditor('textbox "Address"'), value: address },
            { uid: inEditor('textbox "Amount'), value: WRONG_AMOUNT },
          ],
        })
        const error = found(await call('evaluate_script', { function: WRONG }), /(Amount[^"]*Must[^"]*)/)
        await call('fill', { uid: inEditor('textbox "Amount'), value: amount })
        return { error }
      },
      async submit() {
        page = await call('click', { uid: inEditor('button "Submit…"'), includeSnapshot: true })
        return { asked: /button "Submit"/.test(page) }
      },
      async confirm() {
        await call('click', { uid: uid('button "Submit"') })
        page = await call('take_snapshot')
        return { done: !page.includes('button "Submit"') }
      },
      async recover(edit) {
        await open(NOTED)
        const note = /form "Order 10002"[\s\S]*?textbox "Note"[^\n]*value="([^"]*)"/.exec(page)?.[1] ?? ''
        await record.away(edit)
        await call('fill_form', {
          elements: [
            { uid: inEditor('textbox "Recipient"'), value: FILLED.recipient },
            { uid: inEditor('textbox "Note"'), value: `${note} ${ADDED}`.trim() },
          ],
        })
      },
      async readRow(row) {
        const number = 10_000 + row
        const [, cells] =
          new RegExp(
            `row "Order ${number}"[^\\n]*\\n((?:\\s*uid=\\w+ (?:StaticText )?"[^\\n]*\\n){5,6})`,
          ).exec(page) ?? []
        if (cells !== undefined) return { text: cells }
        const read = `async () => { const list = document.querySelector('table').parentElement; list.scrollTop = list.scrollHeight * ${row - 5} / Number(document.querySelector('table').ariaRowCount); await new Promise(done => setTimeout(done, 100)); return [...document.querySelectorAll('tr')].find(each => each.ariaRowIndex === '${row + 1}').innerText }`
        return { text: await call('evaluate_script', { function: read }) }
      },
      async selected(select) {
        await record.away(select)
        const rows = await call('evaluate_script', { function: CHOSEN })
        return { numbers: numbersIn(rows, /"(\d{5})\\t/g) }
      },
      close: peer.close,
    }
  },
}
