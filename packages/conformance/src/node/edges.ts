/** The effects that a run is made with. */
import type { Era } from '../wire/era.js'
import type { Edges } from '../wire/line.js'
import { bound } from './bound.js'
import { createOpenStream, createSend } from './raw-request.js'

/** How long a stream may be without a head, as a part of what a request may take. */
const GRACE = 4

/** Makes them. Units: milliseconds for one request. */
export const createEdges = (askMs: number, eras?: readonly Era[]): Edges => ({
  send: createSend(askMs),
  openStream: createOpenStream(askMs / GRACE),
  bound,
  eras,
})
