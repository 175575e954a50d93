import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import scripts from 'virtual:browser'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { stylesheets } from '../../app/styles/stylesheets.server'
import { sourcesIn } from '../support/source-files'

/** The oldest browsers with every comfort. */
const floor = { chrome: 109, safari: 15.4, safari_ios: 15.4, firefox: 115 }

const since = z.object({
  version_added: z.union([z.string(), z.boolean(), z.null()]).optional(),
  version_removed: z.unknown(),
  flags: z.unknown(),
  prefix: z.unknown(),
  alternative_name: z.unknown(),
})
type Since = z.infer<typeof since>
interface Feature {
  __compat?: { support: Record<string, Since | Since[]> }
  [name: string]: unknown
}

const data = JSON.parse(readFileSync('node_modules/@mdn/browser-compat-data/data.json', 'utf8'))

function isBelow(version: unknown, most: number): boolean {
  return typeof version === 'string' && Number.parseFloat(version.replace('≤', '')) <= most
}

function isKnown({ support }: NonNullable<Feature['__compat']>): boolean {
  return Object.entries(floor).every(([browser, most]) =>
    [support[browser] ?? []]
      .flat()
      .some(
        (each) =>
          !each.flags &&
          !each.prefix &&
          !each.alternative_name &&
          !each.version_removed &&
          isBelow(each.version_added, most),
      ),
  )
}

function featuresOf(group: Record<string, Feature>): [string, Feature][] {
  return Object.entries(group).filter(([name]) => !name.startsWith('__'))
}

/** Names of members that no object has at the floor, and static members, as `URL.canParse`, by themselves. */
function newerMembers() {
  const known = new Set<string>()
  const newer = new Set<string>()
  const statics = new Set<string>()
  const { builtins } = data.javascript
  for (const group of [builtins, builtins.Intl, data.api]) {
    for (const [owner, members] of featuresOf(group)) {
      for (const [member, feature] of featuresOf(members as Record<string, Feature>)) {
        if (!feature.__compat || !/^[a-z]\w*$/i.test(member)) continue
        const name = member.replace(/_static$/, '')
        if (isKnown(feature.__compat)) known.add(name)
        else if (member === name) newer.add(name)
        else statics.add(`${owner}.${name}`)
      }
    }
  }
  return { newer: new Set([...newer].filter((name) => !known.has(name))), statics }
}

const files = readdirSync('build/client/assets').map((name) => ({
  name,
  text: readFileSync(join('build/client/assets', name), 'utf8'),
}))
const programs = [
  ...files.filter(({ name }) => name.endsWith('.js')),
  ...scripts.map(({ url, code }) => ({ name: url, text: code })),
]

/** Called after a question whether they are there, or methods of objects that are no browser's. */
const others = new Set([
  'Notification.permission',
  'Notification.requestPermission',
  'requestPermission',
  'startViewTransition',
  'skipTransition',
  'captureStackTrace',
  'createContext',
  'fetch',
  'navigate',
  'queue',
  'subscribe',
])

describe('At the floor of browsers', () => {
  test('no script calls a method that is newer', () => {
    const { newer, statics } = newerMembers()
    expect([...newer]).toEqual(
      expect.arrayContaining(['toSorted', 'toReversed', 'checkVisibility']),
    )
    expect([...statics]).toEqual(expect.arrayContaining(['URL.canParse', 'AbortSignal.timeout']))
    const found = programs.flatMap(({ name, text }) => {
      const methods = [...text.matchAll(/\.([a-z]\w*)\(/gi)].filter(([, method = '']) =>
        newer.has(method),
      )
      const named = [...text.matchAll(/\b[A-Z]\w*\.[a-z]\w*\b(?!\?\.)/g)].filter(([each]) =>
        statics.has(each),
      )
      return [...methods.map(([, method = '']) => method), ...named.map(([each]) => each)]
        .filter((each) => !others.has(each))
        .map((each) => `${name}: ${each}`)
    })
    expect([...new Set(found)]).toEqual([])
  })

  test('no query is asked for its size, which a map has, too', () => {
    const asking = sourcesIn('app').filter(({ text }) =>
      /(query|search|params)\.size\b/i.test(text),
    )
    expect(asking.map(({ path }) => path)).toEqual([])
  })

  test('no script has a regular expression that looks behind', () => {
    expect(programs.filter(({ text }) => /\(\?<[=!]/.test(text)).map(({ name }) => name)).toEqual(
      [],
    )
  })

  test('no stylesheet nests rules or has colours that are newer', () => {
    const inside = Object.entries(stylesheets).map(([name, { css }]) => ({ name, text: css }))
    const styles = files.filter(({ name }) => name.endsWith('.css'))
    expect(styles.map(({ name }) => name.split('-')[0])).toContain('desk')
    for (const { name, text } of [...inside, ...styles]) {
      expect(text, name).not.toMatch(
        /light-dark\(|oklch\(|oklab\(|color-mix\(|&|[<>]=? ?\d[\w.]*\)/,
      )
    }
  })
})
