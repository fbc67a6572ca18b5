/** Who may import whom, and where effects may be named. */
import { isBuiltin } from 'node:module'
import { posix } from 'node:path'
import { globalUses, moduleUses } from './module-uses.ts'
import type { SourceFile } from './source-files.ts'
import type { Parsed } from './syntax.ts'

/** One broken rule at one line. */
export type Violation = { path: string; line: number; message: string }

/** What a package declares in its package.json: every dependency it may import; what is bundled may be one for building. */
export type Declared = (folder: string, isBundled: boolean) => ReadonlySet<string>

const EVERYTHING = ['protocol', 'provider', 'host', 'adapters', 'conformance']
const MAY_IMPORT = new Map<string, readonly string[]>([
  ['packages/protocol', []],
  ['packages/provider', ['protocol']],
  ['packages/host', ['protocol']],
  ['packages/adapters', ['protocol']],
  ['packages/conformance', ['protocol']],
  ['packages/cli', [...EVERYTHING, 'desk']],
])
const APPS_MAY_IMPORT = ['protocol', 'provider', 'host', 'adapters']
/** What Node has and a browser has not. */
const NODE_ALONE = new Set(['process', 'setImmediate', 'globalThis.process', 'globalThis.setImmediate'])
const EDGE_FOLDERS = new Set(['mcp', 'node', 'dom', 'gtk', 'vscode', 'atspi'])

/** Every import and effect of one file that the design's table or edge rule forbids. */
export function importViolations(file: SourceFile, parsed: Parsed, declared: Declared): Violation[] {
  const messages = [
    ...moduleUses(parsed).map(({ specifier, line }) => ({
      line,
      message: judge(file.path, specifier, declared),
    })),
    ...globalUses(parsed).map(({ name, line }) => ({ line, message: judgeEffect(file.path, name) })),
  ]
  return messages.flatMap(({ line, message }) => (message ? [{ path: file.path, line, message }] : []))
}

/** True where effects may be named: an edge folder, the command, an app; protocol has no edge. */
export function isEdge(path: string): boolean {
  const [kind, name, , ...below] = path.split('/')
  if (kind === 'apps' || name === 'cli') return true
  return name !== 'protocol' && below.slice(0, -1).some(folder => EDGE_FOLDERS.has(folder))
}

/** True in the page of an app: it runs in a browser, bundled, and shares what is pure with the app. */
const isPage = (path: string): boolean => /^apps\/[^/]+\/page\//.test(path)

function judge(path: string, specifier: string, declared: Declared): string | undefined {
  const folder = path.split('/').slice(0, 2).join('/')
  if (specifier.startsWith('.')) return judgeRelative(path, folder, specifier)
  if (isBuiltin(specifier)) {
    if (!specifier.startsWith('node:')) return `imports ${specifier}: write node:${specifier}`
    return judgeEffect(path, specifier)
  }
  const name = packageOf(specifier)
  return (
    judgeOurs(folder, name) ??
    judgeForBrowser(path, specifier) ??
    (declared(folder, isPage(path)).has(name)
      ? undefined
      : `imports ${name}, which ${folder}/package.json does not declare`) ??
    (name.startsWith('@modelcontextprotocol/') ? judgeEffect(path, specifier) : undefined)
  )
}

function judgeRelative(path: string, folder: string, specifier: string): string | undefined {
  const target = posix.join(posix.dirname(path), specifier)
  const own = isPage(path) ? [`${folder}/src/`, `${folder}/page/src/`] : [`${folder}/src/`]
  return own.some(start => target.startsWith(start))
    ? undefined
    : `imports ${specifier}, outside ${folder}/src: import the package by its name`
}

const judgeForBrowser = (path: string, name: string): string | undefined =>
  isPage(path) && (NODE_ALONE.has(name) || /^node:|\/node$/.test(name))
    ? `uses ${name}: a page runs in a browser`
    : undefined

function judgeOurs(folder: string, name: string): string | undefined {
  const allowed = folder.startsWith('apps/') ? APPS_MAY_IMPORT : MAY_IMPORT.get(folder)
  if (!allowed) return `${folder} is not in the import table of tools/lib/import-rules.ts`
  const ours = name === 'copane' ? 'cli' : /^@copane\/(.+)$/.exec(name)?.[1]
  if (ours === undefined && allowed.length > 0) return undefined
  if (ours !== undefined && allowed.includes(ours)) return undefined
  return `imports ${name}: ${folder} may import ${allowed.join(', ') || 'nothing'}`
}

const judgeEffect = (path: string, name: string): string | undefined =>
  judgeForBrowser(path, name) ??
  (isEdge(path) ? undefined : `uses ${name} outside the folders ${[...EDGE_FOLDERS].join('/, ')}/`)

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
