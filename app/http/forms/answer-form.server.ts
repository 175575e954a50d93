import { data } from '@remix-run/node'
import type { z } from 'zod'
import { type CredentialFields, identityFailure } from '../sessions/sign-in.server'
import { readFields, readForm } from './forms.server'

/**
 * Reads a form and does what it asks for. A form that is not right, or that the identity service
 * refuses, is answered with itself and its errors, beside those of `fields` that they speak of.
 */
export async function answerForm<Schema extends z.ZodTypeAny, Answer>(
  request: Request,
  schema: Schema,
  fields: CredentialFields,
  act: (value: z.output<Schema>) => Promise<Answer>,
) {
  const form = readFields(await readForm(request), schema)
  if (form.kind === 'switch-language') return data(form.answer)
  if (form.kind === 'invalid') return data(form.answer, { status: 400 })
  try {
    return await act(form.value)
  } catch (error) {
    const { errors, ...rest } = identityFailure(error, fields)
    return data({ intent: form.intent, typed: form.typed, errors }, rest)
  }
}
