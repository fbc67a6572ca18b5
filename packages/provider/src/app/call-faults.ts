/** What an action did wrong, as a finding with its remedy (D-36). */
import type { CallFault } from '../bridge/run-call.js'
import type { DeveloperFinding } from './report-findings.js'

/** The finding of a fault; it names the action and holds nothing of the call. */
export const faultFinding = (fault: CallFault, action: string): DeveloperFinding => ({
  ...REMEDIES[fault],
  at: `action ${action}`,
})

const REMEDIES: { readonly [Fault in CallFault]: Omit<DeveloperFinding, 'at'> } = {
  threw: {
    requirement: 'D-48',
    level: 'must',
    message: 'threw before it committed; give a refusal back: { kind: "failed", message }',
  },
  'threw-after-commit': {
    requirement: 'D-36',
    level: 'must',
    message: 'threw after its commit, which stands; catch what comes after the commit',
  },
  'no-commit': {
    requirement: 'D-36',
    level: 'must',
    message: 'ended without a commit or a refusal; call ctx.commit() or give a refusal back',
  },
  'slow-after-commit': {
    requirement: 'D-36',
    level: 'should',
    message: 'went on for over a second after its commit; start what takes long without waiting for it',
  },
  'committed-late': {
    requirement: 'D-36',
    level: 'must',
    message: 'committed after its call had ended; stop when ctx.signal fires',
  },
  'committed-twice': {
    requirement: 'D-36',
    level: 'must',
    message: 'committed twice; return the whole change from one commit',
  },
}
