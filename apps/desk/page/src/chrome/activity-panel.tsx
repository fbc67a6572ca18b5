/** What happened lately and who did it: agents to stop or allow, changes to take back. */
import { type ReactNode, type Ref, useId } from 'react'
import type { PageChange } from '../../../src/page/protocol.js'
import { NO_WINDOW } from '../wire/notices.js'
import { useKnown, useNotice, useParts } from '../wire/hooks.js'
import { type Agent, agentsOf, AT_WORK_MS, deedOf } from './agents.js'
import { Icon } from './icons.js'
import { shownName } from './names.js'
import { useNow } from './use-now.js'

type Props = { ref: Ref<HTMLElement>; isBlocked: boolean; close: () => void }

/** The panel; it is about the desk and no part of what is on it, so no dialog of the desk blocks it. */
export function ActivityPanel({ ref, isBlocked, close }: Props): ReactNode {
  const desk = useKnown(known => known.desk)
  const activity = useKnown(known => known.activity)
  const notice = useNotice(NO_WINDOW)
  const now = useNow(activity.length > 0)
  const id = useId()
  const agents = agentsOf(activity, desk)
  return (
    <aside
      ref={ref}
      className="activity"
      tabIndex={-1}
      aria-labelledby={id}
      data-copane-private
      onKeyDown={({ key }) => {
        if (key === 'Escape') close()
      }}
    >
      <header>
        <h2 id={id}>Activity</h2>
        <span className="spring" />
        <button type="button" className="bare" aria-label="Close activity" onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      <section aria-labelledby={`${id}-agents`}>
        <h3 id={`${id}-agents`}>Agents</h3>
        {agents.length === 0 ? (
          <p className="empty">
            No agent was here yet. When one reads or acts, it shows up here; Stop keeps it from changing
            anything.
          </p>
        ) : (
          <ul className="agents">
            {agents.map(agent => (
              <AgentRow key={agent.name ?? ''} agent={agent} now={now} />
            ))}
          </ul>
        )}
      </section>
      <section aria-labelledby={`${id}-changes`}>
        <h3 id={`${id}-changes`}>Recent changes</h3>
        {notice !== undefined && (
          <p className="notice error" role="alert">
            {notice}
          </p>
        )}
        {isBlocked ? (
          <p className="empty">Sign in to see what was changed and to take it back.</p>
        ) : desk.changes.length === 0 ? (
          <p className="empty">Nothing was changed since the desk started.</p>
        ) : (
          <ol className="changes" reversed>
            {desk.changes.toReversed().map(change => (
              <ChangeRow key={change.sequence} change={change} />
            ))}
          </ol>
        )}
      </section>
    </aside>
  )
}

function AgentRow({ agent, now }: { agent: Agent; now: number }): ReactNode {
  const { perform } = useParts()
  const { name, last, isStopped } = agent
  const isAtWork = !isStopped && last !== undefined && now - last.at < AT_WORK_MS
  return (
    <li className={isStopped ? 'stopped' : isAtWork ? 'at-work' : ''}>
      <span className="pulse" aria-hidden="true" />
      <span className="who">
        <bdi>{shownName(name)}</bdi>
        <small>
          {isStopped
            ? 'stopped: may look, but change nothing'
            : last
              ? `${deedOf(last)} · ${agoWords(now - last.at)}`
              : 'quiet for a while'}
        </small>
      </span>
      {name !== undefined && (
        <button
          type="button"
          className={isStopped ? '' : 'danger'}
          aria-label={`${isStopped ? 'Allow' : 'Stop'} ${shownName(name)}`}
          onClick={() => void perform({ act: isStopped ? 'allowClient' : 'stopClient', name })}
        >
          {isStopped ? 'Allow' : 'Stop'}
        </button>
      )}
    </li>
  )
}

function ChangeRow({ change: { sequence, by, what } }: { change: PageChange }): ReactNode {
  const { perform } = useParts()
  return (
    <li>
      <span className="who">
        {by.kind === 'client' ? (
          <>
            <span className="agent-tag">agent</span> <bdi>{shownName(by.name)}</bdi>
          </>
        ) : (
          <span>{by.kind === 'user' ? 'You' : 'Desk'}</span>
        )}
        <small>{what}</small>
      </span>
      <button
        type="button"
        aria-label={`Undo ${what}`}
        onClick={() => void perform({ act: 'undo', change: sequence })}
      >
        <Icon name="undo" /> Undo
      </button>
    </li>
  )
}

function agoWords(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 5) return 'just now'
  if (seconds < 60) return `${seconds} s ago`
  return seconds < 3600 ? `${Math.floor(seconds / 60)} min ago` : `${Math.floor(seconds / 3600)} h ago`
}
