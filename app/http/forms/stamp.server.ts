import { seal, unseal } from '../cookies/seal.server'
import { randomBytes } from '../random.server'

const purpose = 'form stamp'

/** A signed time at which this desk's form was shown. */
export function formStamp(secrets: readonly string[], deskId: string, now: Date): string {
  const id = randomBytes(9).toString('base64url')
  return seal(`${now.getTime()} ${id}`, purpose, secrets, deskId)
}

/** Age in milliseconds, and its form; undefined unless made here for this desk. */
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
