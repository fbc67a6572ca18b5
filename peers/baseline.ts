/** The rows that are expected to fail, each for a reason. */
import type { Expected } from './lib/rows.ts'

/** `{a,b}` in a row stands for one row with each. */
export const BASELINE: readonly Expected[] = [
  {
    reason: 'the Inspector looks a tool up before it calls it, and a blocked window’s actions are not listed',
    rows: ['programs/{inspector,mcpdo}-{legacy,auto,modern}/{attach,desk}/blocked-by-modal'],
  },
  {
    reason: 'the Inspector’s --cli ends with each request: it subscribes to nothing',
    rows: ['programs/inspector-{legacy,auto,modern}/{attach,desk}/wait'],
  },
  {
    reason:
      'each request of the Inspector’s --cli starts a gateway of its own, which has seen no window, and a version that it did not tell may be one of a former run',
    rows: [
      'programs/inspector-{legacy,auto,modern}/gateway/{validation-failed,stale-state,blocked-by-modal,confirm,wait}',
    ],
  },
  // MCP's conformance suite on what a desk has: the fixture of tools/mcp-conformance.ts has the rest.
  {
    reason: 'the scenario calls tools or reads resources that only a server made for the suite has',
    rows: [
      'conformance/{desk,elements}/{2025-11-25,2026-07-28}/tools-call-{simple-text,image,audio,embedded-resource,mixed-content,error}',
      'conformance/{desk,elements}/{2025-11-25,2026-07-28}/resources-{read-text,read-binary,templates-read}',
      'conformance/{desk,elements}/{2025-11-25,2026-07-28}/json-schema-2020-12',
      'conformance/{desk,elements}/2025-11-25/resources-{subscribe,unsubscribe}',
      'conformance/{desk,elements,attach,gateway}/2026-07-28/server-stateless:sep-2575-{server-rejects-undeclared-capability,missing-capability-http-400}',
    ],
  },
  {
    reason: 'no prompts: both protocols have resources and tools alone',
    rows: [
      'conformance/{desk,elements}/{2025-11-25,2026-07-28}/prompts-{list,get-simple,get-with-args,get-embedded-resource,get-with-image}',
      'conformance/{desk,elements,attach}/2026-07-28/caching:sep-2549-prompts-list-caching-hints',
      'conformance/attach/{2025-11-25,2026-07-28}/prompts-list',
    ],
  },
  {
    reason: 'no completion: nothing has an argument to complete before a call',
    rows: ['conformance/{desk,elements}/{2025-11-25,2026-07-28}/completion-complete'],
  },
  {
    reason: 'no log messages to the client: nothing of an app is logged (D-08), and MCP gives them up',
    rows: [
      'conformance/{desk,elements}/2025-11-25/{logging-set-level,tools-call-with-logging}',
      'conformance/{desk,elements,attach,gateway}/2026-07-28/server-stateless:sep-2575-server-no-log-without-loglevel',
    ],
  },
  {
    reason: 'no progress: an action answers once, when it is decided (GB §5.4)',
    rows: ['conformance/{desk,elements}/{2025-11-25,2026-07-28}/tools-call-with-progress'],
  },
  {
    reason: 'no questions to the client while a call runs: what needs the user is a modal in the app (D-35)',
    rows: [
      'conformance/{desk,elements}/2025-11-25/{tools-call-sampling,tools-call-elicitation,elicitation-sep1034-defaults,elicitation-sep1330-enums}',
      'conformance/{desk,elements}/2026-07-28/input-required-result-{basic-elicitation,basic-sampling,basic-list-roots,request-state,multiple-input-requests,multi-round,non-tool-request,result-type,tampered-state,capability-check}',
      'conformance/{desk,elements,attach,gateway}/2026-07-28/server-stateless:sep-2575-http-server-no-independent-requests-on-stream',
    ],
  },
  {
    reason: 'any Origin is refused, a local one too: no page has business here (D-06); the other half passes',
    rows: [
      'conformance/{desk,elements}/{2025-11-25,2026-07-28}/dns-rebinding-protection:localhost-host-valid-accepted',
    ],
  },
  {
    reason: 'no tasks: an action answers or ends in a time limit (D-36)',
    rows: [
      'conformance/{desk,elements}/2026-07-28/tasks-{lifecycle,capability-negotiation,wire-fields,request-state-removal,mrtr-input,request-headers,dispatch-and-envelope,required-task-error,mrtr-composition}',
    ],
  },
  {
    reason: 'no argument of a tool is repeated in a header: those end up in logs (D-08)',
    rows: ['conformance/{desk,elements}/2026-07-28/http-custom-header-server-validation'],
  },
  {
    reason: 'the elements protocol has resources alone, and no tool',
    rows: [
      'conformance/elements/{2025-11-25,2026-07-28}/tools-list',
      'conformance/elements/2026-07-28/{server-sse-multiple-streams,http-header-validation}',
      'conformance/elements/2026-07-28/caching:sep-2549-tools-list-caching-hints',
    ],
  },
  {
    reason: 'a header that differs from its message: stdio has no headers',
    rows: [
      'conformance/{attach,gateway}/2026-07-28/server-stateless:sep-2575-http-server-header-mismatch-400',
    ],
  },
  {
    reason:
      'attach passes each message on by itself: one without its envelope is taken for a legacy one, and refused without a session',
    rows: [
      'conformance/attach/2026-07-28/server-stateless:sep-2575-request-meta-invalid-missing-{meta,protocol-version}',
    ],
  },
  {
    reason: 'the SDK’s server on stdio judges the revision of the first request alone',
    rows: [
      'conformance/gateway/2026-07-28/server-stateless:sep-2575-{server-unsupported-version-error,http-server-unsupported-version-400}',
    ],
  },
  {
    reason: 'the gateway has no resources: many clients let no model read one (FR-52)',
    rows: [
      'conformance/gateway/{2025-11-25,2026-07-28}/resources-list',
      'conformance/gateway/2026-07-28/caching:sep-2549-resources-{list,templates-list}-caching-hints',
    ],
  },
]
