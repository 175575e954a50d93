import ts from 'typescript'
import type { SourceFile } from './source-files'
import { parse } from './syntax'

/** Scripts without React have a page each to live in, and no other request to share state with. */
const ofBrowser = /^app\/(browser|components)\/|\.client\.tsx?$/

/**
 * What a module of the server keeps from one request to the next: top-level `let`, and maps and sets that
 * begin empty. Those that begin filled are tables.
 */
export function moduleState({ path, text }: SourceFile): string[] {
  if (ofBrowser.test(path)) return []
  return parse({ path, text }).statements.flatMap((statement) => {
    if (!ts.isVariableStatement(statement)) return []
    const { flags, declarations } = statement.declarationList
    return declarations
      .filter(({ initializer }) => flags & ts.NodeFlags.Let || isEmptyCollection(initializer))
      .map(({ name }) => `${path}: ${name.getText()}`)
  })
}

function isEmptyCollection(value: ts.Expression | undefined): boolean {
  if (!value || !ts.isNewExpression(value)) return false
  return /^(Weak)?(Map|Set)$/.test(value.expression.getText()) && !value.arguments?.length
}
