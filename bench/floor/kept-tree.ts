/**
 * A stand-in for a managed tree: it keeps the written text of each row, and writes anew what changed.
 *
 * It knows the one tree that is measured here: an app, a window, a table, rows.
 */
import { ELEMENTS_PROTOCOL, type TreeElement } from '@copane/protocol/elements'

/** A tree whose unchanged rows are not written again. */
export type KeptTree = {
  /** Gives the window a title, and one row as well. */
  change: (title: string, row: number) => void
  text: () => string
  /** The text as it stands between the quotes of a JSON string, in parts. */
  parts: () => string[]
}

/** Keeps a tree. */
export function keptTree(root: TreeElement, instance: string): KeptTree {
  const [window] = root.children ?? []
  const [table] = window?.children ?? []
  const rows = [...(table?.children ?? [])]
  const kept = rows.map(row => written(row))
  let title = window?.title ?? ''
  const around = (): [head: string, tail: string] => {
    const answer = {
      protocol: ELEMENTS_PROTOCOL,
      instance,
      root: { ...root, children: [{ ...window, title, children: [{ ...table, children: [] }] }] },
    }
    const text = JSON.stringify(answer)
    const at = text.lastIndexOf('[]') + 1
    return [text.slice(0, at), text.slice(at)]
  }
  return {
    change: (next, index) => {
      title = next
      const at = index % rows.length
      const row = rows[at]
      if (!row) return
      rows[at] = { ...row, title: next }
      kept[at] = written(rows[at])
    },
    text: () => {
      const [head, tail] = around()
      return head + rows.map(row => JSON.stringify(row)).join(',') + tail
    },
    parts: () => {
      const [head, tail] = around()
      const [first = '', ...more] = kept
      return [inString(head), first.slice(1), ...more, inString(tail)]
    },
  }
}

/** A row with the comma before it, as it stands in a string. */
const written = (row: TreeElement | undefined): string => `,${inString(JSON.stringify(row))}`

const inString = (text: string): string => JSON.stringify(text).slice(1, -1)
