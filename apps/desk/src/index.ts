/** The desk for whoever starts it from a program of their own: the command line, and desks broken on purpose. */

// Running
export {
  DESK_APP,
  type DeskOptions,
  type DeskOutcome,
  type Faces,
  type RunningDesk,
  startDesk,
} from './start-desk.js'
export { stayUntilAsked } from './life/stay.js'
export { serveDriver } from './driver.js'
export type { Seen } from './seen.js'
export { type DeskProcess, startDeskProcess } from './tour/desk-process.js'

// The tour
export { runTour, type StepOutcome, type TourOutcome } from './tour/tour.js'
export { STEPS, type TourStep } from './tour/steps/index.js'

// A person at a prompt
export { servePrompt } from './prompt/serve-prompt.js'
