/** A window's title bar: its name, who is at work in it, and buttons to move, size and close it. */
import type { ReactNode } from 'react'
import { Icon, type IconName } from '../chrome/icons.js'
import { shownName } from '../chrome/names.js'
import type { PageWindow } from '../../../src/page/protocol.js'
import { useParts } from '../wire/hooks.js'
import { isDialog } from './placing.js'
import type { Placing } from './use-placing.js'

type Props = { window: PageWindow; titleId: string; placing: Placing; agent: string | undefined }

/** The title bar; what stands on it is no content of the window. */
export function TitleBar({ window, titleId, placing, agent }: Props): ReactNode {
  const { perform } = useParts()
  const { id, title, shown } = window
  const isPlain = !isDialog(shown.kind)
  return (
    <header
      className="title-bar"
      role="toolbar"
      aria-label={`${title}: window`}
      onPointerDown={placing.begin({})}
      onDoubleClick={event => {
        if (isPlain && !(event.target instanceof Element && event.target.closest('button')))
          placing.toggleFull()
      }}
    >
      <Icon name={iconOf(shown.kind)} />
      <h2 id={titleId}>{title}</h2>
      {shown.kind === 'order' && Object.keys(shown.draft).length > 0 && (
        <span className="unsaved">unsaved</span>
      )}
      {agent !== undefined && (
        <span className="touched">
          <bdi>{shownName(agent)}</bdi>
        </span>
      )}
      <span className="spring" />
      <button
        type="button"
        className="bare"
        aria-label={`Move ${title}: arrow keys; size it: Shift and arrow keys`}
        title="Arrow keys move, Shift and arrow keys size"
        onKeyDown={placing.onKeyDown}
      >
        <Icon name="move" />
      </button>
      {isPlain && (
        <>
          <button
            type="button"
            className="bare"
            aria-label={`Minimise ${title}`}
            onClick={() => void perform({ act: 'minimise', window: id })}
          >
            <Icon name="minimise" />
          </button>
          <button
            type="button"
            className="bare"
            aria-label={`Fill the desktop with ${title}, or put it back`}
            onClick={placing.toggleFull}
          >
            <Icon name="maximise" />
          </button>
        </>
      )}
      {shown.kind !== 'sign-in' && (
        <button
          type="button"
          className="bare close"
          aria-label={`Close ${title}`}
          onClick={() => void perform({ act: isPlain ? 'close' : 'cancel', window: id })}
        >
          <Icon name="close" />
        </button>
      )}
    </header>
  )
}

/** The picture of a kind of window. */
export const iconOf = (kind: PageWindow['shown']['kind']): IconName =>
  kind === 'orders' || kind === 'order' || kind === 'report' || kind === 'threads'
    ? kind
    : kind === 'sign-in'
      ? 'user'
      : 'dialog'
