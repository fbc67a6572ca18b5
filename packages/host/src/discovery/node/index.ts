/** Finding apps and nothing more: loads no MCP, for a command that lists what is there and ends. */

// Also in `@copane/host/node`
export { appsOf, discover, type Discovery, isWhole } from '../../node/discover.js'
