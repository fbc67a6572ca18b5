/** A providers folder of its own for one test, with what a provider would write into it. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A temporary folder that is ours alone. */
export type TestFolder = {
  path: string
  /** Writes a file as text, or as JSON. */
  write: (name: string, content: unknown) => void
  remove: () => void
}

/** Makes the folder, mode 0700. */
export function makeFolder(): TestFolder {
  const path = mkdtempSync(join(tmpdir(), 'copane-host-'))
  chmodSync(path, 0o700)
  return {
    path,
    write: (name, content) =>
      writeFileSync(join(path, name), typeof content === 'string' ? content : JSON.stringify(content), {
        mode: 0o600,
      }),
    remove: () => rmSync(path, { recursive: true, force: true }),
  }
}

/** A descriptor of this very process; name the port it listens on. */
export const descriptorOf = (port: number, over: object = {}): object => ({
  protocol: '0.2.0',
  bundleId: 'org.example.Editor',
  name: 'Editor',
  version: '1.2.0',
  instance: 'k3f9x2',
  endpoint: `http://127.0.0.1:${port}/e`,
  token: 't',
  pid: process.pid,
  ...over,
})
