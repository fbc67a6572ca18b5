/** What `npm i` brings, from packed packages into an empty project, beside the MCP SDK alone. */
import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { folder } from '../../torture/lib/children.ts'
import { atMost, type Section } from '../lib/report.ts'

const run = promisify(execFile)

/** What is there after an installation. Units: bytes, as the files say; the disk may hold more. */
type Brought = { packages: number; files: number; bytes: number }

const PACKAGES = ['protocol', 'provider', 'host'] as const
const packagesFolder = join(import.meta.dirname, '../../packages')
/** What is installed together; `ours` by name of the package, from its tarball. */
const PROJECTS = {
  'provider-app': { ours: ['protocol', 'provider'], theirs: [], sdk: 'mcp-server-sdk' },
  host: { ours: ['protocol', 'host'], theirs: [], sdk: 'mcp-client-sdk' },
  'mcp-server-sdk': { ours: [], theirs: ['@modelcontextprotocol/server'], sdk: undefined },
  'mcp-client-sdk': { ours: [], theirs: ['@modelcontextprotocol/client'], sdk: undefined },
} as const satisfies {
  [project: string]: { ours: readonly string[]; theirs: readonly string[]; sdk: string | undefined }
}
/** What we may bring on top of the SDK: our own packages, and one that judges JSON Schema or tells the front window. */
const MOST_ON_TOP = { packages: 4, bytes: 2 * 2 ** 20 }
const LIMIT_MS = 120_000

/** Packs and installs; what npm knows already it takes from its cache. No install script runs. */
export async function measureInstall(): Promise<Section> {
  const at = join(folder, 'install')
  mkdirSync(at)
  for (const name of PACKAGES)
    await npm(['pack', '--silent', '--ignore-scripts', '--pack-destination', at], join(packagesFolder, name))
  const brought = new Map<string, Brought>()
  for (const [project, { ours, theirs }] of Object.entries(PROJECTS)) {
    const own = join(at, project)
    mkdirSync(own)
    writeFileSync(join(own, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
    await npm([...INSTALL, ...ours.map(name => tarball(at, name)), ...theirs.map(withRange)], own)
    brought.set(project, weigh(join(own, 'node_modules')))
  }
  const section: Section = { goals: {}, raw: { install: Object.fromEntries(brought) } }
  for (const [project, { sdk }] of Object.entries(PROJECTS)) {
    const [all, bare] = [brought.get(project), sdk && brought.get(sdk)]
    if (!all || !bare) continue
    section.goals[`install-${project}-packages`] = atMost(MOST_ON_TOP.packages, all.packages - bare.packages)
    section.goals[`install-${project}-mib`] = atMost(
      MOST_ON_TOP.bytes / 2 ** 20,
      (all.bytes - bare.bytes) / 2 ** 20,
    )
  }
  return section
}

const INSTALL = ['install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund']

const npm = (args: readonly string[], cwd: string) => run('npm', args, { cwd, timeout: LIMIT_MS })

function tarball(at: string, name: string): string {
  const found = readdirSync(at).find(file => file.startsWith(`copane-${name}-`))
  if (found === undefined) throw new Error(`${name} was not packed`)
  return join(at, found)
}

/** The SDK in the range in which we ask for it. */
function withRange(name: string): string {
  const from = name.endsWith('server') ? 'provider' : 'host'
  const manifest: { dependencies: { [name: string]: string } } = JSON.parse(
    readFileSync(join(packagesFolder, from, 'package.json'), 'utf8'),
  )
  return `${name}@${manifest.dependencies[name] ?? ''}`
}

/** A package is what npm's own list of what it installed names. */
function weigh(modules: string): Brought {
  const list: { packages: object } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'))
  const files = readdirSync(modules, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
  return { packages: Object.keys(list.packages).length, files: files.length, bytes }
}
