import { z } from 'zod'

/** A form that the section has not got is told so, whatever it asks for. */
const unknownIntent = { errorMap: () => ({ message: 'errors:form.key' }) }

/** The forms of a section, told apart by their buttons. */
export function formsByIntent<
  Forms extends [
    z.ZodDiscriminatedUnionOption<'intent'>,
    ...z.ZodDiscriminatedUnionOption<'intent'>[],
  ],
>(...forms: Forms) {
  return z.discriminatedUnion('intent', forms, unknownIntent)
}
