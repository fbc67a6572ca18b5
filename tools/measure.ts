/** Prints figures of the written sources of all packages and apps: `npm run -s measure [-- --json]`. */
import { flags } from './lib/flags.ts'
import { readSources } from './lib/source-files.ts'
import { treeFigures } from './lib/tree-figures.ts'

const { json } = flags('npm run -s measure', ['json'])
const root = `${import.meta.dirname}/..`

const isTest = (path: string): boolean => path.startsWith('test/') || path.split('/')[2] === 'test'

const files = readSources(root, ['packages/*', 'apps/*', 'test'])
const figures = treeFigures(
  files.filter(({ path }) => !isTest(path)),
  files.filter(({ path }) => isTest(path)),
)

if (json) console.log(JSON.stringify(figures))
else for (const [name, figure] of Object.entries(figures)) console.log(`${name.padEnd(14)} ${figure}`)
