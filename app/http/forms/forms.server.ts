import { parseWithZod } from '@conform-to/zod'
import type { z } from 'zod'
import type { FormAnswer } from '~/domain/forms/forms'
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

/** Reads a form's fields against a schema. Errors are locale keys. */
export function readFields<Schema extends z.ZodTypeAny>(
  form: FormData,
  schema: Schema,
): Submitted<z.output<Schema>> {
  const typed: Record<string, string> = {}
  for (const [name, value] of form) {
    if (typeof value === 'string' && !unrepeated.test(name)) typed[name] ??= value
  }
  const pressed = form.get('intent')
  if (pressed === 'switch-language') return { kind: pressed, answer: { typed, errors: {} } }
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
