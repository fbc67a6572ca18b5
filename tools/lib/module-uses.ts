/** What a file uses of the world outside it: the modules it imports and the globals it names. */
import ts from 'typescript'
import { lineOf, type Parsed, walk } from './syntax.ts'

/** One import of a module, in whatever form. */
export type ModuleUse = { specifier: string; line: number }

/** One use of a global that has an effect; `name` is what a message shows. */
export type GlobalUse = { name: string; line: number }

const EFFECTS = new Set(['console', 'process', 'crypto', 'setTimeout', 'setInterval', 'setImmediate'])
const EFFECT_MEMBERS = new Map([
  ['Math', new Set(['random'])],
  ['AbortSignal', new Set(['timeout'])],
  ['globalThis', EFFECTS],
])

/** Every module a file names: imports, re-exports, `import()`, `import type` and `require`. */
export function moduleUses({ tree }: Parsed): ModuleUse[] {
  const uses: ModuleUse[] = []
  walk(tree, node => {
    const specifier = specifierOf(node)
    if (specifier && ts.isStringLiteralLike(specifier))
      uses.push({ specifier: specifier.text, line: lineOf(tree, node) })
  })
  return uses
}

/** Every global with an effect that a file names; a parameter or local of the same name is none. */
export function globalUses({ tree, checker }: Parsed): GlobalUse[] {
  const uses: GlobalUse[] = []
  walk(tree, node => {
    if (!ts.isIdentifier(node) || !isReference(node) || !isGlobal(node, checker)) return
    const member = memberOf(node)
    const line = lineOf(tree, node)
    if (EFFECTS.has(node.text)) uses.push({ name: node.text, line })
    else if (member !== undefined && EFFECT_MEMBERS.get(node.text)?.has(member))
      uses.push({ name: `${node.text}.${member}`, line })
  })
  return uses
}

function specifierOf(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier
  if (ts.isExternalModuleReference(node)) return node.expression
  if (ts.isImportTypeNode(node))
    return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined
  if (!ts.isCallExpression(node)) return undefined
  const { expression } = node
  const loads =
    expression.kind === ts.SyntaxKind.ImportKeyword ||
    (ts.isIdentifier(expression) && expression.text === 'require')
  return loads ? node.arguments[0] : undefined
}

function isReference(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent) || ts.isMetaProperty(parent)) return parent.name !== node
  if (ts.isQualifiedName(parent)) return parent.right !== node
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent) || ts.isBindingElement(parent))
    return parent.propertyName !== node
  if (ts.isNamedTupleMember(parent)) return parent.name !== node
  return true
}

function isGlobal(node: ts.Identifier, checker: ts.TypeChecker): boolean {
  const symbol = ts.isShorthandPropertyAssignment(node.parent)
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(node)
  return (symbol?.declarations ?? []).length === 0
}

function memberOf({ parent }: ts.Identifier): string | undefined {
  if (ts.isPropertyAccessExpression(parent)) return parent.name.text
  if (ts.isElementAccessExpression(parent) && ts.isStringLiteralLike(parent.argumentExpression))
    return parent.argumentExpression.text
  return undefined
}
