/** Finds the descriptor of the app to check, also one that a host ignores: what is wrong with it is to be told. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { EndpointTarget } from '@copane/conformance/node'
import { findProvidersFolder } from '@copane/host/node'
import { MAX_DESCRIPTOR_BYTES } from '@copane/protocol/elements'
import { isRecord } from '@copane/protocol/findings'
import { findAll } from '../find-app.js'
import type { Io } from '../io.js'
import { table } from '../render/lines.js'

/** What a descriptor leads to, as far as it can be read. */
export type ReadDescriptor = {
  file: string
  pid: unknown
  name: unknown
  bundleId: unknown
  elements: EndpointTarget | undefined
  bridge: EndpointTarget | undefined
}

/** One descriptor, or lines that say why there is none. */
export type FoundDescriptor =
  | { kind: 'found'; descriptor: ReadDescriptor }
  | { kind: 'none'; lines: string[] }

/** Reads the file of a path. */
export function descriptorAt(path: string): FoundDescriptor {
  const file = resolve(path)
  const descriptor = read(file)
  return descriptor
    ? { kind: 'found', descriptor }
    : { kind: 'none', lines: [`copane: ${file} is no file with one JSON object`] }
}

/** Looks through the folder; of several that fit, the one that a host would use. */
export async function findDescriptor(
  io: Io,
  { app, pid }: { app: string | undefined; pid: number | undefined },
): Promise<FoundDescriptor> {
  const folder = io.folder ?? (await findProvidersFolder())
  const all = namesIn(folder).flatMap(name => read(join(folder, name)) ?? [])
  const fitting = all.filter(
    one => (pid === undefined || one.pid === pid) && (app === undefined || isNamed(one, app)),
  )
  const verdicts = await findAll(io)
  const results = verdicts.kind === 'read' ? verdicts.results : []
  const used = fitting.filter(({ file }) =>
    results.some(result => result.kind === 'used' && join(folder, result.file) === file),
  )
  const [only] = fitting.length === 1 ? fitting : used
  if (fitting.length > 1 && used.length !== 1) return { kind: 'none', lines: severalLines(fitting) }
  if (!only) return { kind: 'none', lines: noneLines(folder, all) }
  if (verdicts.kind === 'refused') io.tell([`copane: a host does not use ${folder}: ${verdicts.message}`])
  const ignored = results.find(result => result.kind === 'ignored' && join(folder, result.file) === only.file)
  if (ignored?.kind === 'ignored')
    io.tell([
      `copane: a host ignores this app: ${ignored.rule} ${ignored.message}; it is checked all the same`,
    ])
  return { kind: 'found', descriptor: only }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter(name => name.endsWith('.json'))
  } catch {
    return []
  }
}

function read(file: string): ReadDescriptor | undefined {
  try {
    const facts = statSync(file)
    if (!facts.isFile() || facts.size > MAX_DESCRIPTOR_BYTES) return undefined
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (!isRecord(value)) return undefined
    const { pid, name, bundleId, bridge } = value
    return { file, pid, name, bundleId, elements: endpointIn(value), bridge: endpointIn(bridge) }
  } catch {
    return undefined
  }
}

function endpointIn(value: unknown): EndpointTarget | undefined {
  if (!isRecord(value)) return undefined
  const { endpoint, token } = value
  return typeof endpoint === 'string' && typeof token === 'string' ? { endpoint, token } : undefined
}

const isNamed = ({ name, bundleId }: ReadDescriptor, wanted: string): boolean =>
  [name, bundleId].some(each => typeof each === 'string' && each.toLowerCase() === wanted.toLowerCase())

const choices = (found: readonly ReadDescriptor[]): string[] =>
  table(found.map(({ pid, name, file }) => [`  --pid ${String(pid)}`, String(name), file]))

const severalLines = (fitting: readonly ReadDescriptor[]): string[] => [
  'copane: several descriptors fit; name a process or a file:',
  ...choices(fitting),
]

const noneLines = (folder: string, all: readonly ReadDescriptor[]): string[] =>
  all.length === 0
    ? [
        `copane: there is no descriptor in ${folder}`,
        'an app without one is checked by its URL: copane check --help',
      ]
    : [`copane: no descriptor in ${folder} fits`, ...choices(all)]
