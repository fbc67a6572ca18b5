/** The bridge of a desk: what is served, and who may not act on it (D-54). */
import { AsyncLocalStorage } from 'node:async_hooks'
import { type Bridge, type CallMark, createBridge } from '@copane/provider'
import { after, createFingerprint } from '@copane/provider/node'
import { type Desk, stopReason } from './model/index.js'

/** Makes it; `onFault` is told in a line what our own code did wrong. */
export const createDeskBridge = (desk: Desk, onFault: (line: string) => void = () => {}): Bridge =>
  createBridge({
    store: desk.store,
    windows: desk.view,
    appActions: desk.appActions,
    stopped: stopReason,
    fingerprint: createFingerprint(),
    after,
    scope: new AsyncLocalStorage<CallMark>(),
    onFault: (fault, action) => onFault(`action ${action}: ${fault}`),
  })
