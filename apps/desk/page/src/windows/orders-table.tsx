/** The rows of a list of orders, to be chosen with the pointer or the arrow keys. */
import { type KeyboardEvent, memo, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { OrderRow } from '../../../src/data/types.js'
import { formatMoney } from '../../../src/model/money.js'
import type { OrdersWindow } from '../../../src/model/state.js'
import { useParts } from '../wire/hooks.js'
import { drawn, ROW_PX, useRows } from './use-long-rows.js'

type Props = { window: OrdersWindow; goTo: (offset: number) => Promise<unknown> }

/** How far a key goes; all the way for Home and End. */
const KEYS: { readonly [key: string]: number } = {
  ArrowUp: -1,
  ArrowDown: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** The table of a page of orders. */
export function OrdersTable({ window, goTo }: Props): ReactNode {
  const { perform } = useParts()
  const { id, offset, total, selected } = window
  const rows = useRows(window)
  const [view, setView] = useState({ scrolled: 0, height: 600 })
  const [current, setCurrent] = useState<number>()
  const anchor = useRef<number>(undefined)
  const turning = useRef<{ to: number; end: 'first' | 'last' }>(undefined)
  const body = useRef<HTMLTableSectionElement>(null)
  const chosen = new Set(selected)
  const numbers = rows.map(({ number }) => number)
  const { from, to } =
    window.long === 'virtual' ? drawn(rows.length, view.scrolled, view.height) : { from: 0, to: rows.length }
  const here = Math.max(0, numbers.indexOf(current ?? selected.at(-1) ?? -1))

  const select = (next: readonly number[]) => perform({ act: 'selectRows', window: id, numbers: [...next] })
  const focusRow = (at: number) => {
    const row = body.current?.querySelector<HTMLElement>(`[data-spot="row:${numbers[at]}"]`)
    row?.focus()
    row?.scrollIntoView({ block: 'nearest' })
  }
  const between = (a: number, b: number) => numbers.slice(Math.min(a, b), Math.max(a, b) + 1)
  const choose = (at: number, isRange: boolean, isToggle: boolean) => {
    const number = numbers[at]
    if (number === undefined) return
    setCurrent(number)
    if (isRange) return void select(between(Math.max(0, numbers.indexOf(anchor.current ?? number)), at))
    anchor.current = number
    if (!isToggle) return void select([number])
    void select(chosen.has(number) ? selected.filter(other => other !== number) : [...selected, number])
  }
  const turn = (to: number, end: 'first' | 'last') => {
    if (to === offset || to < 0 || to >= total) return
    turning.current = { to, end }
    void goTo(to)
  }
  useLayoutEffect(() => {
    if (turning.current?.to !== offset) return
    const at = turning.current.end === 'first' ? 0 : rows.length - 1
    turning.current = undefined
    setCurrent(rows[at]?.number)
    focusRow(at)
  }, [offset, rows])

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey, ctrlKey } = event
    const far = KEYS[key]
    const number = numbers[here]
    if (far !== undefined) {
      const to = Math.max(0, Math.min(numbers.length - 1, here + far))
      if (to === here && key === 'ArrowDown') turn(offset + rows.length, 'first')
      else if (to === here && key === 'ArrowUp') turn(offset - rows.length, 'last')
      else {
        focusRow(to)
        choose(to, shiftKey, false)
      }
    } else if (key === 'PageDown') turn(offset + rows.length, 'first')
    else if (key === 'PageUp') turn(Math.max(0, offset - 20), 'first')
    else if (key === ' ') choose(here, shiftKey, true)
    else if (key === 'a' && ctrlKey) void select(numbers)
    else if (key === 'Enter' && number !== undefined) void perform({ act: 'openOrder', number })
    else return
    event.preventDefault()
  }
  // Always the same object, so that a row is drawn again only when the row itself changed.
  const does = useRef<RowDoes>({ choose, focus: setCurrent, open: () => {} })
  Object.assign(does.current, {
    choose,
    focus: setCurrent,
    open: (number: number) => void perform({ act: 'openOrder', number }),
  } satisfies RowDoes)

  return (
    <div
      className="scroll"
      data-scroll
      onScroll={({ currentTarget: { scrollTop, clientHeight } }) =>
        setView({ scrolled: scrollTop, height: clientHeight })
      }
    >
      <table
        role="grid"
        aria-multiselectable="true"
        aria-label="Orders"
        aria-rowcount={total + 1}
        data-copane-subrole="orders"
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">Order</th>
            <th scope="col">Customer</th>
            <th scope="col">Recipient</th>
            <th scope="col" className="number">
              Amount
            </th>
            <th scope="col">Status</th>
            <th scope="col">Placed on</th>
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={onKeyDown}>
          {from > 0 && <tr aria-hidden style={{ height: from * ROW_PX }} />}
          {rows.slice(from, to).map((row, below) => (
            <Row
              key={row.number}
              row={row}
              at={from + below}
              index={offset + from + below + 2}
              isHere={from + below === here}
              isChosen={chosen.has(row.number)}
              does={does.current}
            />
          ))}
          {to < rows.length && <tr aria-hidden style={{ height: (rows.length - to) * ROW_PX }} />}
        </tbody>
      </table>
    </div>
  )
}

/** What can be done to a row. */
type RowDoes = {
  choose: (at: number, isRange: boolean, isToggle: boolean) => void
  focus: (number: number) => void
  open: (number: number) => void
}

type RowProps = {
  row: OrderRow
  at: number
  index: number
  isHere: boolean
  isChosen: boolean
  does: RowDoes
}

const Row = memo(({ row, at, index, isHere, isChosen, does }: RowProps) => (
  <tr
    tabIndex={isHere ? 0 : -1}
    aria-selected={isChosen}
    aria-rowindex={index}
    aria-label={`Order ${row.number}`}
    data-spot={`row:${row.number}`}
    data-copane-subrole="order"
    onClick={({ shiftKey, ctrlKey, metaKey }) => does.choose(at, shiftKey, ctrlKey || metaKey)}
    onFocus={() => does.focus(row.number)}
    onDoubleClick={() => does.open(row.number)}
  >
    <td className="order-number">{row.number}</td>
    <td>{row.customer}</td>
    <td>{row.recipient}</td>
    <td className="number">{formatMoney(row.amountCents, row.currency)}</td>
    <td>
      <span className={`status ${row.status}`}>{row.status}</span>
    </td>
    <td className="date">{row.placedOn}</td>
  </tr>
))
