/** The two paths of an app on MCP, and the notifications that its commits call for (D-05, D-40). */
import { WINDOWS_URI } from '@copane/protocol/bridge'
import { CURRENT_URI } from '@copane/protocol/elements'
import type { Bridge } from '../bridge/bridge.js'
import type { Elements } from '../elements/elements.js'
import { type OnAccess, UNNAMED_CLIENT } from './access.js'
import { type BridgeIdentity, bridgeServer } from './bridge-server.js'
import { elementsServer } from './elements-server.js'
import type { AppIdentity } from './era.js'
import { createFastLane, type FastLane } from './fast-lane.js'
import { createHttpFace, type FaceLimits, type HttpFace } from './http-face.js'
import type { Hooks } from './told.js'

/** What a path may be given beside what it serves. */
export type FaceOptions = { onAccess: OnAccess; hooks?: Hooks; limits?: Partial<FaceLimits> }

/** The elements path: nothing can be heard there, so legacy clients need no session (D-04). */
export const elementsFace = (
  elements: Elements,
  app: AppIdentity,
  { onAccess, ...options }: FaceOptions,
): HttpFace =>
  createHttpFace({
    ...options,
    path: '/elements',
    app,
    hearable: { toolsListChanged: false, resources: [] },
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
export function bridgeFace(
  bridge: Bridge,
  app: BridgeIdentity,
  { onAccess, ...options }: FaceOptions,
): HttpFace {
  const face = createHttpFace({
    ...options,
    path: '/bridge',
    app,
    hearable: { toolsListChanged: true, resources: [WINDOWS_URI] },
    serve: era => bridgeServer(bridge, app, era, onAccess),
    fastLane: windowsLane(bridge, app, onAccess),
  })
  const stop = bridge.watch(({ updated, listChanged }) => {
    if (updated) face.tell({ kind: 'resource', uri: WINDOWS_URI })
    if (listChanged) face.tell({ kind: 'tools' })
  })
  return {
    ...face,
    close() {
      stop()
      return face.close()
    },
  }
}

/** The hot read of the elements path, where legacy clients have no session. */
export const currentLane = (
  elements: Pick<Elements, 'currentText' | 'currentEscaped'>,
  app: AppIdentity,
  onAccess: OnAccess,
): FastLane =>
  createFastLane({
    uri: CURRENT_URI,
    app,
    kind: 'current',
    source: { text: elements.currentText, escaped: elements.currentEscaped },
    onAccess,
  })

/** The hot read of the bridge path. */
export const windowsLane = (
  bridge: Pick<Bridge, 'snapshotText' | 'snapshotEscaped'>,
  app: AppIdentity,
  onAccess: OnAccess,
): FastLane =>
  createFastLane({
    uri: WINDOWS_URI,
    app,
    kind: 'windows',
    source: { text: bridge.snapshotText, escaped: bridge.snapshotEscaped },
    unnamed: UNNAMED_CLIENT,
    onAccess,
  })
