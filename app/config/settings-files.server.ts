import { z } from 'zod'
import { readJsonFile } from '../adapters/json-file/json-file.server'
import { readLegal } from '../domain/legal/legal-input'
import { readCatalogue } from '../domain/shop/catalogue-input'

/** Our paths that lead to other sites, e.g. `{"/jobs": "https://example.com/jobs"}`. */
export type Redirects = Record<string, string>

const redirectTable = z.record(
  z.string().regex(/^\/[^\s?#]*$/, 'each key must be a path that begins with /'),
  z
    .string()
    .url('each value must be a full address')
    .refine((text) => /^https?:/.test(text), 'each value must begin with http:// or https://'),
)

/** Adds what is wrong with the file of REDIRECTS to `problems`. */
export function readRedirects(file: string, problems: string[]): Redirects {
  const content = readJson('REDIRECTS', file, problems)
  if (content === undefined) return {}
  const parsed = redirectTable.safeParse(content)
  if (parsed.success) return parsed.data
  for (const issue of parsed.error.issues) {
    problems.push(`REDIRECTS (${file}): ${issue.path.join('.') || 'the file'}: ${issue.message}`)
  }
  return {}
}

/** Of a service account, or other Application Default Credentials. */
const keyFile = z.union([
  z.object({
    type: z.literal('service_account'),
    client_email: z.string(),
    private_key: z.string(),
  }),
  z.object({ type: z.enum(['authorized_user', 'external_account']) }),
])

export function checkKeyFile(file: string, problems: string[]): void {
  const name = 'GOOGLE_APPLICATION_CREDENTIALS'
  const content = readJson(name, file, problems)
  if (content === undefined || keyFile.safeParse(content).success) return
  problems.push(`${name} (${file}): not a key of a service account as the console gives it`)
}

export function checkCatalogue(file: string, problems: string[]): void {
  const content = readJson('CATALOGUE', file, problems)
  if (content === undefined) return
  const read = readCatalogue(content)
  if (read.kind === 'sound') return
  problems.push(...read.problems.map((problem) => `CATALOGUE (${file}): ${problem}`))
}

export function checkLegal(file: string, problems: string[]): void {
  const content = readJson('LEGAL', file, problems)
  if (content === undefined) return
  const read = readLegal(content)
  if (read.kind === 'sound') return
  problems.push(...read.problems.map((problem) => `LEGAL (${file}): ${problem}`))
}

export function readJson(setting: string, file: string, problems: string[]): unknown {
  try {
    return readJsonFile(file)
  } catch (error) {
    problems.push(`${setting} (${file}): ${(error as Error).message}`)
  }
}
