/** Sights of an app that nobody runs, and the halves of an answer. */
import type { WindowTool } from '@copane/host'
import type { SeenWindow } from '@copane/protocol/bridge'
import type { Answer } from '../../../src/gateway/answer.ts'
import type { Sight } from '../../../src/gateway/sight.ts'

export const windowOf = (id: string, over: Partial<SeenWindow> = {}): SeenWindow => ({
  id,
  title: `Title ${id}`,
  modal: false,
  ownerId: null,
  version: 1,
  summary: 'S.',
  blocks: [],
  ...over,
})
export const toolOf = (window: string, action: string): WindowTool => ({
  name: `${window}__${action}`,
  window,
  action,
  inputSchema: { type: 'object' },
  annotations: {},
})
export const sightOf = (
  windows: SeenWindow[],
  operableWindowIds: string[],
  tools: WindowTool[] = [],
): Sight => ({
  snapshot: { windows, operableWindowIds },
  tools,
})
export const textOf = (answer: Answer): string => (answer.kind === 'answer' ? answer.text : '')
export const dataOf = (answer: Answer) => (answer.kind === 'answer' ? answer.data : {})
