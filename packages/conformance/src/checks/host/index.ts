/** Every check of a host of the elements protocol, in the order of the catalogue's sections. */
import type { HostTarget } from '../../host-target.js'
import type { Check } from '../../types.js'
import { ASKING_CHECKS } from './asking.js'
import { FINDING_CHECKS } from './finding.js'
import { NAMING_CHECKS } from './naming.js'

/** The checks of a host. */
export const HOST_CHECKS: readonly Check<HostTarget>[] = [
  ...FINDING_CHECKS,
  ...ASKING_CHECKS,
  ...NAMING_CHECKS,
]
