/** Where an element is. */
import type { Location, Rect } from '@copane/protocol/elements'

/** The state, then one line for each rectangle and hint. Units: points from the top left of the primary display. */
export function locationLines({ state, window, rects = [], avoid, edge }: Location): string[] {
  return [
    window === undefined ? state : `${state} window ${window}`,
    ...rects.map(rect => `  rect ${rectWords(rect)}`),
    ...(avoid ? [`  avoid ${rectWords(avoid)}`] : []),
    ...(edge ? [`  edge ${edge}`] : []),
  ]
}

const rectWords = ({ x, y, w, h }: Rect): string => `x ${x} y ${y} w ${w} h ${h}`
