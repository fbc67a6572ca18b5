/** The steps of the tour in their order. */
import type { Scene } from '../scene.js'
import {
  editTwoFields,
  editWithAMistake,
  openAnOrder,
  readAgainAndRetry,
  writeAfterTheUser,
} from './editing.js'
import {
  actBelowTheDialog,
  confirmIt,
  hideThePassword,
  listTheActions,
  signIn,
  signOut,
  submitTheOrder,
} from './modals.js'
import { findTheApp, locateTheSelection, openTheWindows, readWhatIsPointedAt } from './reading.js'
import { askTheOthers, killAndRestart, readRow9000, stopTheAgent } from './rest.js'

/** One step: a name to cite, what it shows, and the run that asserts it and says what was seen. */
export type TourStep = { name: string; shows: string; run: (scene: Scene) => Promise<string> }

/** Every step, in order. */
export const STEPS: readonly TourStep[] = [
  { name: 'find', shows: 'the app is found among stale descriptors', run: findTheApp },
  { name: 'look', shows: 'what the user points at is read', run: readWhatIsPointedAt },
  { name: 'locate', shows: 'a place is where the user sees it, or there is none', run: locateTheSelection },
  { name: 'windows', shows: 'all windows come in one read', run: openTheWindows },
  { name: 'open', shows: 'an order is opened by its number', run: openAnOrder },
  { name: 'invalid', shows: 'a wrong field is named, and nothing changes', run: editWithAMistake },
  { name: 'edit', shows: 'an edit raises the version of its window', run: editTwoFields },
  { name: 'stale', shows: 'a user edit in between refuses the agent’s write', run: writeAfterTheUser },
  { name: 'retry', shows: 'the agent reads again and loses nothing', run: readAgainAndRetry },
  { name: 'submit', shows: 'a call that asks returns while its dialog is up', run: submitTheOrder },
  { name: 'blocked', shows: 'a blocked window names its blocker', run: actBelowTheDialog },
  { name: 'listed', shows: 'only what can be called is listed', run: listTheActions },
  { name: 'confirm', shows: 'the dialog’s own action goes on', run: confirmIt },
  { name: 'app-modal', shows: 'an app modal collapses the operable set', run: signOut },
  { name: 'mask', shows: 'a password is in no byte', run: hideThePassword },
  { name: 'sign-in', shows: 'everything is operable again', run: signIn },
  { name: 'large', shows: 'row 9,000 comes by a tool', run: readRow9000 },
  { name: 'others', shows: 'other clients heard of every commit', run: askTheOthers },
  { name: 'stopped', shows: 'the user stops the agent', run: stopTheAgent },
  { name: 'restart', shows: 'a crash loses no data and revives no id', run: killAndRestart },
]
