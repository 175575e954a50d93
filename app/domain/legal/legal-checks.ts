import { z } from 'zod'
import { emailField } from '../forms/email'
import { isReadable, isVisible, nameLine, plainLine } from '../text/single-line'
import {
  type Bank,
  type Company,
  isIban,
  type LegalDetails,
  type LegalSection,
  type LegalTextName,
  type LegalTexts,
} from './legal'

/** Locale keys for values that fail a check. */
export interface CheckWords {
  required: string
  empty: string
  long: string
  oneLine: string
  country: string
  representatives: string
  email: string
  phone: string
  holder: string
  iban: string
  bic: string
  heading: string
  silent: string
}

/** The same checks for the file and the forms, each in its own words; `longestLine` in characters. */
export function legalChecks(words: CheckWords, longestLine: number) {
  const text = z
    .string({ required_error: words.required })
    .trim()
    .max(5_000, words.long)
    .refine(isVisible, words.empty)
  const oneLine = (empty: string) =>
    z
      .string({ required_error: words.required })
      .trim()
      .min(1, empty)
      .max(longestLine, words.long)
      .refine((value) => !value.includes('\n'), words.oneLine)
      .transform(nameLine)
      .refine(isReadable, empty)
  const line = oneLine(words.empty)

  const company: z.ZodType<Company, z.ZodTypeDef, unknown> = z
    .object({
      name: line,
      street: line,
      postcode: line,
      city: line,
      country: z.string({ required_error: words.required }).regex(/^[A-Z]{2}$/, words.country),
      representatives: z.array(line).min(1, words.representatives),
      email: z.string({ required_error: words.required }).transform(emailField(words.email)),
      phone: z
        .string({ required_error: words.required })
        .transform(plainLine)
        .refine((phone) => /^\+?[\d\s()/.-]{5,30}$/.test(phone), words.phone),
      register: z.object({ court: line, number: line }).strict().optional(),
      vatId: line.optional(),
      taxNumber: line.optional(),
      economicId: line.optional(),
      authority: line.optional(),
      editor: line.optional(),
    })
    .strict()

  const bank: z.ZodType<Bank, z.ZodTypeDef, unknown> = z
    .object({
      holder: line.refine((value) => value.length <= 70, words.holder),
      iban: z
        .string({ required_error: words.required })
        .transform((value) => inCapitals(value).replace(/^IBAN:?/, ''))
        .refine(isIban, words.iban),
      bic: z
        .string()
        .transform(inCapitals)
        .refine((bic) => /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic), words.bic)
        .optional(),
      name: line.optional(),
    })
    .strict()

  const section: z.ZodType<LegalSection, z.ZodTypeDef, unknown> = z
    .object({
      heading: oneLine(words.heading),
      paragraphs: z.array(z.union([text, z.array(text).min(1)])).min(1, words.silent),
    })
    .strict()

  const sections = z.array(section).min(1, words.silent)

  const texts: z.ZodObject<
    { [Name in LegalTextName]: z.ZodType<LegalTexts[Name], z.ZodTypeDef, unknown> },
    'strict'
  > = z
    .object({
      terms: sections,
      delivery: sections,
      withdrawal: sections,
      privacy: sections,
      accessibility: sections,
      disputes: text,
    })
    .strict()

  return { company, bank, texts }
}

/** Without blanks and hyphens, as on forms and cards. */
function inCapitals(typed: string): string {
  return plainLine(typed).replace(/[ -]/g, '').toUpperCase()
}

/** The sample's business is not a real one: the fields that still have its data. */
export function leftOfSample({ company, bank }: Pick<LegalDetails, 'company' | 'bank'>): string[] {
  const left = {
    'company.name': company?.name.startsWith('Muster am Tresen'),
    'company.city': company?.city === 'Musterstadt',
    'company.email': company?.email.endsWith('@example.com'),
    'bank.iban': bank?.iban === 'DE02120300000000202051',
  }
  return Object.entries(left).flatMap(([field, same]) => (same ? [field] : []))
}
