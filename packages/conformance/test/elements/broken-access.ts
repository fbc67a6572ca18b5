/** Providers that are found or let in wrongly. */
import { type Broken, broken } from '../planted.ts'
import { CURRENT, elementsFace } from '../peers/elements.ts'
import { withMethods } from '../peers/mcp.ts'
import { type Guard, HOST, ORIGIN, TOKEN } from '../peers/peer.ts'

const NO_LOCAL_ORIGIN: Guard = ({ headers }) =>
  /^http:\/\/(?:localhost|127\.)/.test(headers.origin ?? 'http://localhost') ? undefined : 403
const NO_FILLED_ORIGIN: Guard = ({ headers }) => (headers.origin ? 403 : undefined)
const TOKEN_BEGINS: Guard = ({ headers }, { token }) =>
  headers.authorization?.startsWith(`Bearer ${token}`) ? undefined : 401
const ANY_SCHEME: Guard = ({ headers }, { token }) =>
  headers.authorization?.endsWith(` ${token}`) ? undefined : 401
const EITHER_TOKEN: Guard = ({ headers }) =>
  /^Bearer peer-(?:elements-token-0123456789|bridge-token-9876543210)$/.test(headers.authorization ?? '')
    ? undefined
    : 401
const FIRST_ONLY: Guard = (request, path) =>
  ['server/discover', undefined].includes(request.headers['mcp-method']?.toString())
    ? TOKEN(request, path)
    : undefined

const namelessList = withMethods(elementsFace(), {
  'resources/list': () => ({ result: { resources: [{ uri: CURRENT }] } }),
})

export const BROKEN_ACCESS: readonly Broken[] = [
  broken('EL-8-endpoint', "its list of resources is none to MCP's own client", { elements: namelessList }),
  broken('EL-8-descriptor', 'a field is missing', { descriptor: ({ name: _, ...rest }) => rest }),
  broken('EL-8-descriptor', 'pid is a string', {
    descriptor: right => ({ ...right, pid: String(right.pid) }),
  }),
  broken('EL-8-descriptor', 'pid is a process that does not listen', {
    descriptor: right => ({ ...right, pid: 1 }),
  }),
  broken('EL-8-descriptor', 'the token is not the one that opens it', {
    descriptor: right => ({ ...right, token: 'x' }),
  }),
  broken('EL-8-descriptor', 'the endpoint is another', {
    descriptor: right => ({ ...right, endpoint: 'http://127.0.0.1:9/' }),
  }),
  broken('EL-sec-permissions', 'others can read the file', { fileMode: 0o644 }),
  broken('EL-sec-permissions', 'others can enter the folder', { folderMode: 0o755 }),
  broken('EL-sec-loopback', 'it listens at every address', { address: '0.0.0.0' }),
  broken('EL-sec-origin', 'the token is looked at first', { guards: [TOKEN, ORIGIN, HOST] }),
  broken('EL-sec-origin', 'Origin is not looked at', { guards: [HOST, TOKEN] }),
  broken('EL-sec-origin', 'pages of this machine are let in', { guards: [NO_LOCAL_ORIGIN, HOST, TOKEN] }),
  broken('EL-sec-origin', 'an empty Origin is let in', { guards: [NO_FILLED_ORIGIN, HOST, TOKEN] }),
  broken('EL-sec-bearer', 'no token is asked for', { guards: [ORIGIN, HOST] }),
  broken('EL-sec-bearer', 'a token is let in for how it begins', { guards: [ORIGIN, HOST, TOKEN_BEGINS] }),
  broken('EL-sec-bearer', 'the token is let in under any scheme', { guards: [ORIGIN, HOST, ANY_SCHEME] }),
  broken('EL-sec-bearer', 'the token of the other path is let in', { guards: [ORIGIN, HOST, EITHER_TOKEN] }),
  broken('EL-sec-bearer', 'only the first request needs the token', { guards: [ORIGIN, HOST, FIRST_ONLY] }),
  broken('D-06', 'any Host is served', { guards: [ORIGIN, TOKEN] }, { 'D-06': 'warned' }),
]
