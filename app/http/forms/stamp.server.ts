import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'
import { deriveKeys, newestKey } from '../cookies/secrets.server'

const purpose = 'form stamp'

/** 128 bits of a signature in base64url. */
const signatureLength = 22

/** When this desk's form was shown, signed, as long each time: quicker than a seal. */
export function formStamp(secrets: readonly string[], deskId: string, now: Date): string {
  const form = `${now.getTime()}.${randomBytes(9).toString('base64url')}`
  return `${form}.${signatureOf(form, deskId, newestKey(secrets, purpose))}`
}

/** Age in milliseconds, and its form; undefined unless made here for this desk. */
export function readStamp(
  stamp: string,
  secrets: readonly string[],
  deskId: string,
  now: Date,
): { age: number; form: string } | undefined {
  const [time = '', id = '', signature = ''] = stamp.split('.')
  const form = `${time}.${id}`
  const signed = deriveKeys(secrets, purpose).some((key) => {
    const [one, other] = [Buffer.from(signature), Buffer.from(signatureOf(form, deskId, key))]
    return one.length === other.length && timingSafeEqual(one, other)
  })
  return signed ? { age: Math.max(0, now.getTime() - Number(time)), form } : undefined
}

function signatureOf(form: string, deskId: string, key: KeyObject): string {
  const digest = createHmac('sha256', key).update(`${deskId} ${form}`).digest('base64url')
  return digest.slice(0, signatureLength)
}
