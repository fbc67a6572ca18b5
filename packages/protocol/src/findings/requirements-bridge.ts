/** Every requirement of the GUI Bridge protocol 0.1.0, one row each. */
import type { RequirementRow } from './requirements.js'

/** What the GUI Bridge protocol 0.1.0 asks for, in its own order. */
// biome-ignore format: one row per line reads as the table it is
export const BRIDGE_REQUIREMENTS = [
  // Topology and operability
  { id: 'GB-2-window-unit', side: 'provider', level: 'must', section: '2, 10.6', text: 'A window is the smallest operable unit, untyped, open any number of times; each instance has a unique id; no control-level operations', check: ['wire'] },
  { id: 'GB-2-three-states', side: 'provider', level: 'must', section: '2', text: 'Three window states only: top-level (`modal:false`, owner null), window modal (`true`, owner set), app modal (`true`, owner null)', check: ['rule', 'wire'] },
  { id: 'GB-2-operable-set', side: 'provider', level: 'must', section: '2, 10.2', text: 'Operable set = tops of modal chains plus unblocked top-level windows; with an app modal it collapses to the top of the app modal; app modals nest', check: ['rule', 'wire'] },
  { id: 'GB-2-client-chain', side: 'host', level: 'must', section: '2', text: 'A modal chain, where needed, is rebuilt from `ownerId`', check: ['sdk'] },
  { id: 'GB-1.3-sole-authority', side: 'both', level: 'must', section: '1.3, 4.2, 11', text: '`operableWindowIds` is the sole authority; only `ownerId` is stored in the topology, nothing derived (client: 4.2 says MUST, 11 SHOULD)', check: ['wire'] },
  // Initialisation
  { id: 'GB-3-capabilities', side: 'provider', level: 'must', section: '3', text: 'Declares `resources.subscribe: true` and `tools.listChanged: true`', check: ['wire'] },
  { id: 'GB-3-transport', side: 'provider', level: 'should', section: '3', text: 'stdio for local apps; any MCP transport allowed', check: ['wire'] },
  { id: 'GB-8.1-instructions', side: 'provider', level: 'should', section: '8.1', text: '`instructions` carries the recommended text of 8.1 (application notes may follow)', check: ['wire'] },
  // The resource
  { id: 'GB-4.1-one-resource', side: 'provider', level: 'must', section: '4.1, 12.1', text: 'Exactly one resource, `app://windows`, subscribable, inlining all windows with their content; never split, paged or incremental; no `resources/list_changed`', check: ['wire'] },
  { id: 'GB-12.2-wrapping', side: 'provider', level: 'must', section: '4.2, 12.2', text: 'A read returns one content, `uri` `app://windows`, `mimeType` `application/json`, whose `text` is `{operableWindowIds, windows}`', check: ['schema', 'wire'] },
  { id: 'GB-4.2-window-fields', side: 'provider', level: 'must', section: '4.2', text: 'A window has `id` and `title` (strings), `modal` (boolean), `ownerId` (string or null), `version` (int64), `blocks` (`[]` when empty), and should have `summary` (string)', check: ['schema', 'wire'] },
  { id: 'GB-4.2-no-order', side: 'host', level: 'must', section: '4.2', text: 'Order of `windows` has no meaning', check: ['sdk'] },
  { id: 'GB-8.3-consistent', side: 'provider', level: 'must', section: '8.3', text: 'One read is one self-consistent snapshot', check: ['sdk', 'wire'] },
  { id: 'GB-4.3-understandable', side: 'provider', level: 'should', section: '4.3', text: 'Truthful one-sentence `summary`, never blank or in codes; human-readable labels and titles; errors and warnings explicit as `notice`; semantic blocks before `custom`', check: ['doc', 'lint'], excluded: 'whether words are true and clear needs a reader; told in the guide' },
  // Blocks
  { id: 'GB-4.4-flat-blocks', side: 'provider', level: 'must', section: '4.4', text: '`blocks` is flat; each has `type` and should have `id`; a block carries no operation', check: ['schema', 'rule'] },
  { id: 'GB-4.4-seven-blocks', side: 'both', level: 'must', section: '4.4', text: 'All seven primitives are supported: text, fields, table, list, notice, media, custom, with their fields and types; absent `ordered` is false; `section` and `progress` are only candidates', check: ['schema'] },
  { id: 'GB-4.4-table-rows', side: 'provider', level: 'must', section: '4.4', text: 'Each table row has one value per column', check: ['rule'] },
  { id: 'GB-4.4-empty-field', side: 'both', level: 'must', section: '4.4', text: 'A field value `""` or `null` means not filled in', check: ['sdk'] },
  { id: 'GB-B-truncated-total', side: 'provider', level: 'must', section: 'App. B', text: 'A truncated table or list states `total`; `offset` defaults to 0', check: ['rule'] },
  { id: 'GB-4.4-media-url', side: 'provider', level: 'must', section: '4.4', text: '`media.url` is https, file or an inline data URL; `alt` should be given', check: ['schema', 'rule'] },
  { id: 'GB-4.4-custom-promoted', side: 'provider', level: 'should', section: '4.4', text: 'A kind that keeps appearing in `custom` becomes a primitive', check: ['doc'], excluded: 'a rule for later versions of the protocol, not for a program' },
  { id: 'GB-9-large-data', side: 'provider', level: 'must', section: '4.4, 9', text: 'Very large data stays out of blocks, which hold the overview (first rows, total count); all of it comes from a tool of that window marked read-only', check: ['sdk', 'lint'] },
  { id: 'GB-4.5-sensitive', side: 'provider', level: 'must', section: '4.5', text: 'Any field or block may be marked `sensitive: true`; such a value is masked before exposure, and no plaintext reaches a client by any road (state, tool results, errors)', check: ['sdk', 'wire'] },
  // Tools
  { id: 'GB-5.1-visible-available', side: 'provider', level: 'must', section: '5.1', text: '`tools/list` holds, at any moment, only operations invocable at that moment; blocked window hides its group, an unavailable operation hides alone; any change triggers `tools/list_changed`', check: ['wire'] },
  { id: 'GB-5.1-independent', side: 'provider', level: 'may', section: '5.1', text: "Actions of one name in different windows differ in parameters and meaning (so a client takes each tool's own schema)", check: ['sdk'] },
  { id: 'GB-5.2-names', side: 'provider', level: 'must', section: '5.2, 10.4', text: 'Names are `{winId}__{action}` in `[A-Za-z0-9_-]`; other characters go through a stable handle mapping', check: ['wire'] },
  { id: 'GB-12.4-one-win-id', side: 'provider', level: 'must', section: '12.4', text: 'One external, name-safe winId everywhere: `windows[].id`, operable list, ownerId, openedWindowIds, tool names', check: ['wire'] },
  { id: 'GB-5.2-titles', side: 'provider', level: 'should', section: '5.2', text: 'Human-readable tool `title` and `description`', check: ['wire'] },
  { id: 'GB-5.3-no-reserved', side: 'provider', level: 'must', section: '5.3', text: 'No reserved operation; close, focus, switch, open are ordinary actions; app-level actions exist (`app__…`)', check: ['sdk'] },
  { id: 'GB-5.4-after-effect', side: 'provider', level: 'must', section: '5.4', text: 'A call returns only after the operation has taken effect', check: ['sdk', 'wire'] },
  { id: 'GB-5.4-final-result', side: 'provider', level: 'should', section: '5.4', text: 'The answer gives the final result, a human-readable `message` and further UI hints', check: ['wire'] },
  { id: 'GB-5.4-direct-results', side: 'provider', level: 'must', section: '5.4', text: 'The return value holds direct results only; effects on other windows come through the resource and its notification', check: ['sdk', 'doc'] },
  { id: 'GB-5.4-success', side: 'provider', level: 'must', section: '5.4, 12.3', text: 'Success: `structuredContent` is `{message?, openedWindowIds?, result?}`, `isError` absent or false, no ok flag; `openedWindowIds` names each window it opened (absent or `[]` if none), `result` is an object; one text `content` should repeat the message', check: ['schema', 'wire'] },
  { id: 'GB-5.4-structured-only', side: 'host', level: 'should', section: '5.4, 12.3', text: 'Decisions rest on `structuredContent` alone; `content` is not parsed', check: ['sdk'] },
  { id: 'GB-7.4-failure', side: 'provider', level: 'must', section: '5.4, 7.4, App. B', text: 'Any failure: `isError: true` with `{code, message, …}` in `structuredContent`, both strings required; never a flag in a success', check: ['schema', 'wire'] },
  { id: 'GB-12.3-output-schema', side: 'provider', level: 'must', section: '12.3', text: 'Every tool that returns something declares an `outputSchema`', check: ['wire'] },
  { id: 'GB-5.6-annotations', side: 'provider', level: 'should', section: '5.6', text: 'Annotations readOnly, destructive, idempotent, openWorld on every tool', check: ['wire'] },
  { id: 'GB-5.5-expected-version', side: 'provider', level: 'should', section: '5.5', text: 'A write accepts optional `expectedVersion` of its own window', check: ['wire'] },
  // Consistency, notifications, errors
  { id: 'GB-7.1-version-rises', side: 'provider', level: 'must', section: '7.1, 10.5', text: '`version` rises whenever blocks or summary change; 64-bit monotonic integer, no wraparound', check: ['wire'] },
  { id: 'GB-7.1-stale-state', side: 'provider', level: 'must', section: '7.1', text: 'A write with an unequal `expectedVersion` is refused with `stale_state` and `currentVersion`', check: ['wire'] },
  { id: 'GB-7.1-client-retries', side: 'host', level: 'should', section: '7.1', text: 'On `stale_state`: re-read, decide again, retry; the user comes first', check: ['sdk'] },
  { id: 'GB-7.2-runtime', side: 'provider', level: 'must', section: '7.2, 7.4', text: "Runtime validation of every call, whatever the client's list said, with a structured error: `blocked_by_modal`, `window_not_found`, `action_not_available`", check: ['wire'] },
  { id: 'GB-7.3-field-errors', side: 'provider', level: 'must', section: '7.3', text: 'Input failure: `validation_failed` with `fields[]` of `{field, error}`, field = the parameter name', check: ['wire'] },
  { id: 'GB-7.4-timeout', side: 'provider', level: 'must', section: '7.4', text: '`action_timeout` when an operation timed out without taking effect (nor does it later: D-36)', check: ['sdk', 'wire'] },
  { id: 'GB-6-after-effect', side: 'provider', level: 'must', section: '6, 8.3', text: "Two notifications, sent only after the state has fully taken effect: `updated` when a window opens or closes, a modal goes up or down, or a window's data change; `tools/list_changed` when the operable set or an action's availability changes", check: ['wire'] },
  { id: 'GB-6-re-read', side: 'host', level: 'should', section: '6', text: 'After a notification, re-read `app://windows` before deciding', check: ['sdk'] },
  { id: 'GB-8.2-realign', side: 'both', level: 'must', section: '8.2', text: 'After a disconnection one read realigns; no event replay', check: ['wire'] },
  // Sessions and conventions
  { id: 'GB-10.1-shared-state', side: 'provider', level: 'must', section: '10.1', text: 'UI state is globally shared by all clients and the user; one GUI process, one server, many clients', check: ['wire'] },
  { id: 'GB-10.1-serialised', side: 'provider', level: 'must', section: '10.1', text: 'Operations are serialised, one taking effect at a time', check: ['wire'] },
  { id: 'GB-10.1-broadcast', side: 'provider', level: 'must', section: '10.1', text: 'Notifications are broadcast to all connections; subscriptions are per connection', check: ['wire'] },
  { id: 'GB-10.3-never-reused', side: 'provider', level: 'must', section: '10.3', text: 'Window ids globally unique, block ids unique in a window, both stable and never reused', check: ['wire', 'sdk'] },
  { id: 'GB-12.5-closing', side: 'provider', level: 'must', section: '12.5', text: 'Closing a window only changes the content of `app://windows`', check: ['wire'] },
  { id: 'GB-12.5-empty', side: 'both', level: 'must', section: '12.5', text: 'Empty `operableWindowIds` and empty `tools/list` are legal', check: ['sdk'] },
  { id: 'GB-11-focus-first', side: 'host', level: 'should', section: '11', text: "Call a window's focus-style action before operating on it, where offered", check: ['sdk'] },
  { id: 'GB-11-client-carries', side: 'host', level: 'should', section: '11', text: 'Carry `expectedVersion` on writes and handle every error code', check: ['sdk'] },
] as const satisfies readonly RequirementRow<'GB'>[]
