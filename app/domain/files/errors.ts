import { StoreUnavailable } from '../stores'

/** By the Firebase Storage SDK's codes. 503: only we or time can fix it. */
const catalogue = {
  'object-not-found': { status: 404, key: 'errors:files.objectNotFound' },
  /** The key is not believed. */
  unauthenticated: { status: 503, key: 'errors:files.unauthenticated' },
  /** There is no such bucket, or the key may not use it. */
  unauthorized: { status: 503, key: 'errors:files.unauthorized' },
  'quota-exceeded': { status: 503, key: 'errors:files.quotaExceeded' },
  'retry-limit-exceeded': { status: 503, key: 'errors:files.retryLimitExceeded' },
  canceled: { status: 503, key: 'errors:files.canceled' },
} as const

export type FileCode = keyof typeof catalogue

export const fileCodes = Object.keys(catalogue) as FileCode[]

export function isFileCode(text: string): text is FileCode {
  return text in catalogue
}

/** The storage of files fails; `cause` is in the technology's words. */
export class FilesUnavailable extends StoreUnavailable {
  declare readonly code: FileCode

  constructor(code: FileCode, cause: unknown) {
    super(code, cause)
    this.name = 'FilesUnavailable'
  }
}

export function describe<Code extends FileCode>(code: Code): (typeof catalogue)[Code] {
  return catalogue[code]
}
