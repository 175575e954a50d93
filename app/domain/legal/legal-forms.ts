import { z } from 'zod'
import { soundLines } from '../files/plain-text'
import { type PostcodeShape, postcodeError, readPostcode } from '../text/postcodes'
import type { Bank, Company, LegalTextName, LegalTexts } from './legal'
import { type CheckWords, leftOfSample, legalChecks } from './legal-checks'
import { longestLegalLine, longestLegalText, sectionsIn } from './legal-text'
import { unknownPlaceholders } from './placeholders'

const words: CheckWords = {
  required: 'company:errors.empty',
  empty: 'company:errors.empty',
  long: 'company:errors.long',
  oneLine: 'company:errors.oneLine',
  country: 'company:errors.country',
  representatives: 'company:errors.representatives',
  email: 'company:errors.email',
  phone: 'company:errors.phone',
  holder: 'company:errors.holder',
  iban: 'company:errors.iban',
  bic: 'company:errors.bic',
  heading: 'company:errors.heading',
  silent: 'company:errors.silent',
}

const checks = legalChecks(words, longestLegalLine)

type Typed = Record<string, string | undefined>

type Issue = (path: (string | number)[], message: string, params?: PostcodeShape) => void

export interface Filled<Value> {
  value: Value
  seen: string
}

const typedFields = z
  .object({})
  .catchall(z.string().transform(soundLines).optional())
  .transform((typed): Typed => typed)

/** Fields are named as their value in the file: `register.court` is `registerCourt`. */
export const companyForm = filled(checks.company, 'company', (typed, issue) => {
  const { registerCourt, registerNumber, representatives = '' } = typed
  const { name, street, postcode = '', city, country = '', email, phone } = typed
  const fitting = readPostcode(postcode, country)
  if (postcode && !fitting) {
    const { message, params } = postcodeError(country)
    issue(['postcode'], message, params)
  }
  const { vatId, taxNumber, economicId, authority, editor } = typed
  return {
    ...{ name, street, postcode: fitting ?? postcode, city, country, email, phone },
    ...given({ vatId, taxNumber, economicId, authority, editor }),
    representatives: representatives.split('\n').flatMap((line) => line.trim() || []),
    ...((registerCourt || registerNumber) && {
      register: { court: registerCourt, number: registerNumber },
    }),
  } satisfies Partial<Record<keyof Company, unknown>>
})

export const bankForm = filled(checks.bank, 'bank', ({ holder, iban, bic, name }: Typed) => {
  return { holder, iban, ...given({ bic, name }) } satisfies Partial<Record<keyof Bank, unknown>>
})

/** The value of one text; undefined for an empty one, which only `optional` ones may be. */
export function textForm<Name extends LegalTextName>(name: Name, optional: boolean) {
  return typedFields.transform(
    ({ text = '', seen = '' }, context): Filled<LegalTexts[Name] | undefined> => {
      const issue = (message: string, params?: Record<string, string>) => {
        context.addIssue({ code: 'custom', path: ['text'], message, params })
        return z.NEVER
      }
      if (text.length > longestLegalText) return issue('company:errors.textLong')
      if (text === '') return optional ? { value: undefined, seen } : issue(words.empty)
      const [unknown] = unknownPlaceholders(text)
      if (unknown) return issue('company:errors.placeholder', { placeholder: unknown })
      const value = name === 'disputes' ? text.replace(/\s+/g, ' ') : sectionsIn(text)
      const parsed = checks.texts.shape[name].safeParse(value)
      if (parsed.success) return { value: parsed.data as LegalTexts[Name], seen }
      const [{ message = '', path = [] } = {}] = parsed.error.issues
      const section = typeof value === 'string' ? undefined : value[Number(path[0])]
      return issue(message, section && { heading: section.heading })
    },
  )
}

/** Checks a form as the file is checked, with each problem at its field. */
function filled<Value>(
  schema: z.ZodType<Value, z.ZodTypeDef, unknown>,
  part: 'company' | 'bank',
  valueIn: (typed: Typed, issue: Issue) => object,
) {
  return typedFields.transform((typed, context): Filled<Value> => {
    const issue: Issue = (path, message, params) =>
      context.addIssue({ code: 'custom', path: [fieldOf(path)], message, params })
    const value = valueIn(typed, issue)
    const parsed = schema.safeParse(value)
    for (const { path, message } of parsed.error?.issues ?? []) issue(path, message)
    for (const left of parsed.success ? leftOfSample({ [part]: parsed.data }) : []) {
      issue(left.split('.').slice(1), 'company:errors.sample')
    }
    return { value: parsed.data as Value, seen: typed.seen ?? '' }
  })
}

function fieldOf(path: (string | number)[]): string {
  const [first = '', ...others] = path.filter((step) => typeof step === 'string')
  return first + others.map((step) => step.charAt(0).toUpperCase() + step.slice(1)).join('')
}

function given(fields: Typed): Typed {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value))
}
