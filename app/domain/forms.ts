/** What is wrong with a form: for each field the locale key of a sentence. `form` is the whole of it. */
export type FormErrors = Record<string, string | undefined>

/** What a form is shown again with: everything typed but passwords, and what is wrong with it. */
export interface FormAnswer {
  typed: Record<string, string>
  errors: FormErrors
}
