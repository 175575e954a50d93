import { seal, unseal } from './seal.server'

const purpose = 'form stamp'

/** Says when a form of this desk was shown, in a way that nobody else can say it. */
export function formStamp(secrets: readonly string[], deskId: string, now: Date): string {
  return seal(String(now.getTime()), purpose, secrets, deskId)
}

/** Milliseconds since the stamp was made, 0 at least; undefined if it is none of ours for this desk. */
export function formAge(
  stamp: string,
  secrets: readonly string[],
  deskId: string,
  now: Date,
): number | undefined {
  const time = unseal(stamp, purpose, secrets, deskId)
  return time === undefined ? undefined : Math.max(0, now.getTime() - Number(time))
}
