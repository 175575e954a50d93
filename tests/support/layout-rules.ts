import { posix } from 'node:path'
import ts from 'typescript'
import type { SourceFile } from './source-files'
import { parse } from './syntax'

interface Import {
  specifier: string
  typeOnly: boolean
}

/** What a folder of app/ may import besides itself. */
const allowed: Record<string, string[]> = {
  routes: ['domain', 'http', 'components', 'i18n'],
  http: ['domain', 'i18n'],
  components: ['i18n', 'domain'],
  adapters: ['domain'],
  mails: ['http', 'components', 'styles', 'i18n', 'domain'],
  server: ['mails', 'http', 'components', 'styles', 'i18n', 'config', 'domain'],
  browser: ['domain'],
  domain: [],
  i18n: ['domain'],
  styles: ['domain'],
}

/**
 * The load context brings the settings and the services: who answers a request names their types and opens
 * none. A page's handle names its stylesheet, which the server has.
 */
const allowedAsType: Record<string, string[]> = {
  routes: ['config'],
  http: ['config'],
  mails: ['config'],
  components: ['styles'],
}

/** The folder that alone chooses adapters and reads the environment; `index.ts` is its door. */
const config = 'config'
const configDoor = 'app/config'

/** Packages that the domain may use: it knows no React, Remix, Node or environment. */
const domainPackages = ['zod', 'ulid']

const nameless = 'utils util lib libs helpers helper common misc types hooks constants'.split(' ')

const longest = 250

/** Everything that is wrong with how the files hang together, a sentence each. */
export function layoutProblems(files: SourceFile[]): string[] {
  return [
    ...files.flatMap((file) => importsOf(file).flatMap((each) => importProblems(file, each))),
    ...files.flatMap(environmentProblems),
    ...files.flatMap((file) => formProblems(file, files)),
    ...files.flatMap(({ path, text }) => {
      const folder = path.split('/').find((part) => nameless.includes(part))
      const lines = text.split('\n').length - 1
      return [
        ...(folder ? [`${path}: a folder named ${folder} has no owner`] : []),
        ...(lines > longest ? [`${path}: ${lines} lines, more than ${longest}`] : []),
      ]
    }),
    ...[...cycles(importGraph(files)), ...cycles(nounGraph(files))].map(
      (cycle) => `${cycle.join(' → ')}: a circle of imports`,
    ),
  ]
}

/** Routes that take no forms: two refuse them, and three are asked by programs. */
const formless = [
  'app/routes/($lang).tsx',
  'app/routes/($lang).$.tsx',
  'app/routes/payments.stripe.ts',
  'app/routes/passkey.ts',
  'app/routes/session.ts',
]

/** Forms have one life: every action is made by `formAction`, which alone knows the language switch. */
function formProblems({ path, text }: SourceFile, files: SourceFile[]): string[] {
  if (!path.startsWith('app/routes/') || formless.includes(path)) return []
  const own = /^export (?:async )?(?:function|const) action\b(?! = formAction\b)/m.test(text)
  const shared = /^export \{ (\w+)(?: as action)?(?:, loader)? \} from '([^']+)'$/gm
  const foreign = [...text.matchAll(shared)].some(([line, name, source = '']) => {
    const target = files.find((file) => file.path.startsWith(`${targetOf(path, source)}.`))
    const made = target?.text.includes(`export const ${name} = formAction`)
    return /\baction(?:, loader)? \}/.test(line) && !made
  })
  return [
    ...(own || foreign ? [`${path}: an action that formAction has not made`] : []),
    ...(text.includes('switch-language') ? [`${path}: the language switch is formAction's`] : []),
  ]
}

function importProblems({ path }: SourceFile, { specifier, typeOnly }: Import): string[] {
  const from = layerOf(path)
  const target = targetOf(path, specifier)
  const wrong = [`${path}: ${from} may not import ${specifier}`]
  if (target === undefined) {
    const name = specifier.split('/')[0] ?? ''
    if (from === 'domain' && !domainPackages.includes(name)) return wrong
    return from === 'browser' && /^(react|@remix-run)/.test(specifier) ? wrong : []
  }
  if (!target.startsWith('app/') || /\.(css|svg|json)$/.test(target)) return []
  const to = layerOf(target)
  if (to === 'adapters' && from !== 'adapters' && from !== config) return wrong
  if (to === config && from !== config && target !== configDoor) return wrong
  if (!(from in allowed)) return []
  if (from === 'routes' && to === 'routes') return ownRoute(path, target) ? [] : wrong
  if (from === to || allowed[from]?.includes(to)) return []
  return typeOnly && allowedAsType[from]?.includes(to) ? [] : wrong
}

/**
 * A route may import its own parts, and those of a route around it; what other routes share belongs in
 * components or http.
 */
function ownRoute(path: string, target: string): boolean {
  const folder = path.split('/').slice(0, 3).join('/')
  const [, owner] = /^(app\/routes\/[^/]+)\//.exec(target) ?? []
  return owner !== undefined && (owner === folder || folder.startsWith(`${owner}.`))
}

