import type { SessionUser } from './sessions'

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
