/** Elements while a window's tree is put together, found again by the place in the window they stand for. */
import type { Json, TreeElement } from '@copane/protocol/elements'
import type { Ids } from '@copane/provider'
import type { DeskState, DeskWindow, Spot } from '../model/state.js'
import { oneLine, shortened } from '../model/text.js'

/** What the parts of one window are made with. */
export type Parts = {
  state: DeskState
  /** The id of a part: the same part of this window always has the same one. */
  id: (prefix: Prefix, key: string) => string
  /** Notes which place an element stands for, and gives the element back. */
  at: (spot: Spot, element: TreeElement) => TreeElement
  /** The element for a place, or for the nearest place around it. */
  nearest: (spot: Spot) => TreeElement | undefined
}

/** What ids begin with; a hyphen follows it, so none can be taken for a window's (D-30). */
export type Prefix =
  | 'panel'
  | 'thread'
  | 'comment'
  | 'table'
  | 'order'
  | 'value'
  | 'field'
  | 'image'
  | 'lines'

/** Makes the parts of a window. */
export function createParts(state: DeskState, ids: Ids, window: DeskWindow): Parts {
  const bySpot = new Map<string, TreeElement>()
  return {
    state,
    id: (prefix, key) => ids.of(window.id, prefix, `${prefix}/${key}`),
    at(spot, element) {
      bySpot.set(keyOf(spot), element)
      return element
    },
    nearest(spot) {
      for (let place: Spot | undefined = spot; place; place = around(place)) {
        const element = bySpot.get(keyOf(place))
        if (element) return element
      }
      return undefined
    },
  }
}

/** A title out of any text. */
export const titleOf = (text: string): string => shortened(oneLine(text), 120)

/** One row of a table, a cell per value; empty values have an empty cell, so columns stay in line. */
export const rowOf = (
  parts: Parts,
  key: string,
  row: TreeElement,
  values: readonly (string | number)[],
): TreeElement => ({
  ...row,
  children: values.map((value, column) => ({
    id: parts.id('value', `${key}/${column}`),
    role: 'Cell',
    title: titleOf(String(value)),
  })),
})

/** Children for an element that may have none: an empty list is not sent (EL-5.1-children). */
export const childrenOf = (children: TreeElement[]): { children?: TreeElement[] } =>
  children.length === 0 ? {} : { children }

/** Attributes without those that have no value. */
export function attributesOf(values: { readonly [name: string]: Json | undefined }): {
  [name: string]: Json
} {
  const attributes: { [name: string]: Json } = {}
  for (const [name, value] of Object.entries(values)) if (value !== undefined) attributes[name] = value
  return attributes
}

function around(spot: Spot): Spot | undefined {
  if (spot.kind === 'window') return undefined
  return spot.kind === 'comment' ? { kind: 'pane', pane: spot.pane } : { kind: 'window' }
}

function keyOf(spot: Spot): string {
  switch (spot.kind) {
    case 'window':
      return spot.kind
    case 'row':
      return `row/${spot.number}`
    case 'field':
      return `field/${spot.field}`
    case 'pane':
      return `pane/${spot.pane}`
    case 'comment':
      return `comment/${spot.pane}/${spot.comment}`
    default:
      return spot satisfies never
  }
}
