import { data } from '@remix-run/node'
import type { z } from 'zod'
import { type CredentialFields, identityFailure } from '../sessions/sign-in.server'
import { readFields, readForm } from './forms.server'

/** Shows errors beside `fields` where it is invalid or the identity service refuses it. */
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
