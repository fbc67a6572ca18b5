/** The desk's page: serving it, asking it, and telling it what agents do. */

// Serving
export { type PageOptions, type PageOutcome, type PageServer, startPage } from './start-page.js'
export type { Page, PageLimits } from './connection.js'

// What agents do
export { type Activity, type ActivityEvent, createActivity } from './activity.js'

// What pages and the process say to each other
export type { FromPage, PagePatch, PageState, PageWindow, Question, ToPage } from './protocol.js'
