/** Every check of a bridge server. */
import type { BridgeTarget } from '../../bridge-target.js'
import type { Check } from '../../types.js'
import { AUTHORITY_CHECKS } from './authority.js'
import { AVAILABILITY_CHECKS } from './availability.js'
import { CHANGE_CHECKS } from './changes.js'
import { EFFECT_CHECKS } from './effects.js'
import { LIFETIME_CHECKS } from './lifetimes.js'
import { OPENING_CHECKS } from './opening.js'
import { REFUSAL_CHECKS } from './refusals.js'
import { SECRET_CHECKS } from './secrets.js'
import { SESSION_CHECKS } from './sessions.js'
import { TOOLS_CHECKS } from './tools.js'
import { WINDOWS_CHECKS } from './windows.js'
import { WRITE_CHECKS } from './writes.js'

/** In the order in which a report reads best: opened, read, listed, called, changed, shared. */
export const BRIDGE_CHECKS: readonly Check<BridgeTarget>[] = [
  ...OPENING_CHECKS,
  ...WINDOWS_CHECKS,
  ...TOOLS_CHECKS,
  ...AUTHORITY_CHECKS,
  ...AVAILABILITY_CHECKS,
  ...REFUSAL_CHECKS,
  ...WRITE_CHECKS,
  ...EFFECT_CHECKS,
  ...CHANGE_CHECKS,
  ...LIFETIME_CHECKS,
  ...SESSION_CHECKS,
  ...SECRET_CHECKS,
]
