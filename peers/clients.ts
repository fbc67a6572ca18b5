/** Clients of others do the same script through the gateway, through attach and on the desk itself. */
import { repeat } from '../torture/lib/deadline.ts'
import { bridgeFace, gatewayFace } from './clients/face.ts'
import { PEER_KINDS } from './clients/kinds.ts'
import { runScript } from './clients/script.ts'
import { type Check, expect } from './lib/checks.ts'
import type { Peer, PeerKind } from './lib/peer.ts'
import { onStage } from './lib/stage.ts'

/** The servers, and for each a draft that is nobody else's. */
const TARGETS = { gateway: 10001, attach: 10002, desk: 10042 } as const
const NAMES = ['gateway', 'attach', 'desk'] as const

/** Runs every client on every server; each client has a desk of its own. */
export const run = (check: Check): Promise<void> =>
  repeat(PEER_KINDS.length, 2, async at => {
    const kind = PEER_KINDS[at]
    if (kind) await runKind(kind, check)
  })

const runKind = ({ name, revision, connect }: PeerKind, check: Check): Promise<void> =>
  onStage(async ({ desk, targets }) => {
    for (const target of NAMES) {
      const row = `clients/${name}/${target}`
      let connected: Peer | undefined
      await check(`${row}/connect`, async () => {
        connected = await connect(targets[target])
        expect(connected.revision === revision, `the revision is ${connected.revision}`)
      })
      const peer: Peer | undefined = connected
      if (!peer) continue
      const face = target === 'gateway' ? gatewayFace(peer) : bridgeFace(peer)
      await runScript({ face, desk, order: TARGETS[target], check, row })
      await check(`${row}/close`, peer.close)
    }
  })
