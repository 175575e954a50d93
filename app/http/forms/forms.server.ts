import { parseWithZod } from '@conform-to/zod'
import type { z } from 'zod'
import {
  type FormAnswer,
  type FormError,
  type FormErrors,
  incompleteForm,
} from '~/domain/forms/forms'
import { addField, isFieldName, mostFields, unreadableForm } from './fields.server'
import { isMultipart, readMultipart } from './multipart.server'

/** What a form sent, read against its schema. `typed` is what may be shown again: never a password. */
export type Submitted<Value> =
  | { kind: 'valid'; value: Value; typed: Record<string, string>; intent: string }
  | { kind: 'invalid'; answer: FormAnswer; intent: string }
  /** Sent only to be shown again in another language. */
  | { kind: 'switch-language'; answer: FormAnswer }

/** Fields whose content is never sent back to the browser: what counts once, files, and every password. */
const unrepeated = /^(intent|captcha|files|uploaded)$|password$/i

/**
 * Reads the body of a request as a form; files in it are left out. No body is a form without fields.
 * Throws a response of 400 for what no form of the app can send: other types of content, other names
 * of fields, more fields.
 */
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

/** Returns what was typed into a form and may be shown again: never a password. */
export function typedIn(form: FormData): FormAnswer['typed'] {
  const typed: FormAnswer['typed'] = {}
  for (const [name, value] of form) {
    if (typeof value === 'string' && !unrepeated.test(name)) typed[name] ??= value
  }
  return typed
}

/**
 * Returns what a schema makes of a form, or what is wrong with its fields; an issue's `params` are the
 * values that its sentence speaks of. What the schema has no sentence for, nobody has typed: it is
 * said of the whole form, which was not sent by our page as it is.
 */
export function validate<Schema extends z.ZodTypeAny>(
  form: FormData,
  schema: Schema,
): { value: z.output<Schema>; errors?: undefined } | { value?: undefined; errors: FormErrors } {
  const submission = parseWithZod(form, { schema, formatError: sentenceOf })
  if (submission.status === 'success') return { value: submission.value }
  const errors: FormErrors = {}
  for (const [path, error] of Object.entries(submission.error ?? {})) {
    const [field] = path.split(/[.[]/, 1)
    errors[(error !== incompleteForm && field) || 'form'] = error ?? incompleteForm
  }
  return { errors }
}

function sentenceOf([issue]: z.ZodIssue[]): FormError {
  // What zod says by itself begins with a capital letter, a locale key does not.
  if (!issue || !/^[a-z]/.test(issue.message)) return incompleteForm
  const { message: key } = issue
  return issue.code === 'custom' && issue.params ? { key, values: issue.params } : key
}

/** Reads a form's fields against a schema. Errors are locale keys. */
export function readFields<Schema extends z.ZodTypeAny>(
  form: FormData,
  schema: Schema,
): Submitted<z.output<Schema>> {
  const typed = typedIn(form)
  const pressed = form.get('intent')
  if (pressed === 'switch-language')
    return { kind: pressed, answer: { intent: pressed, typed, errors: {} } }
  const intent = typeof pressed === 'string' ? pressed : ''
  const submission = parseWithZod(form, { schema })
  if (submission.status === 'success') {
    const value = submission.value as z.output<Schema>
    return { kind: 'valid', value, typed, intent }
  }
  const errors = Object.entries(submission.error ?? {}).map(([field, found]) => [
    field || 'form',
    found?.[0],
  ])
  return { kind: 'invalid', answer: { typed, errors: Object.fromEntries(errors) }, intent }
}
