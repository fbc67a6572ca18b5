/** Which files and dependencies count as used. */
import type { KnipConfig } from 'knip'
import { workspaceFolders } from './tools/lib/source-files.ts'

const SOURCES = { project: ['src/**/*.ts', 'bin/*.js'] }
const withoutSources = workspaceFolders(import.meta.dirname).filter(({ hasSources }) => !hasSources)

const config: KnipConfig = {
  include: ['dependencies', 'unlisted', 'unresolved', 'binaries', 'files'],
  ignoreWorkspaces: withoutSources.map(({ folder }) => folder),
  workspaces: {
    '.': {
      entry: [
        'tools/*.{ts,mjs}',
        'test/support/*.ts',
        // started as processes of their own
        'test/canary/canary-app.ts',
        'test/conformance/support/host-driver.ts',
        'examples/*/*.ts',
        'bench/run.ts',
        'bench/*/in-*.ts',
        'torture/run.ts',
        'torture/**/in-*.ts',
        'peers/run.ts',
        'vitest.mutation.config.ts',
      ],
      project: [
        'tools/**/*.{ts,mjs}',
        'bench/**/*.ts',
        'torture/**/*.ts',
        'peers/**/*.ts',
        'test/**/*.ts',
        'examples/**/*.ts',
        '*.config.ts',
      ],
      // system programs: one of every Linux, and those of the gui lane, which tools/test.ts sees to
      ignoreBinaries: ['mkfifo', 'script', 'openbox', 'Xvfb', 'import', 'convert'],
      ignoreDependencies: [
        // started by path from tools/lint.ts
        '@arethetypeswrong/cli',
        'oxlint',
        'oxlint-tsgolint',
        'publint',
        // for tests that are not written yet
        '@modelcontextprotocol/sdk',
        '@modelcontextprotocol/conformance',
        'fast-check',
        'playwright-core',
      ],
    },
    'packages/*': { entry: ['src/**/index.ts', 'bin/*.js'], ...SOURCES },
    // get-windows is loaded where a user installed it; it has to be compiled, so nobody else does
    'packages/host': { entry: ['src/**/index.ts'], ...SOURCES, ignoreDependencies: ['get-windows'] },
    'packages/cli': { entry: ['src/main.ts', 'bin/*.js'], ...SOURCES },
    'apps/desk': {
      entry: [
        'src/index.ts',
        'src/main.ts',
        'src/steps/main.ts',
        'src/page/index.ts',
        'bin/*.js',
        'page/src/main.tsx',
        'page/vite.config.ts',
      ],
      project: ['src/**/*.ts', 'page/**/*.{ts,tsx}', 'bin/*.js'],
    },
    'apps/*': { entry: ['src/index.ts', 'src/main.ts', 'bin/*.js'], ...SOURCES },
  },
}

export default config
