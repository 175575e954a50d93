import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { importsOf, layoutProblems } from './support/layout-rules'
import { moduleState } from './support/module-state'
import { type SourceFile, sourcesIn } from './support/source-files'

/** A file that does nothing but import. */
function importing(path: string, ...specifiers: string[]): SourceFile {
  return { path, text: specifiers.map((each) => `import '${each}'\n`).join('') }
}

describe('the rules', () => {
  const refused: [string, string][] = [
    ['app/domain/a.ts', '~/http/b'],
    ['app/domain/a.ts', '../i18n/b'],
    ['app/domain/a.ts', '~/config'],
    ['app/domain/a.ts', 'node:fs'],
    ['app/domain/a.ts', 'react'],
    ['app/adapters/x/a.ts', '../../http/b'],
    ['app/http/a.ts', '~/routes/b'],
    ['app/http/a.ts', '~/config'],
    ['app/http/a.ts', '~/adapters/x/b'],
    ['app/routes/a.tsx', '~/adapters/x/b'],
    ['app/routes/a.tsx', '~/config'],
    ['app/server/a.ts', '~/config/data.server'],
    ['app/server/a.ts', '../config/settings.server'],
    ['app/routes/a.tsx', './b'],
    ['app/routes/a/route.tsx', '../b/part'],
    ['app/components/a.tsx', '~/http/b'],
    ['app/browser/a.ts', '~/components/b'],
    ['app/browser/a.ts', 'react'],
    ['app/i18n/a.ts', '~/components/b'],
    ['app/server/a.ts', '~/adapters/x/b'],
    ['app/entry.server.tsx', './adapters/x/b'],
  ]
  it.each(refused)('refuse that %s imports %s', (path, specifier) => {
    expect(layoutProblems([importing(path, specifier)])).toHaveLength(1)
  })

  const welcome: [string, string][] = [
    ['app/domain/a.ts', './b'],
    ['app/domain/a.ts', 'zod'],
    ['app/adapters/x/a.ts', '~/domain/b'],
    ['app/adapters/x/a.ts', 'kysely'],
    ['app/routes/a/route.tsx', './part'],
    ['app/routes/a.tsx', '../styles/home.css?inline'],
    ['app/i18n/a.ts', '../../locales/en.json'],
    ['app/i18n/a.ts', '~/domain/languages'],
    ['app/server/a.ts', '~/config'],
    ['app/entry.server.tsx', './config'],
    ['app/config/a.server.ts', '../adapters/x/b'],
    ['app/config/a.server.ts', './b.server'],
    ['app/root.tsx', '~/components/b'],
  ]
  it.each(welcome)('allow that %s imports %s', (path, specifier) => {
    expect(layoutProblems([importing(path, specifier)])).toEqual([])
  })

  it('see every way of importing', () => {
    const text = `
      import a, { type A } from '1'
      import type { B } from '2'
      import '3'
      export * from '4'
      export type { C } from '5'
      const d = await import('6')
      type E = import('7').E
      // import '8'
      const f = "import '9'"
    `
    expect(importsOf({ path: 'app/http/a.ts', text })).toEqual([
      { specifier: '1', typeOnly: false },
      { specifier: '2', typeOnly: true },
      { specifier: '3', typeOnly: false },
      { specifier: '4', typeOnly: false },
      { specifier: '5', typeOnly: true },
      { specifier: '6', typeOnly: false },
      { specifier: '7', typeOnly: true },
    ])
  })

  it('let http name the type of the services and nothing more of them', () => {
    const path = 'app/http/context.ts'
    const type = "import type { Services } from '~/config'"
    expect(layoutProblems([{ path, text: type }])).toEqual([])
    expect(layoutProblems([{ path, text: type.replace('type ', '') }])).toHaveLength(1)
  })

  it('find a circle of imports, types included', () => {
    const circle = [
      importing('app/domain/a.ts', './b'),
      { path: 'app/domain/b.ts', text: "import type { C } from './c'" },
      importing('app/domain/c.ts', '~/domain/a'),
    ]
    expect(layoutProblems(circle)).toEqual([
      'app/domain/a.ts → app/domain/b.ts → app/domain/c.ts → app/domain/a.ts: a circle of imports',
    ])
    expect(layoutProblems(circle.slice(0, 2))).toEqual([])
  })

  it('find a circle of nouns of the domain, though no file is in one', () => {
    const circle = [
      importing('app/domain/x/a.ts', '../y/a'),
      importing('app/domain/y/a.ts'),
      importing('app/domain/y/b.ts', '../x/b'),
      importing('app/domain/x/b.ts'),
    ]
    expect(layoutProblems(circle)).toEqual([
      'app/domain/x → app/domain/y → app/domain/x: a circle of imports',
    ])
    expect(layoutProblems(circle.slice(1))).toEqual([])
  })

  it('find what a module keeps between requests', () => {
    const text = `
      let open = 0
      const cache = new Map<string, number>()
      const seen = new WeakSet()
      const table = new Map([['a', 1]])
      const longest = 10
      function inner() { let own = 0; const map = new Map() }
    `
    const found = (path: string) => moduleState({ path, text })
    const expected = ['open', 'cache', 'seen'].map((name) => `app/http/a.ts: ${name}`)
    expect(found('app/http/a.ts')).toEqual(expected)
    expect(found('app/browser/a.ts')).toEqual([])
  })

  it('let nothing but the configuration read the environment', () => {
    const reading = (path: string, text: string) => layoutProblems([{ path, text }])
    expect(reading('app/http/a.ts', 'export const a = process.env.PORT')).toHaveLength(1)
    expect(reading('app/server/a.ts', 'export const { PORT } = process.env')).toHaveLength(1)
    expect(reading('app/server/a.ts', 'readConfig({ PORT: process.env.PORT })')).toHaveLength(1)
    expect(reading('app/server/a.ts', "readConfig(process.env, 'production')")).toEqual([])
    expect(reading('app/server/a.ts', 'readConfig({ ...process.env, PORT })')).toEqual([])
    const mode = "process.env.NODE_ENV ??= 'production'"
    expect(reading('app/server/index.ts', mode)).toEqual([])
    expect(reading('app/server/a.ts', mode)).toHaveLength(1)
    const emulatorSetting = "process.env.FIREBASE_AUTH_EMULATOR_HOST = 'localhost:9099'"
    expect(reading('app/adapters/x/a.ts', emulatorSetting)).toEqual([])
    expect(reading('app/adapters/x/a.ts', 'const a = process.env.PORT')).toHaveLength(1)
    expect(reading('app/adapters/x/a.ts', 'process.env.PORT ??= 1')).toHaveLength(1)
    expect(reading('app/http/a.ts', emulatorSetting)).toHaveLength(1)
    expect(reading('app/config/settings.server.ts', 'export const a = process.env.PORT')).toEqual(
      [],
    )
    expect(reading('app/http/a.ts', '// reads no process.env')).toEqual([])
  })

  it('give every form of a page the one action', () => {
    const path = 'app/routes/a/route.tsx'
    const problemsOf = (text: string, other = '') =>
      layoutProblems([
        { path, text },
        { path: 'app/routes/a/actions.server.ts', text: other },
      ])
    const made = 'export const action = formAction(anybody, {})'
    expect(problemsOf(made)).toEqual([])
    expect(problemsOf('export async function action() {}')).toHaveLength(1)
    expect(problemsOf('export const action = async () => null')).toHaveLength(1)
    const elsewhere = "export { action } from './actions.server'"
    expect(problemsOf(elsewhere, made)).toEqual([])
    expect(problemsOf(elsewhere, 'export function action() {}')).toHaveLength(2)
    const renamed = "export { save as action } from './actions.server'"
    expect(problemsOf(renamed, made.replace('action', 'save'))).toEqual([])
    expect(problemsOf(renamed, 'export function save() {}')).toHaveLength(1)
    expect(problemsOf("if (intent === 'switch-language') return")).toHaveLength(1)
  })

  it('refuse folders without an owner and files that are too long', () => {
    expect(layoutProblems([importing('app/http/utils/a.ts')])).toHaveLength(1)
    expect(layoutProblems([{ path: 'app/http/a.ts', text: '\n'.repeat(251) }])).toHaveLength(1)
    expect(layoutProblems([{ path: 'app/http/a.ts', text: '\n'.repeat(250) }])).toEqual([])
  })
})

describe('the app', () => {
  const files = sourcesIn('app')
  const problems = layoutProblems(files)

  it('is read whole', () => {
    expect(files.length).toBeGreaterThan(20)
    expect(files.map(({ path }) => path)).toContain('app/config/services.server.ts')
  })

  it('keeps the rules', () => {
    expect(problems).toEqual([])
  })

  it('keeps state between requests in ten variables of modules at most, each of them documented', () => {
    const state = files.flatMap(moduleState)
    expect(state.length).toBeGreaterThan(0)
    expect(state.length).toBeLessThanOrEqual(10)
    const documented = readFileSync('docs/architecture.md', 'utf8')
    const named = (each: string) => documented.includes(`\`${each.replace(': ', '`, `')}\``)
    expect(state.filter((each) => !named(each))).toEqual([])
  })

  it('has no cross-document view transition, at which WebKitGTK 2.50 crashes', () => {
    const stylesheets = readdirSync('app/styles', { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.css'),
    )
    const found = stylesheets.filter((name) =>
      readFileSync(`app/styles/${name}`, 'utf8').includes('@view-transition'),
    )
    expect(stylesheets.length).toBeGreaterThan(20)
    expect(found).toEqual([])
  })
})
