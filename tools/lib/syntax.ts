/** Reads TypeScript as a syntax tree, and answers what the checks ask of one. */
import ts from 'typescript'
import type { SourceFile } from './source-files.ts'

/** A parsed file with a checker that knows this file alone. */
export type Parsed = { tree: ts.SourceFile; checker: ts.TypeChecker }

/** Parses one file; it resolves no import and loads no library, so an unknown name is a global one. */
export function parse({ path, text }: SourceFile): Parsed {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const host: ts.CompilerHost = {
    getSourceFile: name => (name === path ? tree : undefined),
    fileExists: name => name === path,
    readFile: () => undefined,
    writeFile: () => {},
    getDefaultLibFileName: () => '',
    getCurrentDirectory: () => '',
    getCanonicalFileName: name => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
  }
  const options = { noLib: true, noResolve: true, allowJs: true, types: [], target: ts.ScriptTarget.Latest }
  return { tree, checker: ts.createProgram([path], options, host).getTypeChecker() }
}

/** Calls `visit` for every node below `node`, in source order. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  ts.forEachChild(node, child => {
    visit(child)
    walk(child, visit)
  })
}

/** The line of a node, from 1. */
export const lineOf = (tree: ts.SourceFile, node: ts.Node): number =>
  tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1

/** True where a statement carries the word `export`. */
export const isExported = (statement: ts.Statement): boolean =>
  ts.canHaveModifiers(statement) &&
  (ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false)

/** The exported declarations of a file; an overloaded function counts once, at its first line. */
export function exportedDeclarations(tree: ts.SourceFile): ts.Statement[] {
  return tree.statements.filter((statement, at, all) => {
    const before = all[at - 1]
    const overload =
      ts.isFunctionDeclaration(statement) &&
      before !== undefined &&
      ts.isFunctionDeclaration(before) &&
      before.name?.text === statement.name?.text
    return isExported(statement) && !overload
  })
}

/** True when a docstring stands before the statement; the sentence that opens the file is none. */
export function isDocumented(tree: ts.SourceFile, statement: ts.Statement): boolean {
  const comments = ts.getLeadingCommentRanges(tree.text, statement.getFullStart()) ?? []
  const docstrings = comments.filter(({ pos }) => tree.text.startsWith('/**', pos))
  return docstrings.length > (statement === tree.statements[0] ? 1 : 0)
}

/** True for a `namespace`; `declare module 'x'` and `declare global` are none. */
export const isNamespace = (node: ts.Node): node is ts.ModuleDeclaration =>
  ts.isModuleDeclaration(node) && ts.isIdentifier(node.name) && node.name.text !== 'global'
