import type { SessionUser } from '../accounts/sessions'

/**
 * The address of the picture that an owner sees of themselves: their own, else the anonymous one.
 * Undefined when neither is an https address: what a provider calls a photo may be anything.
 */
export function photoOf(
  { photoURL }: Pick<SessionUser, 'photoURL'>,
  anonymous: string,
): string | undefined {
  return [photoURL, anonymous].find(isSecure) ?? undefined
}

function isSecure(address: string | null): boolean {
  return address !== null && URL.canParse(address) && new URL(address).protocol === 'https:'
}

/** The photo that somebody uploaded, as we have drawn it: a square WebP. */
export interface Photo {
  bytes: Uint8Array
  /** Another photo has another one. */
  version: string
  savedAt: Date
}

/** In bytes, as somebody sends it. */
export const largestPhoto = 5 * 1_024 * 1_024

/** Photos that owners uploaded; an account's goes with the account. */
export interface PhotoStore {
  /** Keeps the photo in place of the one before. Without such an account nothing changes. */
  save(uid: string, photo: Photo): Promise<void>
  find(uid: string): Promise<Photo | undefined>
  /** Removes the account's photo for good; where there is none, nothing changes. */
  remove(uid: string): Promise<void>
}
