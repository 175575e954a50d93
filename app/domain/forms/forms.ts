/** The intent of a form sent only to be shown in another language. */
export const switchIntent = 'switch-language'

/** For a form that our page cannot have sent as it is. */
export const incompleteForm = 'errors:form.key'

/** A locale key, with the values of its sentence. */
export type FormError = string | { key: string; values: Record<string, string | number> }

/** By field; `form` is the whole. */
export type FormErrors = Record<string, FormError | undefined>

/** A refused form: what was typed, without passwords, and its errors. */
export interface FormAnswer {
  /** The pressed button; empty for one without a name. */
  intent: string
  typed: Record<string, string>
  errors: FormErrors
  /** Uploaded files that wait for the form, since no file field can be prefilled. */
  uploaded?: UploadedFile[]
}

export interface UploadedFile {
  /** Stands for the file in the form, for its sender alone. */
  token: string
  name: string
  /** In bytes. */
  size: number
}
