/** Role maps: from the words of four platforms to the thirteen roles. */

// Using a map
export { type InnerRoleMap, type RoleMap, type Verdict, verdictIn } from './verdict.js'

// The maps
export { APPLE_ROLES, APPLE_SECURE_SUBROLES, APPLE_SUBROLES } from './apple.js'
export { ARIA_ROLES, ARIA_SUBROLES } from './aria.js'
export { AT_SPI_ROLES, AT_SPI_SECURE_ROLES, AT_SPI_SUBROLES } from './at-spi.js'
export {
  UI_AUTOMATION_ROLES,
  UI_AUTOMATION_SECURE_PROPERTIES,
  UI_AUTOMATION_SUBROLES,
} from './ui-automation.js'
