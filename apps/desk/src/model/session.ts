/** Who is signed in, which clients may act, and what the page says of pointer and scrolling. */
import { keptName, nameInWords } from './client-names.js'
import type { DeskState, Position, SignInWindow, Spot } from './state.js'
import { type Change, done, invalid, type Model, NO_WINDOW, type Step, unavailable } from './step.js'
import { added, isAppBlocked, removed, replaced, windowOf } from './windows.js'

/** The one user of a new desk. */
export const SEEDED_USER = 'Ada'

const MAX_SIGN_IN = 200
const MAX_STOPPED = 100

/** The dialog that signing out brings up. */
export const newSignIn = (model: Model): SignInWindow => ({
  kind: 'sign-in',
  id: model.ids.windowId(),
  user: '',
  password: '',
})

/** Signs the user out: nothing else can be done until somebody signs in. */
export function signOut(model: Model, { state, by }: Change): Step {
  if (isAppBlocked(state)) return unavailable('Nobody is signed in')
  return done(added({ ...state, user: undefined }, by, newSignIn(model)), 'Signed out; asks who signs in.')
}

/** Keeps what is typed into the sign-in dialog; never written to disk. */
export function typeSignIn(
  _model: Model,
  { state }: Change,
  id: string,
  field: 'user' | 'password',
  text: string,
): Step {
  const window = windowOf(state, id, 'sign-in')
  if (!window) return NO_WINDOW
  if (text.length > MAX_SIGN_IN)
    return invalid({ field: 'text', error: `Must be at most ${MAX_SIGN_IN} characters` })
  return done(replaced(state, { ...window, [field]: text }), 'Typed.')
}

/**
 * Signs in with the given values, or with those in the dialog.
 *
 * Shape   the desk is a demo and has no accounts: the seeded user gets in with any password that is not empty.
 * Errors  invalid by field; the message never holds what was given.
 */
export function signIn(
  _model: Model,
  { state }: Change,
  id: string,
  given: { user?: string; password?: string } = {},
): Step {
  const window = windowOf(state, id, 'sign-in')
  if (!window) return NO_WINDOW
  const { user = window.user, password = window.password } = given
  const errors = [
    ...(user.trim() === '' ? [{ field: 'user', error: 'Cannot be empty' }] : []),
    ...(user.trim() !== '' && !isSeededUser(user)
      ? [{ field: 'user', error: 'Is not a user of this desk' }]
      : []),
    ...(password === '' ? [{ field: 'password', error: 'Cannot be empty' }] : []),
  ]
  if (errors.length > 0) return invalid(...errors)
  return done(removed({ ...state, user: SEEDED_USER }, id), `Signed in as ${SEEDED_USER}.`)
}

/** Lets a client act no more (D-54). */
export function stopClient(_model: Model, { state }: Change, name: string): Step {
  const stopped = [...withoutClient(state, name), keptName(name)].slice(-MAX_STOPPED)
  return done({ ...state, stopped }, `Stopped ${nameInWords(name)}.`)
}

/** Lets a stopped client act again. */
export const allowClient = (_model: Model, { state }: Change, name: string): Step =>
  done({ ...state, stopped: withoutClient(state, name) }, `Allowed ${nameInWords(name)}.`)

const withoutClient = ({ stopped }: DeskState, name: string): string[] =>
  stopped.filter(other => other !== keptName(name))

/** Moves the pointer to a place, or off the windows. */
export function hover(_model: Model, { state }: Change, position: Position | undefined): Step {
  if (position && !state.windows.some(window => window.id === position.window)) return NO_WINDOW
  return done({ ...state, hover: position }, 'Moved.')
}

/** Notes what is scrolled out of view in a window. */
export function scroll(_model: Model, { state }: Change, id: string, outOfView: readonly Spot[]): Step {
  if (!state.windows.some(window => window.id === id)) return NO_WINDOW
  return done({ ...state, outOfView: { ...state.outOfView, [id]: outOfView } }, 'Scrolled.')
}

/** The state once a page is connected, or none is any more: without one there is no pointer either. */
export const withShown = (state: DeskState, shown: boolean): DeskState =>
  state.shown === shown ? state : { ...state, shown, hover: shown ? state.hover : undefined }

const isSeededUser = (name: string): boolean => name.trim().toLowerCase() === SEEDED_USER.toLowerCase()
