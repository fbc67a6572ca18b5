/** A window manager that says what a test wants, to show what happens between two windows. */
import x11, { type Display } from 'x11'
import { forgetOtherServers } from '../../src/node/front/x11-connection.ts'

/** The predefined atom of windows. */
const WINDOW = 33

/** Says which window is active. */
export type FakeManager = { activate: (...windows: number[]) => Promise<void>; stop: () => void }

/** Manages a screen that has no manager yet. */
export async function startManager(display: string): Promise<FakeManager> {
  const { client, screen } = await new Promise<Display>((resolve, reject) =>
    x11.createClient({ display, shm: false, disableBigRequests: true }, (error, opened) =>
      error ? reject(error) : resolve(opened),
    ),
  )
  forgetOtherServers(client)
  client.on('error', () => {})
  const root = screen[0]?.root ?? 0
  const atom = (name: string) =>
    new Promise<number>((resolve, reject) =>
      client.InternAtom(false, name, (error, value) => (error ? reject(error) : resolve(value))),
    )
  const [check, active] = [await atom('_NET_SUPPORTING_WM_CHECK'), await atom('_NET_ACTIVE_WINDOW')]
  const window = client.AllocID()
  client.CreateWindow(window, root, 0, 0, 1, 1, 0, 0, 1, 0, {})
  for (const target of [root, window]) client.ChangeProperty(0, target, check, WINDOW, 32, [window])
  await client.sync()
  return {
    activate: async (...windows) => {
      client.ChangeProperty(0, root, active, WINDOW, 32, windows)
      await client.sync()
    },
    stop: () => client.stream.destroy(),
  }
}
