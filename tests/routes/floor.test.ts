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

/**
 * Names of members that no object has at the floor; static members, as `URL.canParse`, by themselves; and
 * classes.
 */
function newerMembers() {
  const known = new Set<string>()
  const newer = new Set<string>()
  const statics = new Set<string>()
  const classes = new Set<string>()
  const { builtins } = data.javascript
  for (const group of [builtins, builtins.Intl, data.api]) {
    for (const [owner, members] of featuresOf(group)) {
      if (members.__compat && !isKnown(members.__compat)) classes.add(owner)
      for (const [member, feature] of featuresOf(members as Record<string, Feature>)) {
        if (!feature.__compat || !/^[a-z]\w*$/i.test(member)) continue
        const name = member.replace(/_static$/, '')
        if (isKnown(feature.__compat)) known.add(name)
        else if (member === name) newer.add(name)
        else statics.add(`${owner}.${name}`)
      }
    }
  }
  return { newer: new Set([...newer].filter((name) => !known.has(name))), statics, classes }
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
  'Notification',
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

/** What is newer of styles, and why a page is whole without it. */
const spared = [
  // It improves the page; docs/decisions/0039-browsers.md says what is otherwise.
  ':has',
  '@container',
  '@media (scripting)',
  'container-type',
  'field-sizing',
  'grid-template-rows: subgrid',
  'scroll-initial-target',
  'scrollbar-width',
  'hyphens',
  'mask-image',
  'text-wrap',
  // Asked for before.
  ':details-content',
  'anchor-name',
  'content-visibility',
  'inset-block-start: anchor',
  'inset-inline-end: anchor',
  'inset-inline: anchor',
  // Known in part, and in the part that we use.
  'accent-color',
  'align-content: start',
  'outline',
  // Phones have no pointer.
  'cursor: default',
  'cursor: not-allowed',
  'cursor: pointer',
  'resize',
  // Other words for it stand beside.
  'font-family: ui-sans-serif',
  'text-size-adjust',
  'user-select',
]

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

  test('no script makes an object of a class that is newer', () => {
    const { classes } = newerMembers()
    expect([...classes]).toEqual(expect.arrayContaining(['CompressionStream', 'CloseWatcher']))
    const found = programs.flatMap(({ name, text }) =>
      [...text.matchAll(/\bnew ([A-Z]\w+)/g)]
        .filter(([, made = '']) => classes.has(made) && !others.has(made))
        .map(([each]) => `${name}: ${each}`),
    )
    expect(found).toEqual([])
  })

  test('no script reads or sets an ARIA attribute as a property, which Firefox below 119 lacks', () => {
    const { newer } = newerMembers()
    expect([...newer]).toEqual(expect.arrayContaining(['ariaLabel', 'ariaExpanded']))
    const found = programs.flatMap(({ name, text }) =>
      [...text.matchAll(/\.(aria[A-Z]\w*)/g)]
        .filter(([, property = '']) => newer.has(property))
        .map(([each]) => `${name}: ${each}`),
    )
    expect(found).toEqual([])
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

  const inside = Object.entries(stylesheets).map(([name, { css }]) => ({ name, text: css }))
  const styles = [...inside, ...files.filter(({ name }) => name.endsWith('.css'))]

  test('no stylesheet nests rules or has colours that are newer', () => {
    expect(styles.map(({ name }) => name.split('-')[0])).toContain('desk')
    for (const { name, text } of styles) {
      expect(text, name).not.toMatch(
        /light-dark\(|oklch\(|oklab\(|color-mix\(|&|[<>]=? ?\d[\w.]*\)/,
      )
    }
  })

  test('a stylesheet has what is newer only where a page is whole without it', () => {
    expect(newerStyles('p{float:inline-end}')).toEqual(['float: inline-end'])
    const found = styles.flatMap(({ text }) => newerStyles(text))
    expect([...new Set(found)].sort()).toEqual([...spared].sort())
  })

  test('a rule for an element that has another names nothing else, which Firefox below 121 would skip', () => {
    const lists = styles.flatMap(({ name, text }) =>
      selectorLists(text).map((list) => ({ name, list })),
    )
    expect(lists.filter(({ list }) => list.includes(':has(')).length).toBeGreaterThan(20)
    const mixed = lists.filter(({ list }) => {
      const selectors = selectorsOf(list)
      const having = selectors.filter((each) => each.includes(':has('))
      return having.length > 0 && having.length < selectors.length
    })
    expect(mixed).toEqual([])
  })

  test('Safari keeps no margin around fields and buttons, and shows the name of a chosen file', () => {
    for (const { name, text } of inside.filter(({ text }) => text)) {
      expect(text, name).toContain('button,input,select,textarea{margin:0}')
      expect(text, name).not.toMatch(/::file-selector-button\{[^}]*display:none/)
    }
  })
})

/** The newer properties, values, pseudo-classes, at-rules and media features of a stylesheet. */
function newerStyles(css: string): string[] {
  const { properties, selectors, 'at-rules': rules } = data.css
  const declared = [...css.matchAll(/[{;]([a-z-]+):([^;{}]+)(?=[;}])/g)]
  const values = declared.flatMap(([, property = '', value = '']) => {
    const { [property]: known } = properties
    if (!known) return []
    if (!isKnown(known.__compat)) return [property]
    const words = value.split(/[\s,]+/).map((word) => word.replace(/\(.*/, ''))
    return words
      .filter((word) => known[word]?.__compat && !isKnown(known[word].__compat))
      .map((word) => `${property}: ${word}`)
  })
  const pseudo = [
    ...selectorLists(css)
      .join()
      .matchAll(/::?([a-z-]+)/g),
  ]
    .map(([, name = '']) => name)
    .filter((name) => selectors[name]?.__compat && !isKnown(selectors[name].__compat))
  const conditions = [...css.matchAll(/@([a-z-]+)([^{;]*)/g)].flatMap(
    ([, rule = '', query = '']) => {
      const { [rule]: known } = rules
      if (known && !isKnown(known.__compat)) return [`@${rule}`]
      return [...query.matchAll(/\(([a-z-]+)/g)]
        .map(([, feature = '']) => feature)
        .filter((feature) => known?.[feature]?.__compat && !isKnown(known[feature].__compat))
        .map((feature) => `@${rule} (${feature})`)
    },
  )
  return [...values, ...pseudo.map((name) => `:${name}`), ...conditions]
}

/** What stands before the declarations of each rule. */
function selectorLists(css: string): string[] {
  return [...css.matchAll(/(?<=[{};]|^)[^{};@]+(?=\{)/g)].map(([list]) => list)
}

/** The selectors of a list; commas in brackets are parts of one. */
function selectorsOf(list: string): string[] {
  let depth = 0
  const marked = [...list].map((letter) => {
    depth += Number('(['.includes(letter)) - Number(')]'.includes(letter))
    return letter === ',' && depth === 0 ? '\n' : letter
  })
  return marked.join('').split('\n')
}
