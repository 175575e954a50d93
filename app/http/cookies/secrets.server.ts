import { hkdfSync } from 'node:crypto'

/** A 32-byte key per secret, in order, for this purpose alone (HKDF, RFC 5869). */
export function deriveKeys(secrets: readonly string[], purpose: string): Buffer[] {
  return secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)))
}
