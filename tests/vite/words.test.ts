import { describe, expect, test } from 'vitest'
import { namespacesIn } from '../../vite/words'
import { importGraph } from '../support/layout-rules'
import { flatten, usesIn } from '../support/locale-rules'
import { words } from '../support/locales'
import { type SourceFile, sourcesIn } from '../support/source-files'

const files = sourcesIn('app')
const graph = importGraph(files)
const namespaces = Object.keys(words.en)
const keys = [...flatten(words.en).keys()]

const root = 'app/root.tsx'
/** The frame of all pages with words, whose own come with the root's. */
const desk = 'app/routes/($lang).dashboard.tsx'

/** What a module names, by its path. */
const named = new Map(
  files.flatMap(({ path, text }) => {
    const found = namespacesIn(text)
    return found ? [[path, found.split('+')] as const] : []
  }),
)
/** Also those that name nothing: what they say is missed then. */
const hydrating = [
  ...new Set([
    ...named.keys(),
    ...files
      .filter(({ text }) => /^ {2}scripts: 'react',$|^export const handle = \w+\(/m.test(text))
      .map(({ path }) => path),
  ]),
]
/** The lazy ones of a room. */
const parts = [...named.keys()].filter((path) =>
  /\/\(\$lang\)\.dashboard\.[^/]+\/(?!route\.tsx$)/.test(path),
)
const rooms = [...named.keys()].filter((path) => ![root, ...parts].includes(path))

/**
 * The modules that the browser has with a page before it waits, the outermost first: a part waits for itself. An
 * index route has its parts beside the loader of what is around it.
 */
function above(path: string): string[] {
  const [folder = ''] = path.match(/^app\/routes\/[^/]+/) ?? []
  const around = [...named.keys()].filter((each) => {
    const [, outer, index] = /^(app\/routes\/[^/]+?)(\._index)?\/route\.tsx$/.exec(each) ?? []
    if (!outer || each === path) return false
    return folder === outer || (!index && folder.startsWith(`${outer}.`))
  })
  return [...new Set([root, ...around, path])]
}

/** The files that the browser gets with a module: all that it imports, but nothing of the server, and no part that waits for itself. */
function shippedWith(path: string): SourceFile[] {
  const reached = new Set(path === root ? [root, desk] : [path])
  for (const each of reached) {
    for (const next of graph.get(each) ?? []) {
      if (!next.includes('.server.') && !named.has(next)) reached.add(next)
    }
  }
  return files.filter((file) => reached.has(file.path))
}

/** The namespaces that a file says with `t`, which the domain has not got. */
function saidIn(file: SourceFile): string[] {
  if (file.path.startsWith('app/domain/')) return []
  const { asked, patterns } = usesIn(file, false, namespaces)
  const fitting = [...patterns].flatMap((pattern) => keys.filter((key) => key.match(pattern)))
  return [...asked, ...fitting].map(namespaceOf)
}

/** What a file has of the texts that only the server has, which words the domain's errors. */
function errorsIn(file: SourceFile): string[] {
  if (file.path.startsWith('app/domain/')) return []
  const { mentioned, patterns } = usesIn(file, false, namespaces)
  return [...mentioned, ...patterns].filter((text) => /^\^?\w+:errors\\?\./.test(text))
}

function namespaceOf(key: string): string {
  return key.split(':')[0] ?? ''
}

describe('The namespaces that a handle names', () => {
  test('are found in a module', () => {
    const text = "export const handle: PageHandle = {\n  page: 'a:page',\n  i18n: ['a', 'b'],\n}"
    expect(namespacesIn(text)).toBe('a+b')
    expect(namespacesIn("const handle = { i18n: ['a'] }")).toBeUndefined()
    expect(rooms.length).toBeGreaterThan(5)
    expect(parts.length).toBeGreaterThan(0)
  })

  test.each(hydrating)('are all that the browser says with %s', (path) => {
    const known = above(path).flatMap((each) => named.get(each) ?? [])
    const said = shippedWith(path).flatMap((file) =>
      saidIn(file).map((namespace) => `${file.path}: ${namespace}`),
    )
    expect(said.filter((each) => !known.includes(each.split(': ')[1] ?? ''))).toEqual([])
  })

  test.each([...named.keys()])('are all said with %s, and none twice', (path) => {
    const own = named.get(path) ?? []
    const said = shippedWith(path).flatMap(saidIn)
    expect(own.filter((namespace) => !said.includes(namespace))).toEqual([])
    const outer = above(path)
      .slice(0, -1)
      .flatMap((each) => named.get(each) ?? [])
    expect(own.filter((namespace) => outer.includes(namespace))).toEqual([])
  })

  test.each(hydrating)('leave their errors to the server with %s', (path) => {
    expect(shippedWith(path).flatMap(errorsIn)).toEqual([])
  })
})
