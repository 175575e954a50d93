import { randomBytes } from 'node:crypto'
import { seal, unseal } from '../cookies/seal.server'

const purpose = 'form stamp'

/** Says when a form of this desk was shown, in a way that nobody else can say it. */
export function formStamp(secrets: readonly string[], deskId: string, now: Date): string {
  const id = randomBytes(9).toString('base64url')
  return seal(`${now.getTime()} ${id}`, purpose, secrets, deskId)
}

/**
 * What a stamp says: the milliseconds since it was made, 0 at least, and which form it is of, however
 * the stamp is spelt; undefined if it was not made here for this desk.
 */
export function readStamp(
  stamp: string,
  secrets: readonly string[],
  deskId: string,
  now: Date,
): { age: number; form: string } | undefined {
  const form = unseal(stamp, purpose, secrets, deskId)
  if (form === undefined) return undefined
  return { age: Math.max(0, now.getTime() - Number.parseInt(form, 10)), form }
}
