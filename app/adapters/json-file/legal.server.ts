import { createHash } from 'node:crypto'
import { readLegal } from '../../domain/legal/legal-input'
import {
  createLegalSource,
  type LegalFile,
  type LegalSource,
  type LegalStore,
} from '../../domain/legal/legal-store'
import type { AddressOf } from '../../domain/legal/placeholders'
import type { Language } from '../../domain/text/languages'
import { readJsonFile } from './json-file.server'
import sample from './sample-legal.json'

interface LegalOptions {
  file?: string
  addressOf: AddressOf
  /** As for `createLegalSource`. */
  accounts?: Record<Language, string>
  /** As for `createLegalSource`. */
  offers(): Promise<boolean>
}

/** The stored texts, else the file's; also the sample. */
export function openLegal(
  store: LegalStore,
  { file, addressOf, accounts, offers }: LegalOptions,
): LegalSource {
  return createLegalSource(store, openLegalFile(file), {
    addressOf,
    accounts,
    offers,
    hash: (text) => createHash('sha256').update(text).digest('base64url').slice(0, 16),
  })
}

/** Nothing is written without a file, or in a copy of the sample. Throws with every problem. */
export function openLegalFile(file: string | undefined): LegalFile {
  const own = read(sample, 'the sample')
  if (file === undefined) return { details: { texts: {} }, sample: own.details }
  const written = read(contentOf(file), file)
  return written.sample
    ? { details: { texts: {} }, sample: written.details }
    : { details: written.details, sample: own.details }
}

function contentOf(file: string): unknown {
  try {
    return readJsonFile(file)
  } catch (error) {
    throw new Error(`${file}:\n${(error as Error).message}`)
  }
}

function read(content: unknown, name: string) {
  const found = readLegal(content)
  if (found.kind === 'sound') return found
  throw new Error(`${name}:\n${found.problems.join('\n')}`)
}
