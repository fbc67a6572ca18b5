/** What an action did wrong, as a finding with its remedy (D-36). */
import type { CallFault } from '../bridge/outcome.js'
import type { DeveloperFinding } from './report-findings.js'
import { framesOf } from './frames.js'

/** The finding of a fault; it names the action, and where its code threw, and holds nothing of the call. */
export function faultFinding(fault: CallFault, action: string, error?: unknown): DeveloperFinding {
  const frames = framesOf(error)
  return { ...REMEDIES[fault], at: `action ${action}`, ...(frames.length > 0 ? { frames } : {}) }
}

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
  'odd-outcome': {
    requirement: 'D-48',
    level: 'must',
    message: 'gave something that is no outcome; give { kind: "done", … } from commit(), or a refusal',
  },
  'unfit-result': {
    requirement: 'GB-5.4-direct-results',
    level: 'must',
    message: 'gave a result that does not fit what it declares; mend the result or its output schema',
  },
  'schema-threw': {
    requirement: 'GB-7.3-field-errors',
    level: 'must',
    message: 'has a schema that threw; let it give issues instead',
  },
  'schema-async': {
    requirement: 'GB-7.3-field-errors',
    level: 'must',
    message: 'has a schema that waits; judge at once, and what takes time in the action itself',
  },
  'called-itself': {
    requirement: 'D-53',
    level: 'must',
    message: 'called an action of its own app; change the state in its own commit',
  },
  'judge-threw': {
    requirement: 'D-54',
    level: 'must',
    message: 'could not be judged: stopped() or available threw; give a reason or undefined',
  },
  'listener-threw': {
    requirement: 'D-48',
    level: 'should',
    message: 'made a listener throw; the others were told',
  },
}
