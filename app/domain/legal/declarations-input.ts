import { z } from 'zod'
import { optionalLines } from '../forms/lines'
import { isReadable, nameLine } from '../text/single-line'
import { formKey } from '../tickets/message-input'
import { visitorEmail } from '../tickets/visitors'
import type { Declared, Matter } from './declarations'

const oneLine = (most: number, missing: string, long: string) =>
  z
    .string({ required_error: missing })
    .transform(nameLine)
    .refine(isReadable, missing)
    .refine((line) => line.length <= most, long)

const lines = (most: number) => optionalLines(most, 'withdrawal:errors.long').default('')

const person = {
  name: oneLine(120, 'withdrawal:errors.name', 'withdrawal:errors.long'),
  contract: oneLine(200, 'withdrawal:errors.contract', 'withdrawal:errors.long'),
  ...visitorEmail.shape,
}

/** A withdrawal may ask for no more than these three (§ 356a Abs. 2 BGB). */
export const withdrawalForm = z
  .object(person)
  .transform((form): Declared => ({ ...form, matter: { kind: 'withdrawal' }, endsOn: '' }))

/** § 312k Abs. 2 BGB. */
export const terminationForm = z
  .object({
    ...person,
    cause: z.enum(['ordinary', 'important'], {
      errorMap: () => ({ message: 'withdrawal:errors.cause' }),
    }),
    reason: lines(2_000),
    endsOn: lines(40),
  })
  .superRefine(({ cause, reason }, context) => {
    if (cause !== 'important' || reason) return
    context.addIssue({ code: 'custom', path: ['reason'], message: 'withdrawal:errors.reason' })
  })
  .transform(({ cause, reason, ...form }): Declared => {
    const matter: Matter =
      cause === 'important'
        ? { kind: 'termination', cause, reason }
        : { kind: 'termination', cause }
    return { ...form, matter }
  })

const matter = z.union([
  z.object({ kind: z.literal('withdrawal') }),
  z.object({ kind: z.literal('termination'), cause: z.literal('ordinary') }),
  z.object({
    kind: z.literal('termination'),
    cause: z.literal('important'),
    reason: z.string(),
  }),
])

export const storedMatter: z.ZodType<Matter> = matter

export const sealedDeclared = z.object({
  key: formKey,
  matter,
  name: z.string(),
  email: z.string(),
  contract: z.string(),
  endsOn: z.string(),
})
