/** How the tests run: three lanes, in random order, in-process tests on the sources. */
import { join } from 'node:path'
import { defineConfig, type Plugin, type TestProjectInlineConfiguration } from 'vitest/config'
import { LANES, type Lane } from './tools/lib/lanes.ts'

/** Sends `@copane/<package>[/subpath]` to its sources, so a test never sees an old build. */
const packageSources: Plugin = {
  name: 'package-sources',
  enforce: 'pre',
  resolveId(id) {
    const [, name, subpath = ''] = /^@copane\/([\w-]+)(?:\/(.+))?$/.exec(id) ?? []
    if (name === undefined) return undefined
    const folder = name === 'desk' ? 'apps' : 'packages'
    return join(import.meta.dirname, folder, name, 'src', subpath, 'index.ts')
  },
}

const OPTIONS: { [Name in Lane['name']]: TestProjectInlineConfiguration['test'] } = {
  unit: { testTimeout: 60_000, hookTimeout: 60_000 },
  process: { testTimeout: 60_000, hookTimeout: 60_000, maxWorkers: 2 },
  gui: { testTimeout: 60_000, hookTimeout: 60_000, maxWorkers: 1 },
}

export default defineConfig({
  plugins: [packageSources],
  test: {
    sequence: { shuffle: true },
    projects: LANES.map(({ name, include, exclude }, groupOrder) => ({
      extends: true as const,
      test: {
        name,
        include: [...include],
        exclude: [...exclude, '**/node_modules/**', '**/dist/**'],
        sequence: { groupOrder },
        ...OPTIONS[name],
      },
    })),
  },
})
