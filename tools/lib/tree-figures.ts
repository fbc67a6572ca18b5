/** Counts over a source tree, for comparing it with itself over time and with others. */
import ts from 'typescript'
import { lineCount, type SourceFile } from './source-files.ts'
import { exportedDeclarations, isDocumented, isNamespace, parse, walk } from './syntax.ts'

/**
 * The figures of one tree.
 *
 * Units   `any`, `classes` and `throws` are per 1000 lines of source; `…Pct` of exported declarations and of
 *         lines; `testRatio` is test lines per source line; the rest are plain counts.
 */
export type TreeFigures = {
  files: number
  lines: number
  median: number
  p90: number
  longest: number
  testRatio: number
  any: number
  exportStar: number
  classes: number
  enums: number
  namespaces: number
  throws: number
  todo: number
  documentedPct: number
  commentPct: number
}

/** Measures sources, and tests against them. */
export function treeFigures(sources: readonly SourceFile[], tests: readonly SourceFile[]): TreeFigures {
  const sizes = sources.map(({ text }) => lineCount(text)).sort((a, b) => a - b)
  const lines = sum(sizes)
  const counts = countNodes(sources)
  const perThousand = (count: number): number => round((1000 * count) / (lines || 1), 1)
  return {
    files: sources.length,
    lines,
    median: percentile(sizes, 0.5),
    p90: percentile(sizes, 0.9),
    longest: sizes.at(-1) ?? 0,
    testRatio: round(sum(tests.map(({ text }) => lineCount(text))) / (lines || 1), 2),
    any: perThousand(counts.any),
    exportStar: counts.exportStar,
    classes: perThousand(counts.classes),
    enums: counts.enums,
    namespaces: counts.namespaces,
    throws: perThousand(counts.throws),
    todo: countMatches(sources, /TODO|FIXME|XXX/g),
    documentedPct: Math.round((100 * counts.documented) / (counts.exported || 1)),
    commentPct: Math.round((100 * countMatches(sources, /^\s*(?:\/\/|\/?\*)/gm)) / (lines || 1)),
  }
}

function countNodes(sources: readonly SourceFile[]) {
  const counts = {
    any: 0,
    exportStar: 0,
    classes: 0,
    enums: 0,
    namespaces: 0,
    throws: 0,
    exported: 0,
    documented: 0,
  }
  for (const source of sources) {
    const { tree } = parse(source)
    const exported = exportedDeclarations(tree)
    counts.exported += exported.length
    counts.documented += exported.filter(statement => isDocumented(tree, statement)).length
    walk(tree, node => {
      if (node.kind === ts.SyntaxKind.AnyKeyword) counts.any++
      else if (ts.isExportDeclaration(node) && !node.exportClause) counts.exportStar++
      else if (ts.isClassLike(node)) counts.classes++
      else if (ts.isEnumDeclaration(node)) counts.enums++
      else if (isNamespace(node)) counts.namespaces++
      else if (ts.isThrowStatement(node)) counts.throws++
    })
  }
  return counts
}

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

const round = (number: number, digits: number): number => Number(number.toFixed(digits))

const countMatches = (sources: readonly SourceFile[], pattern: RegExp): number =>
  sum(sources.map(({ text }) => text.match(pattern)?.length ?? 0))
