/** Runs every check that needs no test, side by side: `npm run lint [-- --full]`. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { flags } from './lib/flags.ts'
import { workspaceFolders } from './lib/source-files.ts'

/** One command; `arguments` begins with a script for node. */
type Command = { folder: string; arguments: readonly string[] }
type Step = { name: string; commands: readonly Command[] }
type Outcome = { passed: boolean; seconds: number; output: string }

const root = join(import.meta.dirname, '..')
const full = flags('npm run lint', ['full']).full || process.env.CI === 'true'

const inRoot = (script: string, ...rest: string[]): Command[] => [
  { folder: root, arguments: [join(root, script), ...rest] },
]

const quick: Step[] = [
  {
    name: 'format',
    commands: inRoot('node_modules/@biomejs/biome/bin/biome', 'format', '--reporter=summary', '.'),
  },
  { name: 'oxlint', commands: inRoot('node_modules/oxlint/bin/oxlint', '--type-aware', '--format=unix') },
  { name: 'imports', commands: inRoot('tools/check-imports.ts') },
  { name: 'checkers', commands: inRoot('tools/generate-checkers.ts', '--check') },
  { name: 'spec', commands: inRoot('tools/generate-spec.ts', '--check') },
  { name: 'types', commands: inRoot('node_modules/ts7/bin/tsc', '-p', 'tsconfig.test.json') },
]
const slow: Step[] = [
  { name: 'knip', commands: inRoot('node_modules/knip/bin/knip.js', '--no-progress', '--no-config-hints') },
  { name: 'publint', commands: publishedFolders().flatMap(publint) },
  { name: 'attw', commands: publishedFolders().filter(hasExports).flatMap(attw) },
]

const build = await runStep({ name: 'build', commands: inRoot('tools/build.mjs') })
report('build', build)
const steps = full ? [...quick, ...slow] : quick
const outcomes = await Promise.all(
  steps.map(async step => {
    const outcome = await runStep(step)
    report(step.name, outcome)
    return outcome
  }),
)
if (![build, ...outcomes].every(({ passed }) => passed)) process.exit(1)

function report(name: string, { passed, seconds, output }: Outcome): void {
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${name.padEnd(9)} ${seconds.toFixed(1)} s`)
  if (!passed) console.log(output.trimEnd().replaceAll(/^/gm, '       '))
}

async function runStep({ commands }: Step): Promise<Outcome> {
  const start = performance.now()
  let output = ''
  let passed = true
  for (const command of commands) {
    const result = await run(command)
    output += result.output
    passed &&= result.code === 0
  }
  return { passed, seconds: (performance.now() - start) / 1000, output }
}

function run(command: Command): Promise<{ code: number | null; output: string }> {
  return new Promise(resolve => {
    const env = { ...process.env, NO_COLOR: '1' }
    const child = spawn(process.execPath, command.arguments, { cwd: command.folder, env })
    let output = ''
    const collect = (chunk: Buffer): void => {
      output += chunk.toString()
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('error', ({ message }) => resolve({ code: null, output: message }))
    child.on('close', code => resolve({ code, output }))
  })
}

function publishedFolders(): string[] {
  return workspaceFolders(root)
    .filter(({ hasSources }) => hasSources)
    .map(({ folder }) => join(root, folder))
    .filter(folder => manifestOf(folder)['private'] !== true)
}

function hasExports(folder: string): boolean {
  return manifestOf(folder)['exports'] !== undefined
}

function manifestOf(folder: string): Record<string, unknown> {
  const manifest: Record<string, unknown> = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return manifest
}

function publint(folder: string): Command[] {
  return [{ folder, arguments: [join(root, 'node_modules/publint/src/cli.js'), '--strict'] }]
}

function attw(folder: string): Command[] {
  const script = join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js')
  return [{ folder, arguments: [script, '--pack', '--profile', 'esm-only', '--no-emoji', '--no-color'] }]
}
