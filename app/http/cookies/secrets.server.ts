import { hkdfSync } from 'node:crypto'

/**
 * One 32-byte key for each secret, in the secrets' order, good for this purpose alone (HKDF, RFC
 * 5869): what one purpose signed or sealed means nothing to another.
 */
export function deriveKeys(secrets: readonly string[], purpose: string): Buffer[] {
  return secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)))
}
