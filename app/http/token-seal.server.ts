import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Tokens } from '../domain/sessions'
import { deriveKeys } from './secrets.server'

const algorithm = 'aes-256-gcm'
const ivLength = 12
const authTagLength = 16

const purpose = 'session tokens v1'

const tokensShape = z.object({
  idToken: z.string(),
  refreshToken: z.string(),
  expiresAt: z.coerce.date(),
})

/**
 * Encrypts tokens for the one session whose id hash is given, with the newest secret. Answers
 * base64url of iv, tag and ciphertext.
 */
export function sealTokens(tokens: Tokens, idHash: string, secrets: readonly string[]): string {
  const [key] = deriveKeys(secrets.slice(0, 1), purpose)
  if (!key) throw new Error('There is no secret to seal tokens with')
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv(algorithm, key, iv, { authTagLength })
  cipher.setAAD(Buffer.from(idHash))
  const text = Buffer.concat([cipher.update(JSON.stringify(tokens), 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')
}

/**
 * The tokens, if one of the secrets sealed them for this very session. Throws for a seal that was
 * tampered with, moved to another session, or made with a secret that is no longer believed.
 */
export function unsealTokens(sealed: string, idHash: string, secrets: readonly string[]): Tokens {
  const bytes = Buffer.from(sealed, 'base64url')
  for (const key of deriveKeys(secrets, purpose)) {
    const text = decrypt(bytes, idHash, key)
    if (text !== undefined) return tokensShape.parse(JSON.parse(text))
  }
  throw new Error('The tokens of this session do not open: wrong secret, wrong session or damage')
}

function decrypt(bytes: Buffer, idHash: string, key: Buffer): string | undefined {
  if (bytes.length < ivLength + authTagLength) return undefined
  const iv = bytes.subarray(0, ivLength)
  const decipher = createDecipheriv(algorithm, key, iv, { authTagLength })
  decipher.setAAD(Buffer.from(idHash))
  decipher.setAuthTag(bytes.subarray(ivLength, ivLength + authTagLength))
  try {
    const text = decipher.update(bytes.subarray(ivLength + authTagLength))
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
