/** Makes a check of a rule that the protocol package judges: its findings, told as a fault. */
import { type Finding, REQUIREMENTS, type RuleId } from '@copane/protocol/findings'
import type { Step } from '../driver.js'
import type { Fault } from '../types.js'
import type { Era } from '../wire/era.js'

/** The first finding that a rule is broken by, as a fault; a MUST before a SHOULD. `step` is what was done before. */
export function faultOf(
  findings: readonly Finding[],
  era: Era,
  isMine: (finding: Finding) => boolean,
  step?: Step,
): Fault | undefined {
  const mine = findings.filter(isMine)
  const finding = mine.find(({ level }) => level === 'must') ?? mine[0]
  if (!finding) return undefined
  const [saw = '', ...remedy] = finding.message.split('; ')
  return {
    at: `${era} ${finding.at}${step === undefined ? '' : ` after ${step}`}`,
    saw: mine.length > 1 ? `${saw} (one of ${mine.length} findings)` : saw,
    expected: textOf(finding.requirement),
    remedy: remedy.join('; ') || 'send what the rule asks for',
    ...(finding.level === 'should' ? { level: 'should' as const } : {}),
  }
}

const textOf = (id: RuleId): string => REQUIREMENTS.find(row => row.id === id)?.text ?? `what ${id} rules`
