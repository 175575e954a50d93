import { z } from 'zod'

/** For a form that the section does not have. */
const unknownIntent = { errorMap: () => ({ message: 'errors:form.key' }) }

export function formsByIntent<
  Forms extends [
    z.ZodDiscriminatedUnionOption<'intent'>,
    ...z.ZodDiscriminatedUnionOption<'intent'>[],
  ],
>(...forms: Forms) {
  return z.discriminatedUnion('intent', forms, unknownIntent)
}
