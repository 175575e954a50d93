import ts from 'typescript'
import type { SourceFile } from './source-files'

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
