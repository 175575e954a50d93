import { statSync } from 'node:fs'
import type { Catalogue, CatalogueFile } from '../../domain/shop/catalogue'
import { readCatalogue } from '../../domain/shop/catalogue-input'
import {
  type CatalogueSource,
  type CatalogueStore,
  createCatalogueSource,
} from '../../domain/shop/catalogue-store'
import { readJsonFile } from './json-file.server'
import sample from './sample-catalogue.json'

/** Milliseconds between two checks of the file's modification time. */
const lookEvery = 2_000

interface CatalogueFileOptions {
  file?: string
  report(problems: string[]): void
}

interface CatalogueOptions extends CatalogueFileOptions {
  /** As for `createCatalogueSource`. */
  offers(): Promise<boolean>
}

/** The stored catalogue, else the file's or the sample. */
export function openCatalogue(store: CatalogueStore, options: CatalogueOptions): CatalogueSource {
  const file = createCatalogueFile(options)
  return createCatalogueSource(store, file, orThrow(sample, 'the sample'), options.offers)
}

/** Read again when the file changes. Throws, with every problem, if it is invalid at first. */
export function createCatalogueFile({ file, report }: CatalogueFileOptions): CatalogueFile {
  let catalogue = file === undefined ? orThrow(sample, 'the sample') : load(file)
  let changedAt = file === undefined ? 0 : changeOf(file)
  let lookedAt = Number.NEGATIVE_INFINITY

  return {
    read(now) {
      if (file !== undefined && Math.abs(now.getTime() - lookedAt) >= lookEvery) {
        lookedAt = now.getTime()
        look(file)
      }
      return catalogue
    },
  }

  function look(path: string) {
    const change = changeOf(path)
    if (change === changedAt) return
    changedAt = change
    try {
      catalogue = load(path)
    } catch (error) {
      report(error instanceof CatalogueError ? error.problems : [(error as Error).message])
    }
  }
}

export class CatalogueError extends Error {
  constructor(
    file: string,
    readonly problems: string[],
  ) {
    super(`${file}:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.name = 'CatalogueError'
  }
}

function load(file: string): Catalogue {
  try {
    return orThrow(readJsonFile(file), file)
  } catch (error) {
    throw error instanceof CatalogueError
      ? error
      : new CatalogueError(file, [(error as Error).message])
  }
}

function orThrow(content: unknown, file: string): Catalogue {
  const read = readCatalogue(content)
  if (read.kind === 'sound') return read.catalogue
  throw new CatalogueError(file, read.problems)
}

/** Milliseconds since 1970; 0 while there is no file. */
function changeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
