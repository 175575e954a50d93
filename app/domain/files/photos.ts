import type { SessionUser } from '../accounts/sessions'
import { parseUrl } from '../text/urls'

/** `anonymous` is for those without one. Undefined unless https: a provider's value may be anything. */
export function photoOf(
  { photoURL }: Pick<SessionUser, 'photoURL'>,
  anonymous: string | undefined,
): string | undefined {
  return [photoURL, anonymous].find(isSecure) ?? undefined
}

function isSecure(address: string | null | undefined): boolean {
  return parseUrl(address ?? '')?.protocol === 'https:'
}

export interface Photo {
  bytes: Uint8Array
  version: string
  savedAt: Date
}

/** In bytes, as sent. */
export const largestPhoto = 5 * 1_024 * 1_024

export interface PhotoStore {
  /** Replaces the photo; does nothing for an unknown account. */
  save(uid: string, photo: Photo): Promise<void>
  find(uid: string): Promise<Photo | undefined>
  /** Idempotent. */
  remove(uid: string): Promise<void>
}
