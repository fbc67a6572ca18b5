/** Clients of others do the same script through the gateway, through attach and on the desk itself. */
import { repeat } from '../torture/lib/deadline.ts'
import { bridgeFace, gatewayFace } from './clients/face.ts'
import { LIBRARIES, PROGRAMS } from './clients/kinds.ts'
import { runScript } from './clients/script.ts'
import { type Check, expect } from './lib/checks.ts'
import type { Peer, PeerKind, Target } from './lib/peer.ts'
import { onStage, type TargetName } from './lib/stage.ts'

/** For each server a draft that is nobody else's. */
const ORDERS = { gateway: 10001, attach: 10002, desk: 10042 }

/** Runs the libraries on every server. */
export const runLibraries = (check: Check): Promise<void> => runEach('clients', LIBRARIES, check)

/** Runs the Inspector's programs on every server. */
export const runPrograms = (check: Check): Promise<void> => runEach('programs', PROGRAMS, check)

/** Each client has a desk of its own. */
const runEach = (part: string, kinds: readonly PeerKind[], check: Check): Promise<void> =>
  repeat(kinds.length, 2, async at => {
    const kind = kinds[at]
    if (!kind) return
    await onStage(async ({ desk, targets }) => {
      const row = (name: TargetName) => `${part}/${kind.name}/${name}`
      for (const name of ['gateway', 'attach', 'desk'] as const)
        await withPeer(kind, targets[name], row(name), check, async peer => {
          const face = name === 'gateway' ? gatewayFace(peer) : bridgeFace(peer)
          await runScript({ face, desk, order: ORDERS[name], check, row: row(name) })
          if (name === 'gateway')
            await check(`${row(name)}/prompt`, async () => {
              expect((await peer.prompt('pointing')).includes('"Desk"'), 'what is pointed at is not shown')
            })
        })
      await withPeer(kind, targets.elements, row('elements'), check, peer =>
        check(`${row('elements')}/read`, async () => {
          const [uri = ''] = await peer.resources()
          expect((await peer.read(uri)).includes('"Desk"'), 'the tree does not name the app')
        }),
      )
      await check(`${row('nobody')}/told`, async () => {
        const reason = await reasonFor(kind, targets.nobody)
        expect(reason.includes('no running app'), `it is told: ${reason}`)
      })
    })
  })

/** Why a client gets nothing from attach, as it tells: where it connects or at its first request. */
async function reasonFor({ connect }: PeerKind, target: Target): Promise<string> {
  const reasonOf = (error: unknown) => (error instanceof Error ? error.message : 'none')
  const peer = await connect(target).catch(reasonOf)
  if (typeof peer === 'string') return peer
  const reason = await peer.tools().then(tools => `none, but ${tools.length} tools`, reasonOf)
  await peer.close().catch(() => {})
  return reason
}

async function withPeer(
  { revision, connect }: PeerKind,
  target: Target,
  row: string,
  check: Check,
  use: (peer: Peer) => Promise<unknown>,
): Promise<void> {
  const connected: Peer[] = []
  await check(`${row}/connect`, async () => {
    const peer = await connect(target)
    connected.push(peer)
    expect(peer.revision === revision, `the revision is ${peer.revision}`)
  })
  for (const peer of connected) {
    await use(peer)
    await check(`${row}/close`, peer.close)
  }
}
