import { createHmac, randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import {
  openSteps,
  recoveryCodeCount,
  recoveryCodeLength,
  type SecondFactor,
} from '../../domain/identity/second-factors'

/** 160 bits, as RFC 4226 §4 recommends; base64url. */
export const newSecret = () => randomBytes(20).toString('base64url')

/** The code of a step, by SHA-1 and in six digits, which is all that some apps know (RFC 4226 §5.3). */
export function codeOf(secret: Buffer, step: number, digits = 6): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const cut = mac.readUInt32BE(mac.readUInt8(19) & 15) & 0x7fffffff
  return String(cut % 10 ** digits).padStart(digits, '0')
}

/** The step whose code this is, if it still counts. */
export function stepOf(
  digits: string,
  secret: string,
  factor: Pick<SecondFactor, 'lastStep'>,
  now: Date,
): number | undefined {
  const key = Buffer.from(secret, 'base64url')
  return openSteps(factor, now).find((step) =>
    timingSafeEqual(Buffer.from(codeOf(key, step)), Buffer.from(digits)),
  )
}

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** As apps take it when it is typed (RFC 4648 §6): 32 characters, without padding. */
export function inBase32(secret: string): string {
  const number = BigInt(`0x${Buffer.from(secret, 'base64url').toString('hex')}`)
  return number
    .toString(32)
    .padStart(32, '0')
    .replace(/./g, (digit) => base32.charAt(Number.parseInt(digit, 32)))
}

/** What a QR code tells an app. Source: github.com/google/google-authenticator/wiki/Key-Uri-Format. */
export function keyAddress(secret: string, site: string, email: string): string {
  const label = [site, email].map(encodeURIComponent).join(':')
  const query = `secret=${inBase32(secret)}&issuer=${encodeURIComponent(site)}`
  return `otpauth://totp/${label}?${query}`
}

const slowHash = promisify<string, string, number, Buffer>(scrypt)

/** By Node's usual scrypt (2^14, 8, 1): 50 ms of a thread. Base64url. */
export async function recoveryHash(digits: string, salt: string): Promise<string> {
  return (await slowHash(digits, salt, 32)).toString('base64url')
}

/** Ten codes to be shown once, and what is kept of them. Computed one by one: files share these threads. */
export async function newRecoveryCodes() {
  const half = recoveryCodeLength / 2
  const part = () => String(randomInt(10 ** half)).padStart(half, '0')
  const codes = Array.from({ length: recoveryCodeCount }, () => part() + part())
  const salt = randomBytes(16).toString('base64url')
  const recoveryHashes: string[] = []
  for (const code of codes) recoveryHashes.push(await recoveryHash(code, salt))
  return { codes, kept: { salt, recoveryHashes } }
}
