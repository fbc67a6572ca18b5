/** What `copane init` would do for each client, before anything is written. */
import { readFile, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { edit } from './edit.js'
import {
  type Client,
  CLIENTS,
  ENTRY_NAME,
  entryOf,
  fileOf,
  type Launch,
  type Places,
  signsOf,
} from './table.js'

/**
 * What is to be done for one client.
 *
 * Shape   `absent`: nothing shows that the client is here. `elsewhere`: its documentation names no file for this system.
 *         `there`: it has the entry. `write`: `before` becomes `after`; without `before` the file is new. `refused`: why it
 *         is left alone.
 */
export type Plan = { client: Client } & (
  | { kind: 'absent' }
  | { kind: 'elsewhere' }
  | { kind: 'there'; file: string }
  | { kind: 'write'; file: string; before: string | undefined; after: string; replaces: boolean }
  | { kind: 'refused'; file: string; why: string }
)

/** Where this user's files are. */
export const ownPlaces = (): Places => ({
  platform: process.platform,
  home: homedir(),
  appData: process.env.APPDATA,
  variable: name => process.env[name],
})

const MOST_BYTES = 32 * 1024 * 1024

/** Plans for every client, or the ones that are named; reads, and changes nothing. */
export const planAll = (launch: Launch, ids: readonly string[] = [], places = ownPlaces()): Promise<Plan[]> =>
  Promise.all(
    CLIENTS.filter(({ id }) => ids.length === 0 || ids.includes(id)).map(client =>
      planFor(client, launch, places),
    ),
  )

async function planFor(client: Client, launch: Launch, places: Places): Promise<Plan> {
  const signs = await Promise.all(signsOf(client, places).map(isThere))
  if (!signs.some(Boolean)) return { kind: 'absent', client }
  const file = fileOf(client, places)
  if (file === undefined) return { kind: 'elsewhere', client }
  const read = await readConfig(file)
  if (read.kind === 'refused') return { ...read, client, file }
  const wanted = { at: client.at, name: ENTRY_NAME, entry: entryOf(client.entry, launch) }
  const edited = edit(read.text ?? '', client.format, wanted)
  switch (edited.kind) {
    case 'there':
      return { kind: 'there', client, file }
    case 'refused':
      return { ...edited, client, file }
    case 'edited':
      return { kind: 'write', client, file, before: read.text, after: edited.text, replaces: edited.replaces }
    default:
      return edited satisfies never
  }
}

/** The text of a configuration; undefined where there is none yet. */
export async function readConfig(
  file: string,
): Promise<{ kind: 'text'; text: string | undefined } | { kind: 'refused'; why: string }> {
  try {
    const facts = await stat(file)
    if (!facts.isFile()) return { kind: 'refused', why: 'it is no file' }
    if (facts.size > MOST_BYTES) return { kind: 'refused', why: 'it is too large to be a configuration' }
    const bytes = await readFile(file)
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch (error) {
    if (error instanceof TypeError) return { kind: 'refused', why: 'it is no UTF-8' }
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    return code === 'ENOENT'
      ? { kind: 'text', text: undefined }
      : { kind: 'refused', why: `it can't be read (${code})` }
  }
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
