/** What a mutation report says survived, as lines that stay the same when code above them moves. */

type Place = { line: number; column: number }
type Mutant = { status: string; replacement?: string; location: { start: Place; end: Place } }

/** As much of a report (mutation-testing-report-schema) as is looked at. */
export type Report = { files: { [path: string]: { source: string; mutants: Mutant[] } } }

/** A line for each mutant that no test kills: file below `src`, the code, what stood in its place; sorted. */
export const survivors = ({ files }: Report): string[] =>
  Object.entries(files)
    .flatMap(([path, { source, mutants }]) =>
      mutants
        .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
        .map(
          mutant =>
            `${path.split('/src/').at(-1)} | ${codeOf(mutant, source)} | ${short(mutant.replacement ?? '')}`,
        ),
    )
    .toSorted()

/** How many mutants were killed, of all that were tried. */
export function scoreOf({ files }: Report): { killed: number; all: number } {
  const statuses = Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status))
  const killed = statuses.filter(status => status === 'Killed' || status === 'Timeout').length
  const alive = statuses.filter(status => status === 'Survived' || status === 'NoCoverage').length
  return { killed, all: killed + alive }
}

/** The lines between fences of a Markdown text. */
export const linesInFences = (text: string): string[] =>
  text
    .split(/^```.*$/m)
    .filter((_, at) => at % 2 === 1)
    .flatMap(part => part.split('\n').filter(line => line !== ''))

/** The lines of a list that another one does not have, or has less often. */
export function unlike(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...others]
  return lines.filter(line => {
    const at = left.indexOf(line)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

function codeOf({ location: { start, end } }: Mutant, source: string): string {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  const last = lines.length - 1
  const cut = lines.map((line, at) =>
    line.slice(at === 0 ? start.column - 1 : 0, at === last ? end.column - 1 : undefined),
  )
  return short(cut.join(' '))
}

const short = (code: string): string => {
  const line = code.replaceAll(/\s+/g, ' ').trim()
  return line.length > 70 ? `${line.slice(0, 69)}…` : line
}
