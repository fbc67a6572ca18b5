/** The rows of a list that shows all orders at once, and which of them are drawn. */
import { useEffect, useState } from 'react'
import type { OrderRow } from '../../../src/data/types.js'
import type { OrdersWindow } from '../../../src/model/state.js'
import { useKnown } from '../wire/hooks.js'

/** How high a row is, and how many are drawn beyond the edges of a virtual list. Units: CSS pixels. */
export const ROW_PX = 29
const BEYOND = 5

/** The rows a list shows: of a long one all orders as they are now, while no filter leaves out any. */
export function useRows({ long, rows, filter }: OrdersWindow): readonly OrderRow[] {
  const changes = useKnown(({ desk }) => desk.changes)
  const [all, setAll] = useState<readonly OrderRow[]>([])
  const isLong = long !== undefined && filter.text === '' && filter.status === undefined
  useEffect(() => {
    if (!isLong) return undefined
    const stop = new AbortController()
    void fetch('/orders.json', { signal: stop.signal })
      .then(response => response.json())
      .then((next: readonly OrderRow[]) => setAll(before => next.map((row, at) => kept(before[at], row))))
      .catch(() => {})
    return () => stop.abort()
  }, [isLong, changes])
  return isLong ? all : rows
}

/** Which rows of a list are drawn, from and to, for how far it was scrolled and how high it is. */
export const drawn = (count: number, scrolled: number, height: number): { from: number; to: number } => ({
  from: Math.max(0, Math.floor(scrolled / ROW_PX) - BEYOND),
  to: Math.min(count, Math.ceil((scrolled + height) / ROW_PX) + BEYOND),
})

/** A row that did not change stays the same object, so it is not drawn again. */
const kept = (before: OrderRow | undefined, row: OrderRow): OrderRow =>
  before?.number === row.number && before.revision === row.revision ? before : row
