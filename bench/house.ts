import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importsOf } from '../tests/support/layout-rules'
import { moduleState } from '../tests/support/module-state'
import { type SourceFile, sourcesIn } from '../tests/support/source-files'
import type { Findings } from './run'

/** The size of the code around the product: a figure, and the bound that it is held to. */
export async function house(): Promise<Findings> {
  const app = sourcesIn('app')
  const within = (...folders: string[]) =>
    app.filter(({ path }) => folders.some((folder) => path.startsWith(folder)))
  const records = readdirSync('docs/decisions').filter((name) => /^\d{4}-/.test(name))
  const wiring = app.filter(({ path }) => /^app\/config\/(services|data)\.server\.ts$/.test(path))
  const bounds: [string, number, number][] = [
    ['lines of vite/', linesOf(sourcesIn('vite')), 350],
    ['patches of other packages', filesIn('patches', '.patch'), 3],
    [
      'lines of app/server/ with app/http/responses/',
      linesOf(within('app/server/', 'app/http/responses/')),
      4_300,
    ],
    ['lines of app/entry.server.tsx', linesOf(within('app/entry.server.tsx')), 120],
    [
      'lines of app/adapters/sqlite/database/',
      linesOf(within('app/adapters/sqlite/database/')),
      700,
    ],
    ['lines of the page cache', linesOf(within('app/server/responses/page-cache')), 120],
    ['variables of modules that hold state', app.flatMap(moduleState).length, 10],
    ['stylesheets', filesIn('app/styles', '.css', false), 6],
    ['decision records', records.length, 35],
    ['words of the longest decision record', Math.max(...records.map(wordsOfRecord)), 300],
    ...wiring.flatMap((file): [string, number, number][] => [
      [`lines of ${file.path}`, linesOf([file]), 80],
      [`modules that ${file.path} imports`, importsOf(file).length, 25],
    ]),
  ]
  const width = Math.max(...bounds.map(([name]) => name.length))
  const state = app.flatMap(moduleState).map((each) => `  state: ${each}`)
  return {
    lines: [
      ...bounds.map(([name, is, most]) => {
        const verdict = is <= most ? '' : '  ← above it'
        return `${name.padEnd(width)} ${String(is).padStart(7)} of at most ${most}${verdict}`
      }),
      ...state,
    ],
    figures: Object.fromEntries(bounds.map(([name, is]) => [name, is])),
  }
}

function linesOf(files: SourceFile[]): number {
  return files.reduce((sum, { text }) => sum + text.trimEnd().split('\n').length, 0)
}

function filesIn(folder: string, ending: string, recursive = true): number {
  if (!existsSync(folder)) return 0
  return readdirSync(folder, { recursive, encoding: 'utf8' }).filter((name) =>
    name.endsWith(ending),
  ).length
}

function wordsOfRecord(name: string): number {
  return readFileSync(join('docs/decisions', name), 'utf8').split(/\s+/).filter(Boolean).length
}
