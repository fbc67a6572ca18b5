/** The lists of elements that a walk stands in, each copied only when something in it changes. */
import { isRecord } from '../findings/shape.js'
import type { Place } from './place.js'

type Raw = { [name: string]: unknown }

/**
 * The children of one element, while they are read.
 *
 * Shape   `holder` and `list` are what will be handed on; `list` is the one in `holder`. `isOurs` is true once
 *         both may be changed. `index` is the holder's place as it was sent, `slot` the one in its list.
 */
export type Level = {
  parent: Level | undefined
  index: number
  slot: number
  holder: Raw
  list: unknown[]
  /** The places of the list's entries as they were sent; undefined where none was dropped. */
  sent: readonly number[] | undefined
  isOurs: boolean
  next: number
  end: number
  depth: number
  /** What the rules ask of the holder: whether it is focused as sent, drawn, and where the path may go on. */
  isFocused: boolean
  isVisible: boolean
  mayFocus: boolean
  /** The holder's role, where one of the rules asks for it. */
  holds: 'Application' | 'Table' | undefined
}

/** The level above the root, which holds nothing else. */
export const topLevel = (root: Raw): Level => ({
  parent: undefined,
  index: 0,
  slot: 0,
  holder: {},
  list: [root],
  sent: undefined,
  isOurs: true,
  next: 0,
  end: 1,
  depth: 0,
  isFocused: true,
  isVisible: true,
  mayFocus: true,
  holds: undefined,
})

/** Where an entry of a level stands in what was sent. */
export const placeIn = (level: Level, slot: number): Place => ({
  parent: level,
  index: level.sent?.[slot] ?? slot,
})

/** Puts another element in the place of one that was read. */
export function put(level: Level, slot: number, element: Raw): void {
  makeOurs(level)
  level.list[slot] = element
}

/** The element without one of its fields, put in its place. */
export function leave(
  name: 'focused' | 'hovered' | 'children',
  element: Raw,
  level: Level,
  slot: number,
): Raw {
  const { [name]: _, ...rest } = element
  put(level, slot, rest)
  return rest
}

/** The level with those of its entries that are objects; undefined, and none in its holder, where none is. */
export function withoutStrays(inner: Level, level: Level, slot: number): Level | undefined {
  const kept: unknown[] = []
  const sent: number[] = []
  for (let at = 0; at < inner.end; at++)
    if (isRecord(inner.list[at])) {
      kept.push(inner.list[at])
      sent.push(at)
    }
  const { children: _, ...rest } = inner.holder
  const holder = kept.length > 0 ? { ...rest, children: kept } : rest
  put(level, slot, holder)
  return kept.length > 0 ? { ...inner, holder, list: kept, sent, isOurs: true, end: kept.length } : undefined
}

/** Copies a level, and those above it, up to the first that may be changed. */
function makeOurs(level: Level): void {
  let changeable = level
  while (!changeable.isOurs && changeable.parent) {
    const { list, end, holder } = changeable
    changeable.list = copied(list, end)
    changeable.holder = { ...holder, children: changeable.list }
    changeable.isOurs = true
    changeable = changeable.parent
  }
  for (let at = level; at !== changeable && at.parent; at = at.parent) at.parent.list[at.slot] = at.holder
}

/** As much of a list as was counted; what is not a list of JSON may call itself one of any length. */
export function copied(list: readonly unknown[], end: number): unknown[] {
  const copy: unknown[] = []
  for (let at = 0; at < end; at++) copy.push(list[at])
  return copy
}
