/** Short forms for tests of answers: trees from outlines, findings as lines. */
import { parseOutline, type TreeElement } from '@copane/protocol/elements'
import type { Finding } from '@copane/protocol/findings'

/** The tree of an outline; throws where it is misread, since that is a slip in the test. */
export function tree(outline: string): TreeElement {
  const read = parseOutline(outline)
  if (read.kind === 'misread') throw new Error(`line ${read.line}: ${read.message}`)
  return read.root
}

/** An answer of this version that reports a tree, or whatever stands for one. */
export const answer = (root: unknown) => ({ protocol: '0.2.0', instance: 'k3f9x2', root })

/** An answer whose root holds one element with more fields. */
export const answerWith = (fields: object) =>
  answer({ id: 'app', role: 'Application', title: 'A', children: [{ id: 'a', role: 'Group', ...fields }] })

/** Findings as `id level consequence place`, in the order in which they were told. */
export const told = (findings: readonly Finding[]): string[] =>
  findings.map(({ requirement, level, consequence, at }) => `${requirement} ${level} ${consequence} ${at}`)

/** A list nested so deep that no recursion survives it, as JSON text. */
export const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
