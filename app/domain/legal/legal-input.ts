import { z } from 'zod'
import { defaultLanguage, inEvery, type Language, languagesOf } from '../text/languages'
import {
  type Bank,
  type Company,
  isIban,
  type Legal,
  type LegalSection,
  type LegalTexts,
} from './legal'

const text = z.string().trim().min(1, 'is empty').max(5_000, 'is longer than 5,000 characters')
const line = text.refine((value) => !value.includes('\n'), 'must be one line')

const company: z.ZodType<Company, z.ZodTypeDef, unknown> = z
  .object({
    name: line,
    street: line,
    postcode: line,
    city: line,
    country: z.string().regex(/^[A-Z]{2}$/, 'must be a country code like DE'),
    representatives: z.array(line).min(1, 'names nobody who may act for the company'),
    email: z.string().email('must be an e-mail address'),
    phone: z.string().regex(/^\+?[\d\s()/-]{5,30}$/, 'must be a telephone number'),
    register: z.object({ court: line, number: line }).strict().optional(),
    vatId: line.optional(),
    economicId: line.optional(),
    authority: line.optional(),
    editor: line.optional(),
  })
  .strict()

const bank: z.ZodType<Bank, z.ZodTypeDef, unknown> = z
  .object({
    holder: line.refine((value) => value.length <= 70, 'is longer than 70 characters'),
    iban: z
      .string()
      .transform((value) => value.replace(/\s/g, '').toUpperCase())
      .refine(isIban, 'is no IBAN: its check digits are wrong'),
    bic: z
      .string()
      .regex(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/, 'must be a BIC of 8 or 11 characters')
      .optional(),
    name: line.optional(),
  })
  .strict()

const section: z.ZodType<LegalSection, z.ZodTypeDef, unknown> = z
  .object({
    heading: line,
    paragraphs: z.array(z.union([text, z.array(text).min(1)])).min(1, 'says nothing'),
  })
  .strict()

const sections = z.array(section).min(1, 'says nothing')

const texts: z.ZodType<LegalTexts, z.ZodTypeDef, unknown> = z
  .object({
    terms: sections,
    delivery: sections,
    withdrawal: sections,
    privacy: sections,
    accessibility: sections,
    disputes: text,
  })
  .strict()

function legalFile(written: Language[]) {
  const inEach = Object.fromEntries(written.map((language) => [language, texts]))
  return z
    .object({
      sample: z.boolean().default(false),
      company,
      bank,
      texts: z.object(inEach).strict(),
    })
    .strict()
}

/** Written in braces in the file's texts. */
const placeholders = [
  'name',
  'address',
  'representatives',
  'email',
  'phone',
  'site',
  'withdrawal',
  'termination',
] as const

export type AddressOf = (path: string, language: Language) => string

/** The texts with placeholders filled in, or every problem at once. */
export function readLegal(
  content: unknown,
  addressOf: AddressOf,
): { kind: 'sound'; legal: Omit<Legal, 'version'> } | { kind: 'unsound'; problems: string[] } {
  const written = languagesOf(content)
  const parsed = legalFile(written).safeParse(content)
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      ({ path, message }) => `${path.join('.') || 'the file'}: ${message}`,
    )
    return { kind: 'unsound', problems }
  }
  const { company, sample } = parsed.data
  const problems = sample ? [] : copiedFromSample(parsed.data)
  const { texts } = parsed.data
  const filled = inEvery((language) => {
    const source = written.includes(language) ? language : defaultLanguage
    const values = valuesOf(company, source, addressOf)
    const fill = (value: string) =>
      value.replace(/\{(\w*)\}/g, (whole, name: string) => {
        const known = placeholders.find((each) => each === name)
        if (!known) problems.push(`texts.${source}: nothing is known to put for ${whole}`)
        return known ? values[known] : whole
      })
    return everyText(texts[source] as LegalTexts, fill)
  })
  if (problems.length > 0) return { kind: 'unsound', problems: [...new Set(problems)] }
  return { kind: 'sound', legal: { ...parsed.data, texts: filled } }
}

/** The sample's business is not a real one. */
function copiedFromSample({ company, bank }: Pick<Legal, 'company' | 'bank'>): string[] {
  const copied = Object.entries({
    'company.name': company.name.startsWith('Muster am Tresen'),
    'company.city': company.city === 'Musterstadt',
    'company.email': company.email.endsWith('@example.com'),
    'bank.iban': bank.iban === 'DE02120300000000202051',
  })
  return copied.filter(([, same]) => same).map(([field]) => `${field}: is still that of the sample`)
}

function valuesOf(
  { name, street, postcode, city, representatives, email, phone }: Company,
  language: Language,
  addressOf: AddressOf,
): Record<(typeof placeholders)[number], string> {
  return {
    name,
    address: `${street}, ${postcode} ${city}`,
    representatives: representatives.join(', '),
    email,
    phone,
    site: addressOf('/', language).replace(/\/$/, ''),
    withdrawal: addressOf('/withdrawal?withdraw', language),
    termination: addressOf('/withdrawal?cancel', language),
  }
}

function everyText<Value>(value: Value, change: (text: string) => string): Value {
  if (typeof value === 'string') return change(value) as Value
  if (Array.isArray(value)) return value.map((each) => everyText(each, change)) as Value
  const entries = Object.entries(value as object)
  return Object.fromEntries(entries.map(([key, each]) => [key, everyText(each, change)])) as Value
}
