import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

export interface SourceFile {
  /** From the project's root, e.g. app/domain/desks/desks.ts. */
  path: string
  text: string
}

/** All TypeScript below a folder of the project. */
export function sourcesIn(folder: string): SourceFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
}

// Parsing is nearly all that the rules take time for, and several of them look at each file.
const parsed = new Map<string, ts.SourceFile>()
const how = {
  languageVersion: ts.ScriptTarget.Latest,
  jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
}

/** A file's syntax, parsed once a run of tests. */
export function parse({ path, text }: SourceFile): ts.SourceFile {
  const known = parsed.get(path)
  if (known?.text === text) return known
  const source = ts.createSourceFile(path, text, how, true)
  parsed.set(path, source)
  return source
}
