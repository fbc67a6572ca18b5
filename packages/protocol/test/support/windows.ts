/** Short forms for tests of windows: one line a window, and what the readers say of a snapshot. */
import type { ActionOffer, AppWindow, ModelWindow, Operand, WindowsModel } from '@copane/protocol/bridge'

const LINE = /^(\S+)(?: (window|modal|app-modal))?(?: of (\S+))?( private)?$/

/** As much of each window as operability needs: `id [window|modal|app-modal] [of owner] [private]`, one a line. */
export function operands(lines: string): Operand[] {
  return lines.split('\n').map(line => {
    const [, id, kind = 'window', ownerId = null, isPrivate] = LINE.exec(line.trim()) ?? []
    if (id === undefined) throw new Error(`no window: ${line}`)
    return { id, modal: kind !== 'window', ownerId, ...(isPrivate ? { private: true as const } : {}) }
  })
}

/** Whole windows of such lines, all at version 1. */
export const appWindows = (lines: string): AppWindow[] =>
  operands(lines).map(({ id, modal, ownerId }) => ({
    id,
    title: `T ${id}`,
    modal,
    ownerId,
    version: 1,
    summary: 'S',
    blocks: [],
  }))

/** An action that takes one text. */
export const offer = (name: string): ActionOffer => ({
  name,
  title: `Do ${name}`,
  description: `Does ${name}`,
  inputSchema: { type: 'object', properties: { to: { type: 'string' } } },
  outputSchema: { type: 'object' },
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
})

/** A model of such lines in which every window offers the given actions. */
export function model(
  lines: string,
  actions: readonly string[] = ['save'],
  more: Partial<WindowsModel> = {},
): WindowsModel {
  const hidden = new Set(operands(lines).flatMap(window => (window.private ? [window.id] : [])))
  const windows = appWindows(lines).map(
    (window): ModelWindow => ({
      ...window,
      actions: actions.map(offer),
      ...(hidden.has(window.id) ? { private: true } : {}),
    }),
  )
  return { windows, appActions: [], ...more }
}

/** A snapshot of one window whose only block is the given one. */
export const snapshotWith = (...blocks: unknown[]) => ({
  operableWindowIds: ['a'],
  windows: [{ id: 'a', title: 'T', modal: false, ownerId: null, version: 1, summary: 'S', blocks }],
})
