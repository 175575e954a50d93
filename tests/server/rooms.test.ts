import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import words from '../../locales/en.json'
import { wordsFor } from '../../vite/app-words'
import { sections as roomSections, rooms } from '../../vite/rooms'
import { importGraph, importsOf } from '../support/layout-rules'
import { askedKey, flatten, usesIn } from '../support/locale-rules'
import { type SourceFile, sourcesIn } from '../support/source-files'

const files = sourcesIn('app')
const specifiers = new Map(
  files.map((file) => [file.path, importsOf(file).map(({ specifier }) => specifier)]),
)
const graph = importGraph(files)
const sections = Object.keys(words)
const everywhere = keysOf(wordsFor(words, undefined))

function keysOf(tree: object): string[] {
  return [...flatten(tree).keys()].map(askedKey)
}

/** The route that waits for a room's words. */
function routeOf(room: string): string {
  const found = files.filter(({ path }) =>
    specifiers.get(path)?.includes(`virtual:room-words/${room}`),
  )
  expect(found.map(({ path }) => path)).toHaveLength(1)
  return found[0]?.path ?? ''
}

/** The room whose folder a section lies in. */
function roomOf(entry: string): string {
  const room = Object.keys(rooms).find((each) => entry.startsWith(`${dirname(routeOf(each))}/`))
  expect(room).toBeDefined()
  return room ?? ''
}

/** The files that the browser gets with the route: all that it imports, but nothing of the server, and not what comes later. */
function shippedWith(route: string, later: string[] = []): SourceFile[] {
  const reached = new Set([route])
  for (const path of reached) {
    for (const next of graph.get(path) ?? []) {
      if (!next.includes('.server.') && !later.includes(next)) reached.add(next)
    }
  }
  return files.filter(({ path }) => reached.has(path))
}

/** The errors that a route's own server files put beside its fields. */
function errorsOf(route: string): string[] {
  return files
    .filter(({ path }) => dirname(path) === dirname(route))
    .flatMap((file) => [...usesIn(file, true, ['errors']).asked])
}

/** What the files say and the words do not have. */
function missing(said: SourceFile[], known: string[]): string[] {
  return said.flatMap((file) => {
    const { asked, patterns } = usesIn(file, false, sections)
    const all = keysOf(words)
    const fitting = [...patterns].flatMap((pattern) => all.filter((key) => key.match(pattern)))
    // A page says its own title alone, whichever names its type has.
    return [...asked, ...fitting]
      .filter((key) => !/^pages\.\w+\./.test(key))
      .filter((key) => !known.includes(key))
      .map((key) => `${file.path}: ${key}`)
  })
}

describe('The words that go with a room', () => {
  test('a word that a room says and does not load is found', () => {
    const text = `t('tickets.heading'); t(\`tickets.\${state}\`); t('layout.skip')`
    const found = missing([{ path: 'a.tsx', text }], everywhere)
    expect(found).toContain('a.tsx: tickets.heading')
    expect(found.length).toBeGreaterThan(3)
    expect(found).not.toContain('a.tsx: layout.skip')
  })

  test.each(Object.keys(rooms))('are all that %s says', (room) => {
    const known = [...everywhere, ...keysOf(wordsFor(words, room))]
    const route = routeOf(room)
    const later = Object.keys(roomSections).map(routeOf)
    expect(missing(shippedWith(route, later), known)).toEqual([])
    const [, page] = files.find(({ path }) => path === route)?.text.match(/ page: '(\w+)'/) ?? []
    expect(known).toContain(`pages.${page}.title`)
    expect(errorsOf(route).filter((key) => !known.includes(key))).toEqual([])
  })

  test.each(Object.keys(roomSections))('come with its section %s, and not before', (section) => {
    const entry = routeOf(section)
    const room = keysOf(wordsFor(words, roomOf(entry)))
    const own = keysOf(wordsFor(words, section))
    expect(room.filter((key) => own.includes(key))).toEqual([])
    const known = [...everywhere, ...room, ...own]
    expect(missing(shippedWith(entry), known)).toEqual([])
    expect(errorsOf(entry).filter((key) => !known.includes(key))).toEqual([])
  })

  test('name only words that there are', () => {
    const all = keysOf(words)
    const idle = Object.values({ ...rooms, ...roomSections })
      .flat()
      .filter((place) => !all.some((key) => key === place || key.startsWith(`${place}.`)))
    expect(idle).toEqual([])
  })
})
