import { readdirSync, readFileSync } from 'node:fs'
import { importsOf } from '../tests/support/layout-rules'
import { sourcesIn } from '../tests/support/source-files'
import type { Findings } from './run'

/** What the layout of the code is held to: a figure, its bound, and how it is counted. */
export async function house(): Promise<Findings> {
  const files = sourcesIn('app')
  const lines = files.flatMap(({ text }) => text.trimEnd().split('\n'))
  const wiring = files.filter(({ path }) => /^app\/(services|data)\.server\.ts$/.test(path))
  const routes = files.filter(({ path }) => path.startsWith('app/routes/'))
  const comments = lines.filter((line) => /^\s*(\/\/|\/\*|\*)/.test(line)).length
  const bounds: [string, number, number][] = [
    ['lines of TypeScript in app/', lines.length, 58_670],
    ['lines of comments in app/, %', Number(((comments / lines.length) * 100).toFixed(1)), 6.5],
    ...wiring.flatMap((file): [string, number, number][] => [
      [`lines of ${file.path}`, lineCount(file.text), 80],
      [`modules that ${file.path} imports`, importsOf(file).length, 25],
    ]),
    ['names in app/domain', readdirSync('app/domain').length, 18],
    ['files of routes that name switch-language', naming(routes, 'switch-language'), 0],
    ['places that parse the address of a request', naming(files, 'new URL(request.url)'), 5],
    ['lines of README.md', lineCount(readFileSync('README.md', 'utf8')), 90],
  ]
  const width = Math.max(...bounds.map(([name]) => name.length))
  return {
    lines: bounds.map(([name, is, most]) => {
      const verdict = is <= most ? '' : '  ← above it'
      return `${name.padEnd(width)} ${String(is).padStart(7)} of at most ${most}${verdict}`
    }),
    figures: Object.fromEntries(bounds.map(([name, is]) => [name, is])),
  }
}

function lineCount(text = ''): number {
  return text.trimEnd().split('\n').length
}

function naming(files: { text: string }[], words: string): number {
  return files.filter(({ text }) => text.includes(words)).length
}
