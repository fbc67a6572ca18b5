/** One window: its frame, its place, what blocks it, and what is in it. */
import { memo, type ReactNode, useId } from 'react'
import type { Place } from '../../../src/model/state.js'
import type { PageWindow } from '../../../src/page/protocol.js'
import { Notice } from '../windows/notice.js'
import { WindowBody } from '../windows/window-body.js'
import { useParts } from '../wire/hooks.js'
import { isDialog, type Sides, type Size } from './placing.js'
import { TitleBar } from './title-bar.js'
import { usePlacing } from './use-placing.js'

/** What a frame needs to know. */
export type FrameProps = {
  window: PageWindow
  place: Place
  desktop: Size
  depth: number
  isActive: boolean
  isHidden: boolean
  agent: string | undefined
}

const HANDLES: readonly (readonly [name: string, sides: Sides])[] = [
  ['n', { top: true }],
  ['s', { bottom: true }],
  ['w', { left: true }],
  ['e', { right: true }],
  ['nw', { top: true, left: true }],
  ['ne', { top: true, right: true }],
  ['sw', { bottom: true, left: true }],
  ['se', { bottom: true, right: true }],
]

/**
 * A window of the desk; drawn again only when something of it changed.
 *
 * Shape   a dialog is not `aria-modal`: what it blocks is inert, and the way to stop an agent is not (D-54).
 */
export const WindowFrame = memo(Frame, isSame)

function Frame(props: FrameProps): ReactNode {
  const { window, place: given, desktop, depth, isActive, isHidden, agent } = props
  const { perform } = useParts()
  const titleId = useId()
  const placing = usePlacing(window.id, given, desktop)
  const { kind } = window.shown
  const isModal = isDialog(kind)
  const { x, y, w, h } = placing.place
  const states = [
    isActive && 'active',
    isHidden && 'minimised',
    placing.isMoving && 'moving',
    isModal && 'dialog',
    window.blockedBy !== undefined && 'blocked',
    agent !== undefined && 'touched-now',
  ]
  return (
    <section
      className={['window', kind, ...states.filter(state => state !== false)].join(' ')}
      style={{ left: x, top: y, width: w, zIndex: depth, ...(isModal ? {} : { height: h }) }}
      role={isModal ? 'dialog' : 'region'}
      aria-labelledby={titleId}
      tabIndex={-1}
      inert={isHidden || window.blockedBy !== undefined}
      data-window={window.id}
      data-spot="window"
      data-copane-id={window.id}
      data-copane-role="Window"
      data-copane-subrole={kind}
      onKeyDown={event => {
        if (event.key !== 'Escape' || event.defaultPrevented || !isModal || kind === 'sign-in') return
        event.preventDefault()
        void perform({ act: 'cancel', window: window.id })
      }}
    >
      <TitleBar window={window} titleId={titleId} placing={placing} agent={agent} />
      <div className="body">
        <WindowBody window={window} />
      </div>
      <Notice window={window.id} />
      {!isModal &&
        HANDLES.map(([name, sides]) => (
          <div
            key={name}
            className={`handle ${name}`}
            aria-hidden="true"
            onPointerDown={placing.begin(sides)}
          />
        ))}
    </section>
  )
}

function isSame(a: FrameProps, b: FrameProps): boolean {
  const isUnmoved = isEqual(a.place, b.place) && isEqual(a.desktop, b.desktop) && a.depth === b.depth
  const isAlike = a.isActive === b.isActive && a.isHidden === b.isHidden && a.agent === b.agent
  return a.window === b.window && isUnmoved && isAlike
}

const isEqual = (a: object, b: object): boolean => JSON.stringify(a) === JSON.stringify(b)
