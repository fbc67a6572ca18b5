/** The page as a whole: desktop, bar, panel, and the dialog that blocks them all. */
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ActivityPanel } from './chrome/activity-panel.js'
import { LinkBanner } from './chrome/link-banner.js'
import { Taskbar } from './chrome/taskbar.js'
import { Toast } from './chrome/toast.js'
import { AppModal, Desktop } from './desktop/desktop.js'
import type { FocusKeeper } from './desktop/focus.js'
import { listenForKeys } from './desktop/keys.js'
import { useKnown } from './wire/hooks.js'
import type { Touches } from './wire/touches.js'

/** The page. */
export function App({ keeper, touches }: { keeper: FocusKeeper; touches: Touches }): ReactNode {
  const desk = useKnown(known => known.desk)
  const [isPanelOpen, setPanelOpen] = useState(false)
  const bar = useRef<HTMLElement>(null)
  const panel = useRef<HTMLElement>(null)
  const isBlocked = desk.windows.some(({ shown }) => shown.kind === 'sign-in')
  const closePanel = () => {
    setPanelOpen(false)
    bar.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus()
  }
  useLayoutEffect(() => keeper.follow(), [desk, keeper])
  useEffect(() => listenForKeys(() => [bar.current, panel.current]), [])
  return (
    <div className="shell">
      <LinkBanner />
      <Desktop touches={touches} isBlocked={isBlocked} />
      {isPanelOpen && <ActivityPanel ref={panel} isBlocked={isBlocked} close={closePanel} />}
      <Toast />
      <Taskbar
        ref={bar}
        isBlocked={isBlocked}
        isPanelOpen={isPanelOpen}
        togglePanel={() => setPanelOpen(isOpen => !isOpen)}
      />
      <AppModal />
    </div>
  )
}
