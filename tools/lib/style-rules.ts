/** The house rules that one file can be held to without knowing any other. */
import ts from 'typescript'
import type { Violation } from './import-rules.ts'
import { lineCount, type SourceFile } from './source-files.ts'
import { exportedDeclarations, isDocumented, isNamespace, lineOf, type Parsed, walk } from './syntax.ts'

/** The most lines a written file may have. */
export const MAX_LINES = 300

/** Every house rule that one file breaks. */
export function styleViolations({ path, text }: SourceFile, { tree }: Parsed): Violation[] {
  const found: Violation[] = []
  const tell = (node: ts.Node, message: string): void => {
    found.push({ path, line: lineOf(tree, node), message })
  }
  const lines = lineCount(text)
  if (lines > MAX_LINES)
    found.push({ path, line: lines, message: `has ${lines} lines: ${MAX_LINES} at most` })
  for (const statement of exportedDeclarations(tree))
    if (!isDocumented(tree, statement)) tell(statement, 'exports something without a docstring')
  walk(tree, node => {
    const message = forbidden(node)
    if (message) tell(node, message)
  })
  return found
}

function forbidden(node: ts.Node): string | undefined {
  if (ts.isExportDeclaration(node) && (!node.exportClause || ts.isNamespaceExport(node.exportClause)))
    return 'export *: name what is public'
  if (isDefaultExport(node)) return 'default export: give it a name'
  if (node.kind === ts.SyntaxKind.AnyKeyword) return 'any: take unknown in and parse it'
  if (ts.isAsExpression(node) && isAsUnknown(node.expression)) return 'as unknown as: parse instead'
  if (ts.isNonNullExpression(node)) return '!: handle the missing value'
  if ((ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node)) && node.exclamationToken)
    return '!: give it a value'
  if (ts.isEnumDeclaration(node)) return 'enum: use a union of literals'
  if (isNamespace(node)) return 'namespace: use a module'
  return undefined
}

function isDefaultExport(node: ts.Node): boolean {
  if (ts.isExportAssignment(node)) return true
  if (ts.isExportSpecifier(node)) return node.name.text === 'default'
  return ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(isDefaultKeyword)
}

const isDefaultKeyword = ({ kind }: ts.ModifierLike): boolean => kind === ts.SyntaxKind.DefaultKeyword

const isAsUnknown = (inner: ts.Expression): boolean =>
  ts.isParenthesizedExpression(inner)
    ? isAsUnknown(inner.expression)
    : ts.isAsExpression(inner) && inner.type.kind === ts.SyntaxKind.UnknownKeyword
