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

/** What is installed: our tarballs by name, packages of others, what npm is told on top; `beyond`: how much more than the SDK it may be. */
type Project = {
  ours?: readonly string[]
  theirs?: readonly string[]
  told?: readonly string[]
  beyond?: { sdk: string; packages: number; mib: number }
}

const SERVER_SDK = 'mcp-server-sdk'
const CLIENT_SDK = 'mcp-client-sdk'
const PROJECTS: { readonly [project: string]: Project } = {
  [SERVER_SDK]: { theirs: ['@modelcontextprotocol/server'] },
  [CLIENT_SDK]: { theirs: ['@modelcontextprotocol/client'] },
  'provider-app': { ours: ['protocol', 'provider'], beyond: { sdk: SERVER_SDK, packages: 3, mib: 2 } },
  host: { ours: ['protocol', 'host'], beyond: { sdk: CLIENT_SDK, packages: 3, mib: 6 } },
  'host-without-optional': {
    ours: ['protocol', 'host'],
    told: ['--omit=optional'],
    beyond: { sdk: CLIENT_SDK, packages: 2, mib: 2 },
  },
}
const LIMIT_MS = 120_000

/** Packs and installs; what npm knows already it takes from its cache. No install script runs. */
export async function measureInstall(): Promise<Section> {
  const at = join(folder, 'install')
  mkdirSync(at)
  for (const name of PACKAGES)
    await npm(['pack', '--silent', '--ignore-scripts', '--pack-destination', at], join(packagesFolder, name))
  const brought = new Map<string, Brought>()
  for (const [project, { ours = [], theirs = [], told = [] }] of Object.entries(PROJECTS)) {
    const own = join(at, project)
    mkdirSync(own)
    writeFileSync(join(own, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
    const wanted = [...ours.map(name => tarball(at, name)), ...theirs.map(withRange)]
    await npm([...INSTALL, ...told, ...wanted], own)
    brought.set(project, weigh(join(own, 'node_modules')))
  }
  const section: Section = { goals: {}, raw: { install: Object.fromEntries(brought) } }
  for (const [project, { beyond }] of Object.entries(PROJECTS)) {
    const [all, bare] = [brought.get(project), beyond && brought.get(beyond.sdk)]
    if (!beyond || !all || !bare) continue
    section.goals[`install-${project}-packages`] = atMost(beyond.packages, all.packages - bare.packages)
    section.goals[`install-${project}-mib`] = atMost(beyond.mib, (all.bytes - bare.bytes) / 2 ** 20)
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
