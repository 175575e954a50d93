import { parseWithZod } from '@conform-to/zod'
import { z } from 'zod'
import {
  type FormAnswer,
  type FormError,
  type FormErrors,
  incompleteForm,
} from '~/domain/forms/forms'
import { addField, isFieldName, mostFields, unreadableForm } from './fields.server'
import { isMultipart, readMultipart } from './multipart.server'

/** Never sent back to the browser. */
const unrepeated = /^(intent|captcha|files|uploaded)$|password$/i

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

/** The value, or errors by field; an issue's `params` are its sentence's values. */
export function validate<Schema extends z.ZodTypeAny>(
  form: FormData,
  schema: Schema,
): { value: z.output<Schema>; errors?: undefined } | { value?: undefined; errors: FormErrors } {
  const submission = parseWithZod(form, {
    schema: asSent(schema),
    formatError: sentenceOf,
    disableAutoCoercion: true,
  })
  if (submission.status === 'success') return { value: submission.value }
  const errors: FormErrors = {}
  for (const [path, error] of Object.entries(submission.error ?? {})) {
    const [field] = path.split(/[.[]/, 1)
    errors[(error !== incompleteForm && field) || 'form'] = error ?? incompleteForm
  }
  return { errors }
}

const known = new WeakMap<z.ZodTypeAny, z.ZodTypeAny>()

function asSent<Schema extends z.ZodTypeAny>(schema: Schema): Schema {
  const sent = known.get(schema) ?? z.preprocess(readerOf(schema), schema)
  known.set(schema, sent)
  return sent as z.ZodTypeAny as Schema
}

/**
 * What a form says by what it sends: nothing by an empty text, a list by one value. Conform's own
 * coercion wraps each field in three more schemas, which take twice as long as the schema.
 */
function readerOf(schema: z.ZodTypeAny): (sent: unknown) => unknown {
  if (schema instanceof z.ZodEffects) return readerOf(schema.innerType())
  if (schema instanceof z.ZodPipeline) return readerOf(schema._def.in)
  if (schema instanceof z.ZodIntersection) {
    const [left, right] = [readerOf(schema._def.left), readerOf(schema._def.right)]
    return (sent) => right(left(sent))
  }
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) {
    const read = readerOf(schema._def.innerType)
    return (sent) => (unlessEmpty(sent) === undefined ? undefined : read(sent))
  }
  if (schema instanceof z.ZodArray) {
    const read = readerOf(schema.element)
    return (sent) => (unlessEmpty(sent) === undefined ? [] : [sent].flat().map(read))
  }
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape as z.ZodRawShape)
    const readers = fields.map(([name, field]) => [name, readerOf(field)] as const)
    return (sent = {}) => {
      if (!(sent instanceof Object)) return sent
      const all: Record<string, unknown> = { ...sent }
      for (const [name, read] of readers) {
        const value = read(all[name])
        if (value !== undefined) all[name] = value
        else if (name in all) delete all[name]
      }
      return all
    }
  }
  return unlessEmpty
}

function unlessEmpty(sent: unknown): unknown {
  return sent === '' ? undefined : sent
}

function sentenceOf([issue]: z.ZodIssue[]): FormError {
  // zod's own messages begin with a capital letter, locale keys do not.
  if (!issue || !/^[a-z]/.test(issue.message)) return incompleteForm
  const { message: key } = issue
  return issue.code === 'custom' && issue.params ? { key, values: issue.params } : key
}
