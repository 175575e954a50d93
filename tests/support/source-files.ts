import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

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
