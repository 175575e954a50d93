/** The locale key of a sentence, with the values that it speaks of if there are any. */
export type FormError = string | { key: string; values: Record<string, string | number> }

/** What is wrong with a form, for each field. `form` is the whole of it. */
export type FormErrors = Record<string, FormError | undefined>

/** What a form is shown again with: everything typed but passwords, and what is wrong with it. */
export interface FormAnswer {
  typed: Record<string, string>
  errors: FormErrors
}
