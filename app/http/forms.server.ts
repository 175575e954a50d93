import { parseWithZod } from '@conform-to/zod'
import type { z } from 'zod'
import type { FormAnswer } from '~/domain/forms'

/** What a form sent, read against its schema. `typed` is what may be shown again: never a password. */
export type Submitted<Value> =
  | { kind: 'valid'; value: Value; typed: Record<string, string>; intent: string }
  | { kind: 'invalid'; answer: FormAnswer; intent: string }
  /** Sent only to be shown again in another language. */
  | { kind: 'switch-language'; answer: FormAnswer }

/** Fields whose content is never sent back to the browser: what counts once, files, and every password. */
const unrepeated = /^(intent|captcha|files|uploaded)$|password$/i

/** Reads a form. Errors are locale keys; a form that is not even one counts as empty. */
export async function readForm<Schema extends z.ZodTypeAny>(
  request: Request,
  schema: Schema,
): Promise<Submitted<z.output<Schema>>> {
  return readFields(await request.formData().catch(() => new FormData()), schema)
}

/** Reads a form's fields. */
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
