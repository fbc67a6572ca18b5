import { deepEqual } from 'node:assert/strict'
import { afterAll, beforeAll } from 'vitest'
import { verifies } from '../../../../test/support/verifies.js'
import { INITIALIZE, rpc } from '../support/http.js'
import { META, modern, type RawRequest } from '../support/raw.js'
import { runningPad } from '../support/running.js'
import { C, type Outcome, outcomeOf } from '../support/wire-outcome.js'

let pad: Awaited<ReturnType<typeof runningPad>>
beforeAll(async () => {
  pad = await runningPad()
})
afterAll(() => pad.stop())

const old = (method: string, params: object, id: unknown = 1) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })

const ask = (request: RawRequest): Promise<Outcome> => outcomeOf(pad, request)

const future = { ...META, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' }
const bridge: [title: string, request: RawRequest, outcome: Outcome][] = [
  ['discovery', modern('server/discover'), [200, 'result']],
  ['an unknown method', modern(`${C}/x`), [404, -32601]],
  ['a method by the name of a property', modern('constructor'), [404, -32601]],
  ['ping, which this era lacks', modern('ping'), [404, -32601]],
  ['initialize, which this era lacks', modern('initialize'), [404, -32601]],
  ['subscribe, which this era lacks', modern('resources/subscribe', { uri: C }), [404, -32601]],
  [
    'an unknown notification',
    {
      ...modern(''),
      body: JSON.stringify({ jsonrpc: '2.0', method: `notifications/${C}`, params: { _meta: META } }),
      headers: { 'mcp-protocol-version': '2026-07-28' },
    },
    [202, undefined],
  ],
  ['no Mcp-Method', modern('tools/list', {}, { 'mcp-method': null }), [400, -32020]],
  ['another Mcp-Method', modern('tools/list', {}, { 'mcp-method': C }), [400, -32020]],
  ['no version header', modern('tools/list', {}, { 'mcp-protocol-version': null }), [400, -32020]],
  [
    'another version header',
    modern('tools/list', {}, { 'mcp-protocol-version': '2025-11-25' }),
    [400, -32020],
  ],
  ['no Mcp-Name on a call', modern('tools/call', { name: `${C}__x` }, { 'mcp-name': null }), [400, -32020]],
  ['another Mcp-Name', modern('tools/call', { name: 'a__b' }, { 'mcp-name': C }), [400, -32020]],
  [
    'a broken Mcp-Name',
    modern('tools/call', { name: 'a__b' }, { 'mcp-name': '=?base64?%?=' }),
    [400, -32020],
  ],
  [
    'a version of tomorrow',
    modern('tools/list', { _meta: future }, { 'mcp-protocol-version': '2099-01-01' }),
    [400, -32022],
  ],
  [
    'a version that is none',
    modern(
      'tools/list',
      { _meta: { ...META, 'io.modelcontextprotocol/protocolVersion': C } },
      { 'mcp-protocol-version': C },
    ),
    [400, -32022],
  ],
  [
    'a version in the header alone',
    {
      headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' },
      body: rpc('tools/list'),
    },
    [400, -32602],
  ],
  [
    'an envelope without capabilities',
    modern('tools/list', { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }),
    [400, -32602],
  ],
  [
    'an envelope with capabilities that are none',
    modern('tools/list', { _meta: { ...META, 'io.modelcontextprotocol/clientCapabilities': C } }),
    [400, -32602],
  ],
  ['a call without a name', modern('tools/call'), [200, -32602]],
  ['a call by a number', modern('tools/call', { name: 3 }), [200, -32602]],
  ['a call with a list of arguments', modern('tools/call', { name: 'a__b', arguments: [C] }), [200, -32602]],
  ['a call with a text of arguments', modern('tools/call', { name: 'a__b', arguments: C }), [200, -32602]],
  ['a call with null arguments', modern('tools/call', { name: 'a__b', arguments: null }), [200, -32602]],
  ['a call of a name that is no tool', modern('tools/call', { name: C }), [200, -32602]],
  ['a call of a window that is not there', modern('tools/call', { name: `${C}__x` }), [200, 'result']],
  [
    'a call with parameters that are a list',
    {
      ...modern('tools/call'),
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: [C] }),
    },
    [400, -32600],
  ],
  ['an unknown resource', modern('resources/read', { uri: `app://${C}` }), [200, -32602]],
  ['a read of nothing', modern('resources/read'), [200, -32602]],
  ['a read of a number', modern('resources/read', { uri: 3 }), [200, -32602]],
  ['listening to everything there is', modern('subscriptions/listen', { notifications: 3 }), [200, -32602]],
  ['listening to nothing', modern('subscriptions/listen'), [200, -32602]],
  [
    'listening to a text',
    modern('subscriptions/listen', { notifications: { resourceSubscriptions: C } }),
    [200, -32602],
  ],
  [
    'listening to numbers',
    modern('subscriptions/listen', { notifications: { resourceSubscriptions: [3] } }),
    [200, -32602],
  ],
  [
    'listening to a maybe',
    modern('subscriptions/listen', { notifications: { toolsListChanged: C } }),
    [200, -32602],
  ],
  [
    'listening to an unknown resource, which ends at once',
    modern('subscriptions/listen', { notifications: { resourceSubscriptions: [`x://${C}`] } }),
    [200, 'result'],
  ],
  [
    'listening without Mcp-Method',
    modern('subscriptions/listen', { notifications: {} }, { 'mcp-method': null }),
    [400, -32020],
  ],
  [
    'listening in a version of tomorrow',
    modern(
      'subscriptions/listen',
      { _meta: future, notifications: {} },
      { 'mcp-protocol-version': '2099-01-01' },
    ),
    [400, -32022],
  ],
  ['a batch', { body: `[${modern('tools/list').body ?? ''}]` }, [400, -32600]],
  ['a null id', modern('tools/list', {}, {}, null), [400, -32600]],
  ['an id between numbers', modern('tools/list', {}, {}, 1.5), [400, -32600]],
  ['an id that no double holds', modern('tools/list', {}, {}, 2 ** 60), [400, -32600]],
  ['an object as id', modern('tools/list', {}, {}, { a: C }), [400, -32600]],
  ['a boolean id', modern('tools/list', {}, {}, true), [400, -32600]],
  ['a long text as id', modern('tools/list', {}, {}, 'x'.repeat(10_000)), [200, 'result']],
  ['an empty text as id', modern('tools/list', {}, {}, ''), [200, 'result']],
  ['id 0', modern('tools/list', {}, {}, 0), [200, 'result']],
  ['a session id, which this era lacks', modern('tools/list', {}, { 'mcp-session-id': C }), [200, 'result']],
  ['initialize without anything', { body: old('initialize', {}) }, [200, -32602]],
  [
    'initialize with a client that is none',
    { body: old('initialize', { ...INITIALIZE, clientInfo: C }) },
    [200, -32602],
  ],
  [
    'initialize in a version of yesterday',
    { body: old('initialize', { ...INITIALIZE, protocolVersion: '1999-01-01' }) },
    [200, 'result'],
  ],
  ['initialize in a batch', { body: `[${rpc('initialize', INITIALIZE)}]` }, [400, -32600]],
  [
    'initialize with a modern header',
    { body: rpc('initialize', INITIALIZE), headers: { 'mcp-protocol-version': '2026-07-28' } },
    [400, -32020],
  ],
  ['a legacy request without a session', { body: rpc('tools/list') }, [400, -32000]],
  [
    'a notification without a session',
    { body: JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }) },
    [400, -32000],
  ],
  [
    'a response without a session',
    { body: JSON.stringify({ jsonrpc: '2.0', id: 1, result: {} }) },
    [400, -32000],
  ],
  ['an unknown session', { body: rpc('tools/list'), headers: { 'mcp-session-id': C } }, [404, -32001]],
  ['an unknown session that listens', { method: 'GET', headers: { 'mcp-session-id': C } }, [404, -32001]],
  ['an unknown session that ends', { method: 'DELETE', headers: { 'mcp-session-id': C } }, [404, -32001]],
  ['an empty session id', { body: rpc('tools/list'), headers: { 'mcp-session-id': '' } }, [404, -32001]],
  ['an empty batch', { body: '[]' }, [400, -32600]],
  ['another JSON-RPC', { body: `{"jsonrpc":"1.0","id":1,"method":"${C}"}` }, [400, -32600]],
  ['a message that is neither', { body: `{"jsonrpc":"2.0","id":1,"${C}":1}` }, [400, -32600]],
  ['half of an object', { body: `{"${C}"` }, [400, -32700]],
]
for (const [title, request, [status, code]] of bridge)
  verifies('D-07', `${title}: ${status} ${code ?? ''}, and nothing of it is repeated`, async () => {
    deepEqual(await ask(request), [status, code])
  })
