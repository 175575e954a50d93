import { z } from 'zod'
import { inEvery, type Language, languagesOf } from '../text/languages'
import type { CompleteDetails, LegalDetails } from './legal'
import { type CheckWords, leftOfSample, legalChecks } from './legal-checks'
import { unknownPlaceholders } from './placeholders'

const words: CheckWords = {
  required: 'Required',
  empty: 'is empty',
  long: 'is longer than 5,000 characters',
  oneLine: 'must be one line',
  country: 'must be a country code like DE',
  representatives: 'names nobody who may act for the company',
  email: 'must be an e-mail address',
  phone: 'must be a telephone number',
  holder: 'is longer than 70 characters',
  iban: 'is no IBAN: its check digits are wrong',
  bic: 'must be a BIC of 8 or 11 characters',
  heading: 'is empty',
  silent: 'says nothing',
}

const { company, bank, texts } = legalChecks(words, 5_000)

const sample = z.boolean().default(false)

function wholeFile(written: Language[]) {
  const inEach = Object.fromEntries(written.map((language) => [language, texts]))
  return z
    .object({ sample, company, bank, texts: z.object(inEach).strict() })
    .strict()
    .transform(({ sample, ...details }) => ({ sample, details }))
}

const partialFile = z
  .object({
    sample,
    company: company.optional(),
    bank: bank.optional(),
    texts: z.object(inEvery(() => texts.partial().optional())).strict(),
  })
  .strict()
  .transform(({ sample, ...details }) => ({ sample, details }))

type Read<Details> =
  | { kind: 'sound'; sample: boolean; details: Details }
  | { kind: 'unsound'; problems: string[] }

/** A file with everything that a shop needs. */
export function readLegal(content: unknown): Read<CompleteDetails> {
  return readAs(wholeFile(languagesOf(content)), content)
}

/** A file with what has been written so far, such as an export. */
export function readLegalParts(content: unknown): Read<LegalDetails> {
  return readAs(partialFile, content)
}

function readAs<Details extends LegalDetails>(
  schema: z.ZodType<{ sample: boolean; details: Details }, z.ZodTypeDef, unknown>,
  content: unknown,
): Read<Details> {
  const parsed = schema.safeParse(content)
  if (!parsed.success) return { kind: 'unsound', problems: sentences(parsed.error) }
  const { sample: isSample, details } = parsed.data
  const left = isSample ? [] : leftOfSample(details)
  const problems = [
    ...left.map((field) => `${field}: is still that of the sample`),
    ...Object.entries(details.texts).flatMap(([language, each]) =>
      unknownPlaceholders(each).map(
        (unknown) => `texts.${language}: nothing is known to put for ${unknown}`,
      ),
    ),
  ]
  if (problems.length > 0) return { kind: 'unsound', problems }
  return { kind: 'sound', sample: isSample, details }
}

const stored = z.object({
  company: company.optional(),
  bank: bank.optional(),
  texts: z.object(inEvery(() => texts.partial().optional())),
})

export function storedDetails(content: unknown): LegalDetails {
  const parsed = stored.safeParse(content)
  if (parsed.success) return parsed.data
  throw new Error(
    `The legal texts in the store are not sound: ${sentences(parsed.error).join('; ')}`,
  )
}

function sentences({ issues }: z.ZodError): string[] {
  return issues.map(({ path, message }) => `${path.join('.') || 'the file'}: ${message}`)
}
