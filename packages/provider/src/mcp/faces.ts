/** The two paths of an app on MCP, and the notifications that its commits call for (D-05, D-40). */
import { WINDOWS_URI } from '@copane/protocol/bridge'
import { CURRENT_URI } from '@copane/protocol/elements'
import type { Bridge } from '../bridge/bridge.js'
import type { Elements } from '../elements/elements.js'
import { type OnAccess, UNNAMED_CLIENT } from './access.js'
import { type BridgeIdentity, bridgeServer } from './bridge-server.js'
import { elementsServer } from './elements-server.js'
import type { AppIdentity } from './era.js'
import { createFastLane, type FastLane, type FastSource } from './fast-lane.js'
import { createHttpFace, type HttpFace } from './http-face.js'

/** The elements path: no subscriptions, so legacy clients need no session (D-04). */
export const elementsFace = (elements: Elements, app: AppIdentity, onAccess: OnAccess): HttpFace =>
  createHttpFace({
    keepSessions: false,
    serve: era => ({ server: elementsServer(elements, app, era, onAccess), isSubscribed: () => false }),
    fastLane: currentLane(elements, app, onAccess),
  })

/**
 * The bridge path.
 *
 * Shape   after each commit one `updated` to each subscriber and at most one `list_changed` to every connection;
 *         a connection that can't take it delays no other.
 * Source  GB §6, §10.1 · GB-10.1-broadcast · D-40
 */
export function bridgeFace(bridge: Bridge, app: BridgeIdentity, onAccess: OnAccess): HttpFace {
  const face = createHttpFace({
    keepSessions: true,
    serve: era => bridgeServer(bridge, app, era, onAccess),
    fastLane: windowsLane(bridge, app, onAccess),
  })
  const stop = bridge.watch(({ updated, listChanged }) => {
    if (updated) face.notify.resourceUpdated(WINDOWS_URI)
    if (listChanged) face.notify.toolsChanged()
    for (const { server, isSubscribed } of face.sessions()) {
      if (updated && isSubscribed()) server.sendResourceUpdated({ uri: WINDOWS_URI }).catch(unheard)
      if (listChanged) server.sendToolListChanged().catch(unheard)
    }
  })
  return {
    ...face,
    close() {
      stop()
      return face.close()
    },
  }
}

/** A connection that broke misses its notification and reads again when it comes back (GB §8.2). */
const unheard = (): void => {}

/** What may also keep its text as it stands inside a JSON string. */
type ServedElements = Pick<Elements, 'currentText'> & { currentEscaped?: FastSource['escaped'] }
type ServedBridge = Pick<Bridge, 'snapshotText'> & { snapshotEscaped?: FastSource['escaped'] }

/** The hot read of the elements path: in both eras, without a session. */
export const currentLane = (elements: ServedElements, app: AppIdentity, onAccess: OnAccess): FastLane =>
  createFastLane({
    uri: CURRENT_URI,
    app,
    kind: 'current',
    source: { text: elements.currentText, escaped: elements.currentEscaped },
    withoutSession: ['legacy', 'modern'],
    onAccess,
  })

/** The hot read of the bridge path: legacy clients have a session there. */
export const windowsLane = (bridge: ServedBridge, app: AppIdentity, onAccess: OnAccess): FastLane =>
  createFastLane({
    uri: WINDOWS_URI,
    app,
    kind: 'windows',
    source: { text: bridge.snapshotText, escaped: bridge.snapshotEscaped },
    withoutSession: ['modern'],
    unnamed: UNNAMED_CLIENT,
    onAccess,
  })
