/** What a client can say of a blocked window, from the owners alone (GB §2, §4.2). */
import type { AppWindow, WindowsSnapshot } from '@copane/protocol/bridge'

/**
 * The windows from one up to the top-level window or app modal it hangs on.
 *
 * Shape   the window itself first; ends early at an owner that is not there or was passed already.
 * Source  GB-2-client-chain · D-32
 */
export function modalChain(windows: readonly AppWindow[], id: string): AppWindow[] {
  const chain: AppWindow[] = []
  let at = windows.find(window => window.id === id)
  while (at && !chain.includes(at)) {
    chain.push(at)
    const { ownerId } = at
    at = windows.find(window => window.id === ownerId)
  }
  return chain
}

/** True for a window that can be operated now; nothing else decides it (GB-1.3-sole-authority). */
export const isOperable = ({ operableWindowIds }: WindowsSnapshot, id: string): boolean =>
  operableWindowIds.includes(id)

/**
 * The ids of the operable modals that stand before a window.
 *
 * Shape   the modals above it, or else the app's; [] when the snapshot shows none (D-45). The order of the
 *         windows is not looked at (GB-4.2-no-order).
 */
export function blockersOf(snapshot: WindowsSnapshot, id: string): string[] {
  if (isOperable(snapshot, id)) return []
  const tops = snapshot.operableWindowIds.flatMap(top => {
    const chain = modalChain(snapshot.windows, top)
    return chain[0]?.modal ? [{ id: top, chain }] : []
  })
  const above = tops.filter(({ chain }) => chain.some(window => window.id === id))
  const ofApp = tops.filter(({ chain }) => isAppModal(chain.at(-1)))
  return (above.length > 0 ? above : ofApp).map(top => top.id)
}

const isAppModal = (window: AppWindow | undefined) => window?.modal === true && window.ownerId === null