/** The folder below app/, or the name of a file that lies beside the folders. */
function layerOf(path: string): string {
  return (path.split('/')[1] ?? '').replace(/\.tsx?$/, '')
}

/** The path that a specifier means, without an ending it does not have; undefined for a package. */
function targetOf(path: string, specifier: string): string | undefined {
  const bare = specifier.split('?')[0] ?? ''
  if (bare.startsWith('~/')) return `app/${bare.slice(2)}`
  return bare.startsWith('.') ? posix.join(posix.dirname(path), bare) : undefined
}

/** All imports and re-exports of a file: static, dynamic, of types and of modules as types. */
export function importsOf(file: SourceFile): Import[] {
  const imports: Import[] = []
  const add = (node: ts.Node | undefined, typeOnly: boolean) => {
    if (node && ts.isStringLiteralLike(node)) imports.push({ specifier: node.text, typeOnly })
  }
  const look = (node: ts.Node) => {
    if (ts.isImportDeclaration(node)) {
      add(node.moduleSpecifier, node.importClause?.isTypeOnly ?? false)
    } else if (ts.isExportDeclaration(node)) {
      add(node.moduleSpecifier, node.isTypeOnly)
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], false)
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add(node.argument.literal, true)
    }
  }
  // Only what looks like a call stands anywhere but at the top.
  if (/\bimport\s*\(/.test(file.text)) visit(parse(file), look)
  else for (const statement of parse(file).statements) look(statement)
  return imports
}

function environmentProblems(file: SourceFile): string[] {
  const { path, text } = file
  if (layerOf(path) === config || !/\benv\b/.test(text)) return []
  const problems: string[] = []
  visit(parse(file), (node) => {
    const reads =
      ts.isPropertyAccessExpression(node) &&
      node.name.text === 'env' &&
      node.expression.getText() === 'process'
    if (reads && !isHandedOn(node) && !isDefaultMode(path, node) && !isWritten(path, node)) {
      problems.push(`${path}: only app/config/ reads process.env`)
    }
  })
  return problems
}

/** The whole environment as an argument to those who hand it to app/config/. */
function isHandedOn({ parent }: ts.Node): boolean {
  const value = ts.isSpreadAssignment(parent) ? parent.parent.parent : parent
  return ts.isCallExpression(value) && /^(readConfig|runServer)$/.test(value.expression.getText())
}

/** The server's first line, for packages that ask the environment whether it is in production. */
function isDefaultMode(path: string, { parent }: ts.Node): boolean {
  return (
    path === 'app/server/index.ts' &&
    ts.isBinaryExpression(parent.parent) &&
    parent.parent.getText() === "process.env.NODE_ENV ??= 'production'"
  )
}

/** What a library reads from the environment and takes in no other way, an adapter may write there. */
function isWritten(path: string, { parent }: ts.Node): boolean {
  const { parent: statement } = parent
  return (
    path.startsWith('app/adapters/') &&
    ts.isBinaryExpression(statement) &&
    statement.left === parent &&
    statement.operatorToken.kind === ts.SyntaxKind.EqualsToken
  )
}

/** Which of the files each of them imports. */
export function importGraph(files: SourceFile[]): Map<string, string[]> {
  const known = new Set(files.map(({ path }) => path))
  return new Map(
    files.map((file) => {
      const targets = importsOf(file).map(({ specifier }) => targetOf(file.path, specifier))
      const found = targets.flatMap((target) =>
        ['', '.ts', '.tsx', '/index.ts', '/index.tsx', '/route.tsx'].map((end) => target + end),
      )
      return [file.path, found.filter((path) => known.has(path))]
    }),
  )
}

/** Which of the domain's nouns, a folder each, import each other. */
function nounGraph(files: SourceFile[]): Map<string, string[]> {
  const nouns = new Map<string, string[]>()
  const noun = (path: string) => /^app\/domain\/[^/]+(?=\/)/.exec(path)?.[0]
  for (const [path, targets] of importGraph(files)) {
    const from = noun(path)
    const others = targets.map(noun).filter((to) => to !== undefined && to !== from)
    if (from) nouns.set(from, [...(nouns.get(from) ?? []), ...(others as string[])])
  }
  return nouns
}

/** Each circle of imports once, from its first place round to it again. */
function cycles(graph: Map<string, string[]>): string[][] {
  const circles: string[][] = []
  const done = new Set<string>()
  const walk = (path: string, trail: string[]) => {
    const start = trail.indexOf(path)
    if (start >= 0) circles.push([...trail.slice(start), path])
    if (start >= 0 || done.has(path)) return
    for (const next of graph.get(path) ?? []) walk(next, [...trail, path])
    done.add(path)
  }
  for (const path of graph.keys()) walk(path, [])
  return circles
}

function visit(node: ts.Node, look: (node: ts.Node) => void): void {
  look(node)
  node.forEachChild((child) => visit(child, look))
}
