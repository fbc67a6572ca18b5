/**
 * The text of a field while it is typed: what the user sees, what the desk holds, what is on the way.
 *
 * Nothing the user typed is dropped, and nothing somebody else wrote is typed over unseen: once the two part, typing
 * goes on here and nothing is sent until the user chooses.
 */

/** A field's text. */
export type LiveText = {
  /** What the user sees. */
  text: string
  /** What the desk holds, as last heard. */
  base: string
  /** The text that the desk made `base` of: it may write an amount in another way. */
  synced: string
  /** On the way to the desk. */
  sent: string | undefined
  /** Sent whatever the desk holds: the user saw it and chose. */
  isForced: boolean
  /** The user typed since coming to the field. */
  isEditing: boolean
  /** The desk holds something else than the user typed; by an agent of that name, or another page. */
  conflict: { agent: string | undefined } | undefined
  /** An agent that changed the field while nobody typed in it. */
  changedBy: string | undefined
  /** A text that the desk did not take, and why. */
  refused: { text: string; reason: string } | undefined
}

/** What is to be sent; with `was`, only if the desk still holds that. */
export type Sending = { text: string; was?: string }

/** The text of a field that nobody typed in yet. */
export const untouched = (value: string): LiveText => ({
  text: value,
  base: value,
  synced: value,
  sent: undefined,
  isForced: false,
  isEditing: false,
  conflict: undefined,
  changedBy: undefined,
  refused: undefined,
})

/** The user typed. */
export const typed = (live: LiveText, text: string): LiveText => ({
  ...live,
  text,
  isEditing: true,
  changedBy: undefined,
})

/** What is to be sent now, if anything. */
export function toSend({
  text,
  base,
  synced,
  sent,
  isForced,
  conflict,
  refused,
}: LiveText): Sending | undefined {
  if (sent !== undefined || conflict || refused?.text === text) return undefined
  if (isForced) return { text }
  return text === synced ? undefined : { text, was: base }
}

/** It is on the way. */
export const sending = (live: LiveText, { text }: Sending): LiveText => ({
  ...live,
  sent: text,
  isForced: false,
})

/** The desk took what was sent. */
export const taken = (live: LiveText): LiveText => ({
  ...live,
  synced: live.sent ?? live.synced,
  sent: undefined,
  refused: undefined,
})

/** The desk did not take it: because it does not fit, or because the field was changed by somebody else. */
export function refusedWith(live: LiveText, reason: string, isMeanwhile: boolean): LiveText {
  const { sent, text, base } = live
  if (!isMeanwhile) return { ...live, sent: undefined, refused: { text: sent ?? text, reason } }
  if (text === base) return { ...untouched(base), isEditing: live.isEditing }
  return { ...live, sent: undefined, conflict: live.conflict ?? { agent: undefined } }
}

/** A commit made on this page: the field follows it, but for what is still being typed. */
export function followed(live: LiveText, value: string): LiveText {
  if (value === live.base) return live
  const isQuiet = live.sent === undefined && live.text === live.synced
  return isQuiet ? untouched(value) : { ...live, base: value }
}

/** A commit made by an agent or on another page. */
export function overtaken(live: LiveText, value: string, agent: string | undefined): LiveText {
  if (value === live.base) return live
  if (value === live.text) return { ...untouched(value), isEditing: live.isEditing, sent: live.sent }
  const isQuiet = live.sent === undefined && live.text === live.synced && !live.isEditing
  if (isQuiet && !live.conflict) return { ...untouched(value), changedBy: agent }
  return { ...live, base: value, conflict: { agent } }
}

/** The connection came back, and nobody knows whether what was on the way arrived. */
export function realigned(live: LiveText, value: string): LiveText {
  const arrived = live.sent !== undefined && value === live.sent
  if (arrived) return { ...live, base: value, synced: value, sent: undefined }
  return overtaken({ ...live, sent: undefined }, value, undefined)
}

/** The user left the field: it shows what the desk made of it. */
export const left = (live: LiveText): LiveText => ({
  ...live,
  isEditing: false,
  text: live.text === live.synced && !live.conflict && !live.isForced ? live.base : live.text,
  synced: live.text === live.synced && !live.conflict && !live.isForced ? live.base : live.synced,
})

/** The user saw both and chose; `isForced` when the desk itself waits for a choice, and takes any. */
export const chosen = (live: LiveText, text: string, isForced: boolean): LiveText =>
  text === live.base && !isForced
    ? { ...untouched(text), sent: live.sent }
    : { ...live, text, synced: live.base, isForced, conflict: undefined, refused: undefined }

/** True while something typed is not with the desk. */
export const isUnsettled = (live: LiveText): boolean => live.sent !== undefined || toSend(live) !== undefined
