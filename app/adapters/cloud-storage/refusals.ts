import { type FileCode, FilesUnavailable } from '../../domain/files/errors'

/** A response of the service that is no success; `reason` is its own word for it. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly reason: string,
    detail = '',
  ) {
    super(`${status} ${reason} ${detail}`.trim())
    this.name = 'Refused'
  }
}

/** The service that gives tokens refuses the key, or there is none. */
export class KeyRefused extends Error {
  constructor(cause: unknown) {
    super(`No token: ${cause instanceof Error ? cause.message : cause}`, { cause })
    this.name = 'KeyRefused'
  }
}

/** Source: cloud.google.com/storage/docs/json_api/v1/status-codes (403). */
const quotas = /quota|rateLimit|accountDisabled|LimitExceeded/i

const codes = new Map<number, FileCode>([
  [401, 'unauthenticated'],
  [402, 'quota-exceeded'],
  [403, 'unauthorized'],
  [404, 'object-not-found'],
  [410, 'object-not-found'],
  [429, 'quota-exceeded'],
  [499, 'canceled'],
])

export function asUnavailable(error: unknown): FilesUnavailable {
  if (error instanceof FilesUnavailable) return error
  return new FilesUnavailable(codeOf(error), error)
}

function codeOf(error: unknown): FileCode {
  if (error instanceof KeyRefused) return 'unauthenticated'
  if (!(error instanceof Refused)) return 'retry-limit-exceeded'
  if (error.status === 403 && quotas.test(error.reason)) return 'quota-exceeded'
  return codes.get(error.status) ?? 'retry-limit-exceeded'
}

/** Source: cloud.google.com/storage/docs/retry-strategy. */
export function mayPass(error: unknown): boolean {
  if (error instanceof KeyRefused) return false
  if (!(error instanceof Refused)) return true
  const { status, reason } = error
  if (status === 403) return /rateLimitExceeded/i.test(reason)
  // A redirect or a page comes from a proxy.
  return status < 400 || status === 408 || status === 429 || status >= 500
}

/** A sentence for the operator. */
export function startProblem(
  { code, cause }: FilesUnavailable,
  { bucket, emulatorHost }: { bucket: string; emulatorHost?: string },
): string {
  const subject = `FILES=gcs: the bucket ${bucket}`
  const refused = cause instanceof Refused
  if (refused && cause.status === 400)
    return `${subject} has a name that no bucket has; see FILES_BUCKET`
  if (code === 'unauthorized' || code === 'object-not-found')
    return `${subject} is not there, or the key may not use it; see FILES_BUCKET`
  if (code === 'unauthenticated')
    return cause instanceof KeyRefused && /default credentials/i.test(cause.message)
      ? `${subject}: no key was found; set GOOGLE_APPLICATION_CREDENTIALS to a service account’s file`
      : `${subject} does not believe the key; make another in the Firebase console`
  if (code === 'quota-exceeded') return `${subject} has no quota left, or its project no billing`
  return emulatorHost
    ? `FILES=gcs: no emulator is to be reached at ${emulatorHost}`
    : `${subject} is not to be reached (${refused ? cause.status : code})`
}
