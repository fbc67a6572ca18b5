/** One more server in the text of a client's configuration: everything else stays as it was, or nothing is done. */
import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '@copane/protocol/findings'
import { editJson, readJson } from './edit-json.js'
import { editToml, readToml } from './edit-toml.js'
import { editYaml, readYaml } from './edit-yaml.js'
import type { Format } from './table.js'

/** What is to be in a configuration: the entry `name` below `at`. */
export type Wanted = { at: string; name: string; entry: { [name: string]: unknown } }

/** What came of it; `replaces`: there was an entry of that name with something else in it. */
export type Edited =
  | { kind: 'edited'; text: string; replaces: boolean }
  | { kind: 'there' }
  | { kind: 'refused'; why: string }

/** What a configuration says; undefined when it can't be parsed. */
export type Read = { data: { [name: string]: unknown } } | undefined

/** How one format is read, and how an entry is put into a text that could be read. */
type Editor = { read: (text: string) => Read; edit: (text: string, wanted: Wanted) => string | undefined }

const EDITORS: { readonly [Of in Format]: Editor } = {
  json: { read: text => readJson(text, false), edit: editJson },
  jsonc: { read: text => readJson(text, true), edit: editJson },
  toml: { read: readToml, edit: editToml },
  yaml: { read: readYaml, edit: editYaml },
}

/**
 * Puts an entry into a configuration.
 *
 * Shape   comments, order and format stay. What comes out is parsed again and compared with what was there: where anything
 *         but the entry differs, it is refused.
 * Errors  none: what can't be parsed is refused, never mended.
 */
export function edit(text: string, format: Format, wanted: Wanted): Edited {
  const editor = EDITORS[format]
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : ''
  const body = text.slice(mark.length)
  const before = editor.read(body)
  if (!before) return { kind: 'refused', why: `it can't be parsed as ${format.toUpperCase()}` }
  const servers = before.data[wanted.at]
  if (servers !== undefined && servers !== null && !isRecord(servers))
    return { kind: 'refused', why: `its "${wanted.at}" is no table of servers` }
  const old = isRecord(servers) && Object.hasOwn(servers, wanted.name) ? servers[wanted.name] : undefined
  if (isRecord(old) && isDeepStrictEqual(plain(old), wanted.entry)) return { kind: 'there' }
  const edited = editor.edit(body, wanted)
  const after = edited === undefined ? undefined : editor.read(edited)
  return edited !== undefined && after && isOnlyThat(before.data, after.data, wanted)
    ? { kind: 'edited', text: mark + edited, replaces: old !== undefined }
    : { kind: 'refused', why: 'the entry does not fit in without changing something else' }
}

function isOnlyThat(before: object, after: object, { at, name, entry }: Wanted): boolean {
  const servers = Reflect.get(before, at)
  const wanted = { ...before, [at]: { ...(isRecord(servers) ? servers : {}), [name]: entry } }
  return isDeepStrictEqual(plain(after), plain(wanted))
}

/** Parsers give objects of kinds of their own; what counts is what they hold. Dates of TOML become text. */
const plain = (value: object): unknown => JSON.parse(JSON.stringify(value))
