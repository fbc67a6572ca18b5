/** The effects that the bridge takes as functions, as Node has them: time, and a keyed print of secrets. */
import { createHmac, randomBytes } from 'node:crypto'
import type { Fingerprint } from '../bridge/mask.js'
import type { After } from '../bridge/queue.js'

/** Calls a function later; a pending call keeps no process alive. */
export const after: After = (delayMs, run) => {
  const timer = setTimeout(run, delayMs)
  timer.unref()
  return () => clearTimeout(timer)
}

/** A print under a key that lives in this process only, so that a print tells nothing of its secret. */
export function createFingerprint(): Fingerprint {
  const key = randomBytes(32)
  return secret => createHmac('sha256', key).update(secret).digest('base64')
}
