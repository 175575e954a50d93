/** The intent of a form that is sent only to be shown again in another language. */
export const switchIntent = 'switch-language'

/** What is wrong with a form that the page cannot have sent as it is. */
export const incompleteForm = 'errors:form.key'

/** The locale key of a sentence, with the values that it speaks of if there are any. */
export type FormError = string | { key: string; values: Record<string, string | number> }

/** What is wrong with a form, for each field. `form` is the whole of it. */
export type FormErrors = Record<string, FormError | undefined>

/** What a form is shown again with: everything typed but passwords, and what is wrong with it. */
export interface FormAnswer {
  /** The button by which the form was sent; empty for one without a name. */
  intent?: string
  typed: Record<string, string>
  errors: FormErrors
  /** Files that were taken and wait for the form to be sent again: no field can be filled with them. */
  uploaded?: UploadedFile[]
}

/** What a page shows of a file that waits for its form. */
export interface UploadedFile {
  /** Stands for the file when the form is sent again; of use to its sender alone. */
  token: string
  name: string
  /** In bytes. */
  size: number
}
