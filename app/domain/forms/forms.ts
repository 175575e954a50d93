/** In the query of a form that a script sends by itself, while its sender types on. */
export const unattended = 'unattended'

/** To such a form: `signedOut` where its sender's session has ended. */
export interface UnattendedAnswer extends FormAnswer {
  signedOut?: boolean
}

/** The intent of a form sent only to be shown in another language. */
export const switchIntent = 'switch-language'

/** The intents of buttons beside a form that submit it only to keep its text. */
export const keepingIntents: readonly string[] = [switchIntent, 'go-away', 'come-back']

/** The field that names, with a switch, a button of the form that was typed into, where the page has several. */
export const switchedField = 'switched'

/** The field by which a form names the account and desk it was made for. */
export const accountField = 'account'

/** The field by which a form names the part of the page to return to, by its id. */
export const placeField = 'place'

/** The fields that an error page returns of a form that could not be taken. */
export type GivenBack = { typed: string[] } & (
  | {
      why: 'other-account' | 'signed-out'
      /** The addresses of the account whose form it was, and of the one that is signed in. */
      theirs?: string
      own?: string
    }
  | OtherDesk
)

/** In the page's language. */
export interface OtherDesk {
  why: 'other-desk'
  title: string
  text: string
  /** The page of the form at its own desk, where the account is a member of it. */
  back?: { to: string; text: string }
}

/** Marks a 404 for a room that only the site's desk has, so that the error page can explain it. */
export const roomOfSite = { room: 'site' } as const

/** The same for the account that gets the site's desk as soon as its address is confirmed. */
export const roomOnceConfirmed = { room: 'unconfirmed' } as const

/** Marks a 403 for what only managers of a desk may see or do. */
export const roomOfManagers = { room: 'managers' } as const

/** Marks a 403 for an account that is not a member of the desk it asks for. */
export const notAtDesk = { room: 'none' } as const

/** Marks a 403 for an account that is at no desk, and may open one. */
export const atNoDesk = { room: 'nowhere' } as const

/** A room that is closed, with what a form that was sent there has brought. */
export interface ClosedRoom {
  room: (typeof roomOfSite | typeof roomOfManagers | typeof notAtDesk | typeof atNoDesk)['room']
  typed?: string[]
}

/** For a form that our page cannot have sent as it is. */
export const incompleteForm = 'errors:form.key'

/** A locale key, with the values of its sentence. */
export type FormError = string | { key: string; values: Record<string, string | number> }

/** Errors by field; `form` is for the form as a whole. */
export type FormErrors = Record<string, FormError | undefined>

/** A refused form: its values without passwords, and its errors. */
export interface FormAnswer {
  /** The pressed button; empty for one without a name. */
  intent: string
  typed: Record<string, string>
  /** In words, by field: the browser has no texts for them. */
  errors: Record<string, string>
  /** A page of this site that helps; it opens in a new tab, since this one has what was typed. */
  see?: string
  /** The mark of what somebody else has saved meanwhile: sent again, the form replaces that. */
  seen?: string
  /** The identity service has begun to demand a captcha. */
  captcha?: true
  /** Sent with the form and a captcha's response, stands for its passwords. */
  again?: string
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
