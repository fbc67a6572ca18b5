/**
 * The bar below the desktop: what can be opened, what is open, who is signed in, and the way to what agents do.
 *
 * A dialog that blocks the desk leaves that way open: an agent can be stopped at any time (D-54).
 */
import { type ReactNode, type Ref, useState } from 'react'
import { iconOf } from '../desktop/title-bar.js'
import { useKnown, useParts } from '../wire/hooks.js'
import { AgentSign } from './agent-sign.js'
import { Icon } from './icons.js'

type Props = { ref: Ref<HTMLElement>; isBlocked: boolean; isPanelOpen: boolean; togglePanel: () => void }

const OPENABLE = [
  ['orders', 'Orders'],
  ['report', 'Report'],
  ['threads', 'Threads'],
] as const

/** The bar. */
export function Taskbar({ ref, isBlocked, isPanelOpen, togglePanel }: Props): ReactNode {
  const { perform } = useParts()
  const user = useKnown(({ desk }) => desk.user)
  return (
    <footer ref={ref} className="taskbar" role="toolbar" aria-label="Desk" tabIndex={-1}>
      <span className="group" role="group" aria-label="Open" inert={isBlocked}>
        {OPENABLE.map(([what, name]) => (
          <button
            key={what}
            type="button"
            className="bare launcher"
            aria-label={`Open ${name.toLowerCase()}`}
            title={`Open ${name.toLowerCase()}`}
            onClick={() => void perform({ act: 'open', what })}
          >
            <Icon name={what} />
            {name}
          </button>
        ))}
        <OpenOrder />
      </span>
      <OpenWindows isBlocked={isBlocked} />
      <AgentSign onOpen={() => isPanelOpen || togglePanel()} />
      <button type="button" className="bare" aria-expanded={isPanelOpen} onClick={togglePanel}>
        <Icon name="activity" />
        Activity
      </button>
      {user !== undefined && (
        <button
          type="button"
          className="bare"
          aria-label={`Sign ${user} out`}
          inert={isBlocked}
          title="Sign out"
          onClick={() => void perform({ act: 'signOut' })}
        >
          <Icon name="user" />
          <bdi>{user}</bdi>
        </button>
      )}
    </footer>
  )
}

function OpenOrder(): ReactNode {
  const { perform } = useParts()
  const [text, setText] = useState('')
  return (
    <form
      className="open-order"
      onSubmit={event => {
        event.preventDefault()
        if (text === '') return
        void perform({ act: 'openOrder', number: Number(text) }).then(outcome => {
          if (outcome.kind === 'done') setText('')
        })
      }}
    >
      <input
        type="text"
        inputMode="numeric"
        pattern="[0-9]*"
        maxLength={9}
        placeholder="Order no."
        aria-label="Open the order with this number"
        value={text}
        onChange={({ target }) => setText(target.value.replace(/\D/g, ''))}
      />
    </form>
  )
}

/** One button for each window; the active one goes away on a press, any other comes to the front. */
function OpenWindows({ isBlocked }: { isBlocked: boolean }): ReactNode {
  const { perform } = useParts()
  const windows = useKnown(({ desk }) => desk.windows)
  const active = useKnown(({ desk }) => desk.focus?.window)
  return (
    <nav className="open-windows" aria-label="Open windows" inert={isBlocked}>
      {windows
        .filter(({ shown }) => 'minimised' in shown)
        .map(({ id, title, shown, blockedBy }) => {
          const isMinimised = 'minimised' in shown && shown.minimised
          const dialog = windows.find(other => 'ownerId' in other.shown && other.shown.ownerId === id)
          const isActive = (active === id || (dialog && active === dialog.id)) && !isMinimised
          return (
            <button
              key={id}
              type="button"
              className={`bare${isMinimised ? ' minimised' : ''}${isActive ? ' active' : ''}`}
              ref={isActive ? intoView : null}
              title={title}
              aria-current={isActive === true}
              onClick={() =>
                void perform(
                  isActive && blockedBy === undefined
                    ? { act: 'minimise', window: id }
                    : { act: 'restore', window: id },
                )
              }
            >
              <Icon name={iconOf(shown.kind)} />
              <span className="name">{title}</span>
              {shown.kind === 'order' && Object.keys(shown.draft).length > 0 && (
                <span className="dot" role="img" aria-label="unsaved" />
              )}
            </button>
          )
        })}
    </nav>
  )
}

const intoView = (button: HTMLElement | null): void =>
  button?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
