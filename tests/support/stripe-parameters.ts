import { readFileSync } from 'node:fs'
import ts from 'typescript'

/**
 * The parameters that Stripe documents for a request, read from the declarations that Stripe
 * generates of its own API description. `path` is a parameter as it is sent, such as
 * `line_items[0][price_data][currency]`.
 */
export function documentedParameters(file: string, name: string): (path: string) => boolean {
  const path = `node_modules/stripe/esm/resources/${file}.d.ts`
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  const interfaces = new Map<string, ts.InterfaceDeclaration>()
  const collect = (node: ts.Node, within: string): void => {
    if (ts.isInterfaceDeclaration(node)) interfaces.set(within + node.name.text, node)
    const inside =
      ts.isModuleDeclaration(node) && ts.isIdentifier(node.name)
        ? `${within}${node.name.text}.`
        : within
    node.forEachChild((child) => collect(child, inside))
  }
  collect(source, '')
  const root = [...interfaces.keys()].find((key) => key === name || key.endsWith(`.${name}`))
  if (!root) throw new Error(`Stripe documents no ${name}`)

  return (sent) => knows(root, sent.split(/[[\]]+/).filter(Boolean))

  function knows(type: string, [field = '', ...rest]: string[]): boolean {
    const members = interfaces.get(type)?.members ?? []
    const member = members.find((each) => each.name?.getText() === field)
    if (!member || !ts.isPropertySignature(member) || !member.type) return false
    if (rest.length === 0) return true
    const text = member.type
      .getText()
      .replace(/^Stripe\.Emptyable</, '')
      .replace(/>$/, '')
    if (/MetadataParam$/.test(text)) return rest.length === 1
    const isList = text.startsWith('Array<')
    const inner = isList ? text.slice('Array<'.length).replace(/>$/, '') : text
    return knows(resolve(type, inner), isList ? rest.slice(1) : rest)
  }

  /** A name as it is meant where it stands: in the namespace of its own type, or further out. */
  function resolve(from: string, reference: string): string {
    const parts = from.split('.')
    for (let depth = parts.length; depth >= 0; depth -= 1) {
      const candidate = [...parts.slice(0, depth), reference].join('.')
      if (interfaces.has(candidate)) return candidate
    }
    return reference
  }
}
