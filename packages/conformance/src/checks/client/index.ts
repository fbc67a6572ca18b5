/** Every check of a client of the bridge protocol. */
import type { ClientTarget } from '../../client-target.js'
import type { Check } from '../../types.js'
import { CALLING_CHECKS } from './calling.js'
import { READING_CHECKS } from './reading.js'

/** The checks of a client. */
export const CLIENT_CHECKS: readonly Check<ClientTarget>[] = [...READING_CHECKS, ...CALLING_CHECKS]
