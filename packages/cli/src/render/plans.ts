/** What `copane init` would do, and did. */
import type { Plan } from '../clients/plan.js'
import { snippetOf } from '../clients/snippet.js'
import type { Launch } from '../clients/table.js'
import type { Written } from '../clients/write.js'
import type { Line } from '../io.js'
import { diffLines } from './diff.js'
import { marked } from './lines.js'

/** One client: how it stands, and the change to its file. */
export function planLines(plan: Plan, launch: Launch): Line[] {
  const { client } = plan
  const head = (word: string, tone: 'good' | 'care' | 'bad', rest: string): Line[] =>
    marked([`${word.padEnd(8)}  ${client.name.padEnd(14)}  ${rest}`], [tone])
  switch (plan.kind) {
    case 'absent':
      return [`absent    ${client.name.padEnd(14)}  not found here`]
    case 'elsewhere':
      return head('by hand', 'care', `its documentation names no file for this system: ${client.docs}`)
    case 'there':
      return head('there', 'good', plan.file)
    case 'refused':
      return [
        ...head('refused', 'bad', `${plan.file}: ${plan.why}; it is left alone. By hand, it takes:`),
        ...snippetOf(client, launch)
          .split('\n')
          .map(line => `    ${line}`),
      ]
    case 'write': {
      const what = plan.before === undefined ? 'new' : plan.replaces ? 'replace' : 'add'
      return [...head(what, 'care', plan.file), ...diffLines(plan.before ?? '', plan.after)]
    }
    default:
      return plan satisfies never
  }
}

/** What came of writing a file. */
export function writtenLine(file: string, outcome: Written | { kind: 'left' }): string {
  switch (outcome.kind) {
    case 'written':
      return `copane: wrote ${file}${outcome.backup === undefined ? '' : `; as it was: ${outcome.backup}`}; restart the client`
    case 'refused':
      return `copane: ${file} is left alone: ${outcome.why}`
    case 'left':
      return `copane: ${file} is left alone`
    default:
      return outcome satisfies never
  }
}
