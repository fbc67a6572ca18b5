/** Every check of a provider of the elements protocol. */
import type { ElementsTarget } from '../../elements-target.js'
import type { Check } from '../../types.js'
import { ACCESS_CHECKS } from './access.js'
import { ANSWER_CHECKS } from './answer.js'
import { DISCOVERY_CHECKS } from './discovery.js'
import { IDENTITY_CHECKS } from './identity.js'
import { LOG_CHECKS } from './logs.js'
import { OPERATION_CHECKS } from './operations.js'

/** In the order in which a report reads best: found, let in, asked, answered. */
export const ELEMENTS_CHECKS: readonly Check<ElementsTarget>[] = [
  ...DISCOVERY_CHECKS,
  ...ACCESS_CHECKS,
  ...OPERATION_CHECKS,
  ...IDENTITY_CHECKS,
  ...ANSWER_CHECKS,
  ...LOG_CHECKS,
]
