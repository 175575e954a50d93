import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, inject, vi } from 'vitest'
import { build } from './built-app'
import { words } from './locales'

/** Written from right to left, so that this shows as well. */
const french = "  fr: { name: 'Français', locale: 'fr-FR', dir: 'rtl' },\n"

/** Milliseconds for another test's build on a busy machine. */
const buildTimeoutMs = 240_000

/**
 * The project with a third language and the pages of extra-routes, in a folder that all tests of a run
 * share. Call it before the build: development runs from the sources.
 */
export function variedSources(): string {
  const folder = inject('variedApp')
  if (existsSync(folder)) return folder
  const draft = mkdtempSync(join(dirname(folder), 'draft-'))
  const folders = ['app', 'development', 'locales', 'public', 'vite']
  const configs = ['remix.config.mjs', 'remix.config.ts', 'tsconfig.json', 'vite.config.ts']
  for (const part of [...folders, ...configs, 'package.json']) {
    cpSync(part, join(draft, part), { recursive: true })
  }
  symlinkSync(resolve('node_modules'), join(draft, 'node_modules'))
  cpSync('tests/support/extra-routes', join(draft, 'app/routes'), { recursive: true })
  addFrench(draft)
  change(join(draft, 'vite.config.ts'), [
    // The project's own development server has a cache in node_modules, which both share.
    ['  plugins: [', "  cacheDir: '.vite',\n  plugins: ["],
    // A package that one of the further pages needs.
    ['include: [', "include: ['react-dom',"],
  ])
  try {
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true })
    // Another test may have been first.
    if (!existsSync(folder)) throw error
  }
  return folder
}

/** The same folder with its build, which the first test that asks makes. */
export async function variedApp(): Promise<string> {
  const folder = variedSources()
  const done = join(folder, 'built')
  if (mkdirSync(join(folder, 'building'), { recursive: true })) {
    // Which takes half as long as with scripts made small.
    await build(folder, '--minify', 'false')
    writeFileSync(done, '')
  } else {
    await vi.waitUntil(() => existsSync(done), { timeout: buildTimeoutMs, interval: 100 })
  }
  return folder
}

/** A line in languages.ts and a folder of words. */
function addFrench(folder: string): void {
  change(join(folder, 'app/domain/text/languages.ts'), [[/^ {2}de: .*\n/m, `$&${french}`]])
  mkdirSync(join(folder, 'locales/fr'))
  for (const [namespace, texts] of Object.entries(words.en)) {
    writeFileSync(join(folder, `locales/fr/${namespace}.json`), JSON.stringify(marked(texts)))
  }
}

/** The same texts, to be told from English, with the form that French has besides. */
function marked(tree: object): object {
  const entries = Object.entries(tree).flatMap(([name, value]): [string, unknown][] => {
    if (typeof value !== 'string') return [[name, marked(value)]]
    const text = `Fr: ${value}`
    return name.endsWith('_other')
      ? [
          [name, text],
          [name.replace('_other', '_many'), text],
        ]
      : [[name, text]]
  })
  return Object.fromEntries(entries)
}

function change(file: string, replacements: [string | RegExp, string][]): void {
  const text = readFileSync(file, 'utf8')
  const changed = replacements.reduce((each, [from, to]) => {
    expect(each).toMatch(from)
    return each.replace(from, to)
  }, text)
  writeFileSync(file, changed)
}
