import { hkdfSync } from 'node:crypto'

/** Derived once: a key takes longer than what is sealed with it. */
const known = new Map<string, Buffer>()

/** A 32-byte key per secret, in order, for this purpose alone (HKDF, RFC 5869). */
export function deriveKeys(secrets: readonly string[], purpose: string): Buffer[] {
  return secrets.map((secret) => {
    const both = `${purpose}\n${secret}`
    const key = known.get(both) ?? Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
    known.set(both, key)
    return key
  })
}
