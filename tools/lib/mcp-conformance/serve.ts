/** The suite's fixture on our serving layer, behind a door. */
import { createHttpFace } from '../../../packages/provider/dist/mcp/http-face.js'
import { listen } from '../../../packages/provider/dist/node/listener.js'
import { openDoor } from './door.ts'
import { fixtureServer, WATCHED } from './fixture.ts'

const TOKEN = 'of-the-fixture'
const PATH = '/mcp'

/** Serves until it is closed; the address is the door's. */
export async function serveFixture(): Promise<{ url: string; close: () => Promise<void> }> {
  const face = createHttpFace({
    path: PATH,
    app: { name: 'fixture', version: '1.0.0' },
    hearable: { toolsListChanged: true, resources: [WATCHED] },
    serve: () => fixtureServer(() => face.tell({ kind: 'tools' })),
  })
  const outcome = await listen([{ path: PATH, token: TOKEN, face }])
  if (outcome.kind === 'refused') throw new Error(outcome.reason)
  const { listener } = outcome
  const door = await openDoor({ port: listener.port, path: PATH, token: TOKEN })
  return {
    url: door.url,
    async close() {
      door.close()
      await listener.close()
    },
  }
}
