/**
 * @playwright/mcp, attached to the user's browser.
 *
 * Its script: one snapshot of the page to know it, since that is what its README names first; from there on the
 * cheapest its tools allow. `--snapshot-mode none` keeps snapshots out of the answers to actions, `browser_find` looks
 * for one thing, `browser_snapshot` of one `target` reads one form, `browser_fill_form` fills three fields in one call,
 * clicks go by reference. A row that the first snapshot held is answered out of it, without a call. The lean form knows
 * in advance where the page keeps what it needs, and never looks at all of it: the least these tools can cost.
 */
import { ADDED, FILLED, NOTED, SUBMITTED, WRONG_AMOUNT } from '../work.ts'
import { startPeer } from './peer.ts'
import { found, numbersIn, type System } from './system.ts'

/** The two forms of the script. */
export const playwright: System = make('playwright-mcp', {})
/** Never looks at all of the page. */
export const playwrightLean: System = make('playwright-mcp-lean', { depth: 6 })

function make(name: string, look: { depth?: number }): System {
  return {
    name,
    kind: 'browser',
    async open(scene, record) {
      const args = [
        '--cdp-endpoint',
        `http://127.0.0.1:${scene.browserPort}`,
        '--snapshot-mode',
        'none',
        '--no-webmcp',
      ]
      const peer = await startPeer('@playwright/mcp/cli.js', args, record, scene.folder)
      await peer.offer()
      await peer.warm('browser_tabs', { action: 'list' })
      const { call } = peer
      let whole = ''
      let form = ''
      const read = async (number: number) => {
        const target = found(whole, /Open the order with this number" \[ref=(\w+)\]/)
        await call('browser_type', { target, text: String(number), submit: true })
        const near = await call('browser_find', { text: `form "Order ${number}"` })
        form = await call('browser_snapshot', {
          target: found(near, new RegExp(`form "Order ${number}" \\[ref=(\\w+)\\]`)),
        })
      }
      const field = (label: string, value: string) => ({
        target: found(form, new RegExp(`textbox "${label}[^"]*".*? \\[ref=(\\w+)\\]`)),
        name: label,
        type: 'textbox',
        value,
      })
      return {
        async understand(signIn) {
          whole = await call('browser_snapshot', look)
          const sawSignIn = whole.includes('dialog "Sign in"') || whole.includes('"Sign in"')
          await record.away(signIn)
          await call('browser_find', { text: 'Sign in' })
          await read(SUBMITTED)
          return {
            sawSignIn,
            status: found(form, /term .*: Status\n\s*- definition [^\n]*\n\s*- generic \[ref=\w+\]: (\w+)/),
            recipient: found(form, /textbox "Recipient".*?: "?([^"\n]*)/),
          }
        },
        async fill() {
          const { recipient, address, amount } = FILLED
          await call('browser_fill_form', {
            fields: [field('Recipient', recipient), field('Address', address), field('Amount', WRONG_AMOUNT)],
          })
          let wrong = ''
          // Filling does not wait for the page to say what it thinks of it.
          for (let tries = 0; tries < 4 && !wrong.includes('Must'); tries++)
            wrong = await call('browser_find', { text: '[invalid]' })
          const error = found(wrong, /textbox "Amount[^\n]*\[invalid\][^\n]*\n[^\n]*\n[^\n]*: (Must[^\n]*)/)
          await call('browser_type', { target: field('Amount', '').target, text: amount })
          return { error }
        },
        async submit() {
          await call('browser_click', { target: found(form, /button "Submit…" \[ref=(\w+)\]/) })
          whole += await call('browser_find', { regex: 'button "Submit" ' })
          return { asked: /button "Submit" /.test(whole) }
        },
        async confirm() {
          await call('browser_click', {
            target: found(whole, /button "Submit" (?:\[active\] )?\[ref=(\w+)\]/),
          })
          const now = await call('browser_find', { text: 'button "Submit…"' })
          return { done: /button "Submit…" \[disabled\]/.test(now) }
        },
        async recover(edit) {
          await read(NOTED)
          const note = /textbox "Note".*?: "?([^"\n]*)/.exec(form)?.[1] ?? ''
          await record.away(edit)
          await call('browser_fill_form', {
            fields: [field('Recipient', FILLED.recipient), field('Note', `${note} ${ADDED}`.trim())],
          })
        },
        async readRow(row) {
          const number = 10_000 + row
          const inWhole = rowOf(whole, number)
          if (inWhole !== undefined) return { text: inWhole }
          const scroll = `() => { const list = document.querySelector('table').parentElement; list.scrollTop = list.scrollHeight * ${row - 5} / Number(document.querySelector('table').ariaRowCount) }`
          await call('browser_evaluate', { function: scroll })
          const near = await call('browser_find', { text: `row "Order ${number}"` })
          const target = found(near, new RegExp(`row "Order ${number}" \\[ref=(\\w+)\\]`))
          return { text: await call('browser_snapshot', { target }) }
        },
        async selected(select) {
          await record.away(select)
          const rows = await call('browser_find', { regex: 'row "Order \\d+".* \\[selected\\]' })
          return { numbers: numbersIn(rows, /row "Order (\d+)"[^\n]*\[selected\]/g) }
        },
        close: peer.close,
      }
    },
  }
}

/** The lines of a row in a snapshot. */
function rowOf(snapshot: string, number: number): string | undefined {
  const [, cells] =
    new RegExp(
      `row "Order ${number}" [^\\n]*\\n((?:\\s*- gridcell [^\\n]*\\n(?:\\s*- generic [^\\n]*\\n)?)+)`,
    ).exec(snapshot) ?? []
  return cells
}
