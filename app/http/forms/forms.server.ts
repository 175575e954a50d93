import { unstable_coerceFormValue as coerceFormValue, parseWithZod } from '@conform-to/zod'
import type { z } from 'zod'
import {
  type FormAnswer,
  type FormError,
  type FormErrors,
  incompleteForm,
} from '~/domain/forms/forms'
import { describe } from '~/domain/identity/errors'
import type { Language } from '~/domain/text/languages'
import { translations } from '~/i18n/translation.server'
import { addField, isFieldName, mostFields, unreadableForm } from './fields.server'
import { isMultipart, readMultipart } from './multipart.server'

/** Never sent back to the browser. */
const unrepeated = /^(intent|captcha|again|files|uploaded)$|password$/i

/** Without files. Throws a 400 response for what no form sends. */
export async function readForm(request: Request): Promise<FormData> {
  if (isMultipart(request)) {
    const { form, problem } = await readMultipart(request, async () => undefined)
    if (problem) throw unreadableForm()
    return form
  }
  const type = request.headers.get('Content-Type') ?? ''
  const text = await request.text()
  const form = new FormData()
  if (text === '') return form
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) throw unreadableForm()
  const fields = new URLSearchParams(text)
  if (fields.size > mostFields) throw unreadableForm()
  for (const [name, value] of fields) {
    if (!isFieldName(name)) throw unreadableForm()
    addField(form, name, value)
  }
  return form
}

/** Never a password. */
export function typedIn(form: FormData): FormAnswer['typed'] {
  const typed: FormAnswer['typed'] = {}
  for (const [name, value] of form) {
    if (typeof value === 'string' && !unrepeated.test(name)) typed[name] ??= value
  }
  return typed
}

/** What is missing in every language is asked for in the page's. */
export type Input<Schema extends z.ZodTypeAny = z.ZodTypeAny> =
  | Schema
  | ((language: Language) => Schema)

/** The value, or errors by field; an issue's `params` are its sentence's values. */
export function validate<Schema extends z.ZodTypeAny>(
  form: FormData,
  input: Input<Schema>,
  language: Language,
): { value: z.output<Schema>; errors?: undefined } | { value?: undefined; errors: FormErrors } {
  const submission = parseWithZod(form, {
    schema: coerced(input, language),
    disableAutoCoercion: true,
    formatError: sentenceOf,
  })
  if (submission.status === 'success') return { value: submission.value }
  const errors: FormErrors = {}
  for (const [path, error] of Object.entries(submission.error ?? {})) {
    const [field] = path.split(/[.[]/, 1)
    errors[(error !== incompleteForm && field) || 'form'] = error ?? incompleteForm
  }
  return { errors }
}

/** Coercing a schema takes longer than reading a form by it. */
const coercions = new WeakMap<object, Partial<Record<Language, z.ZodTypeAny>>>()

/** The schema as conform coerces it, made once for each input and, where that asks for it, language. */
function coerced<Schema extends z.ZodTypeAny>(input: Input<Schema>, language: Language): Schema {
  const known = coercions.get(input) ?? {}
  coercions.set(input, known)
  known[language] ??= coerceFormValue(typeof input === 'function' ? input(language) : input)
  return known[language] as Schema
}

function sentenceOf([issue]: z.ZodIssue[]): FormError {
  // zod's own messages begin with a capital letter, locale keys do not.
  if (!issue || !/^[a-z]/.test(issue.message)) return incompleteForm
  const { message: key } = issue
  return issue.code === 'custom' && issue.params ? { key, values: issue.params } : key
}

/** What a page shows of errors. */
export function wordErrors(
  errors: FormErrors,
  language: Language,
): Pick<FormAnswer, 'errors' | 'captcha'> {
  const worded = Object.entries(errors).flatMap(([field, error]): [string, string][] =>
    error ? [[field, wordError(error, language)]] : [],
  )
  const captcha = errors.form === describe('missing-recaptcha-token').key
  return { errors: Object.fromEntries(worded), ...(captcha && { captcha }) }
}

export function wordError(error: FormError, language: Language): string {
  const { key, values } = typeof error === 'string' ? { key: error } : error
  return translations(language).t(key as 'errors:general', values)
}
