/** Every reason for which a host ignores a descriptor, with the rule it follows and words for the user. */
import type { RuleId } from '@copane/protocol/findings'

/** By reason; the words hold nothing of the file. */
export const IGNORED = {
  'not-regular': { rule: 'D-10', message: 'not a regular file' },
  'foreign-file': { rule: 'D-10', message: 'belongs to another user' },
  'too-large': { rule: 'D-10', message: 'larger than 64 KiB' },
  unreadable: { rule: 'D-10', message: 'cannot be read' },
  late: { rule: 'EL-9.2-never-wait', message: 'was not checked in time' },
  nonsense: { rule: 'EL-8-descriptor', message: 'not a descriptor' },
  'other-protocol': {
    rule: 'EL-10-unsupported',
    message: 'speaks a version of the protocol that this host does not',
  },
  'other-endpoint': { rule: 'EL-8-endpoint', message: 'its endpoint is not http://127.0.0.1:<port><path>' },
  'not-running': { rule: 'EL-8-ignore-stale', message: 'its process does not run' },
  zombie: { rule: 'EL-8-ignore-stale', message: 'its process has ended' },
  'pid-reused': { rule: 'EL-8-ignore-stale', message: 'its process id now belongs to another process' },
  'other-bundle': { rule: 'EL-8-ignore-stale', message: 'its bundle identifier is not that of its process' },
  'no-listener': { rule: 'EL-8-listener-check', message: 'nobody listens on its port' },
  'other-listener': { rule: 'EL-8-listener-check', message: 'another process listens on its port' },
  exposed: { rule: 'EL-8-listener-check', message: 'it listens on every address, not on 127.0.0.1 alone' },
  'unknown-listener': {
    rule: 'EL-8-listener-check',
    message: 'the system does not tell who listens on its port',
  },
} as const satisfies { [why: string]: { rule: RuleId; message: string } }

/** One of the reasons. */
export type IgnoredWhy = keyof typeof IGNORED
