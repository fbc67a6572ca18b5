/** What a user installs: the packed packages in an empty project, on the oldest Node we promise and on ours. */
import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, test } from 'vitest'
import { type Ended, runToEnd } from '../support/run-node.js'

const root = join(import.meta.dirname, '../..')
const FOLDERS = [
  ...['protocol', 'provider', 'host', 'adapters', 'conformance', 'cli'].map(name => join('packages', name)),
  join('apps', 'desk'),
]
/** Packing and installing, where the registry has to be asked. Units: milliseconds. */
const INSTALL_MS = 300_000

let folder: string
let project: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'copane-packed-'))
  project = join(folder, 'project')
  mkdirSync(project)
  const pack = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder]
  await Promise.all(FOLDERS.map(folder => npm(pack, join(root, folder))))
  // The Node of the project is the oldest that the packages promise; its own install script brings it.
  const manifest = { private: true, type: 'module', allowScripts: { node: true } }
  writeFileSync(join(project, 'package.json'), JSON.stringify(manifest))
  const tarballs = readdirSync(folder)
    .filter(name => name.endsWith('.tgz'))
    .map(name => join(folder, name))
  equal(tarballs.length, FOLDERS.length)
  await npm(['install', '--prefer-offline', ...tarballs, 'node@^22.18', '@types/node@^24'], project)
  cpSync(join(root, 'examples/twenty-lines'), project, { recursive: true })
}, INSTALL_MS)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function npm(args: readonly string[], cwd: string): Promise<void> {
  const { code, output } = await runToEnd('npm', args, { cwd })
  equal(code, 0, output)
}

const node22 = () => join(project, 'node_modules/node/bin/node')

for (const [major, program] of [
  ['22', node22],
  ['24', () => process.execPath],
] as const)
  test(`the twenty lines and their check run from packed packages on Node ${major}`, async () => {
    const { output: version } = await runToEnd(program(), ['--version'], { cwd: project })
    equal(version.split('.')[0], `v${major}`)
    const { code, output } = await runToEnd(program(), ['check.ts'], { cwd: project })
    equal(code, 0, output)
  })

/** The installed command, in folders where nothing runs. */
function copane(args: readonly string[], input = ''): Promise<Ended> {
  const providers = join(folder, 'providers')
  mkdirSync(providers, { recursive: true, mode: 0o700 })
  const env = { ...process.env, COPANE_PROVIDERS_DIR: providers }
  return runToEnd(node22(), [join(project, 'node_modules/copane/bin/copane.js'), ...args], {
    cwd: project,
    env,
    input,
  })
}

test('the command is installed with all that it needs, none of it private', async () => {
  const names = [
    'copane',
    ...readdirSync(join(project, 'node_modules/@copane')).map(name => `@copane/${name}`),
  ]
  equal(names.length, FOLDERS.length)
  for (const name of names) {
    const manifest = readFileSync(join(project, 'node_modules', name, 'package.json'), 'utf8')
    doesNotMatch(manifest, /"private"/, name)
  }
  deepEqual(await copane(['--version']), { code: 0, output: '0.1.0\n' })
  const { code, output } = await copane(['apps'])
  equal(code, 0, output)
  match(output, /^copane: no app offers anything/)
  match((await copane(['check', 'elements', '--list'])).output, /EL-/)
})

test('its demo runs, and serves its page', async () => {
  const { code, output } = await copane(['demo'], 'address\nquit\n')
  equal(code, 0, output)
  match(output, /The desk runs as process \d+/)
  match(output, /http:\/\/127\.0\.0\.1:\d+\/\?key=/)
  equal(existsSync(join(project, 'node_modules/@copane/desk/dist/web/index.html')), true)
})

test('their types hold in a strict project that checks its libraries too', async () => {
  const compilerOptions = {
    target: 'es2024',
    module: 'nodenext',
    strict: true,
    skipLibCheck: false,
    noEmit: true,
    types: ['node'],
  }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  const compiler = join(root, 'node_modules/ts7/bin/tsc')
  deepEqual(await runToEnd(process.execPath, [compiler], { cwd: project }), { code: 0, output: '' })
})
