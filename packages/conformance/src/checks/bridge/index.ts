/** Every check of a bridge server. */
import type { BridgeTarget } from '../../bridge-target.js'
import type { Check } from '../../types.js'
import { OPENING_CHECKS } from './opening.js'
import { REFUSAL_CHECKS } from './refusals.js'
import { TOOLS_CHECKS } from './tools.js'
import { WINDOWS_CHECKS } from './windows.js'
import { WRITE_CHECKS } from './writes.js'

/** In the order in which a report reads best: opened, read, listed, called. */
export const BRIDGE_CHECKS: readonly Check<BridgeTarget>[] = [
  ...OPENING_CHECKS,
  ...WINDOWS_CHECKS,
  ...TOOLS_CHECKS,
  ...REFUSAL_CHECKS,
  ...WRITE_CHECKS,
]
