/** The quiet sign that an agent reads or acts, with its name. */
import { type ReactNode, useEffect, useState } from 'react'
import { useKnown } from '../wire/hooks.js'
import { AT_WORK_MS, deedOf } from './agents.js'
import { shownName } from './names.js'

/** Says who is at work; empty when nobody is. */
export function AgentSign({ onOpen }: { onOpen: () => void }): ReactNode {
  const last = useKnown(({ activity }) => activity.at(-1))
  const [over, setOver] = useState(last)
  useEffect(() => {
    const timer = setTimeout(() => setOver(last), AT_WORK_MS)
    return () => clearTimeout(timer)
  }, [last])
  const isAtWork = last !== undefined && over !== last
  return (
    <div className="sign-place" role="status">
      {isAtWork && (
        <button type="button" className="sign" title="Show what agents do" onClick={onOpen}>
          <span className="pulse" aria-hidden="true" />
          <span className="agent-tag">agent</span>
          <bdi>{shownName(last.client)}</bdi>
          <span className="deed">{deedOf(last)}</span>
        </button>
      )}
    </div>
  )
}
