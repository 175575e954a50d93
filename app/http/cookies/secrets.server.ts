import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

/** Derived once: a key takes longer than what is sealed with it, and Node 24 makes one of each Buffer. */
const known = new Map<string, KeyObject>()

/** A 32-byte key per secret, in order, for this purpose alone (HKDF, RFC 5869). */
export function deriveKeys(secrets: readonly string[], purpose: string): KeyObject[] {
  return secrets.map((secret) => {
    const both = `${purpose}\n${secret}`
    const key = known.get(both) ?? derive(secret, purpose)
    known.set(both, key)
    return key
  })
}

/** That of the newest secret. Throws where there is none. */
export function newestKey(secrets: readonly string[], purpose: string): KeyObject {
  const [key] = deriveKeys(secrets.slice(0, 1), purpose)
  if (!key) throw new Error(`There is no secret for ${purpose}`)
  return key
}

function derive(secret: string, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)))
}
