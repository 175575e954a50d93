import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

/** A 32-byte key per secret, in order, for this purpose alone (HKDF, RFC 5869). */
export function deriveKeys(secrets: readonly string[], purpose: string): KeyObject[] {
  return secrets.map((secret) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))),
  )
}

/** The key of the newest secret. Throws if there is no secret. */
export function newestKey(secrets: readonly string[], purpose: string): KeyObject {
  const [key] = deriveKeys(secrets.slice(0, 1), purpose)
  if (!key) throw new Error(`There is no secret for ${purpose}`)
  return key
}
