import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveKeys, newestKey } from './secrets.server'

const algorithm = 'aes-256-gcm'
const ivLength = 12
const authTagLength = 16

/** By the newest secret, for this purpose and `boundTo`. Base64url of iv, tag and ciphertext. */
export function seal(
  text: string,
  purpose: string,
  secrets: readonly string[],
  boundTo = '',
): string {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv(algorithm, newestKey(secrets, purpose), iv, { authTagLength })
  cipher.setAAD(Buffer.from(boundTo))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Undefined unless one of the secrets sealed it for this purpose and `boundTo`. */
export function unseal(
  sealed: string,
  purpose: string,
  secrets: readonly string[],
  boundTo = '',
): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < ivLength + authTagLength) return undefined
  for (const key of deriveKeys(secrets, purpose)) {
    const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivLength), {
      authTagLength,
    })
    decipher.setAAD(Buffer.from(boundTo))
    decipher.setAuthTag(bytes.subarray(ivLength, ivLength + authTagLength))
    try {
      const text = decipher.update(bytes.subarray(ivLength + authTagLength))
      return Buffer.concat([text, decipher.final()]).toString('utf8')
    } catch {
      // Another secret may have sealed it.
    }
  }
  return undefined
}
