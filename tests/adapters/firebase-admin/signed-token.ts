import { createHmac, createSign, generateKeyPairSync } from 'node:crypto'

/** A key pair of the identity service's, and the name under which it is published. */
export function newKey(id: string) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { id, privateKey, published: publicKey.export({ type: 'spki', format: 'pem' }).toString() }
}

export type Key = ReturnType<typeof newKey>

/** What an ID token of the project says, a minute after the sign-in. */
export function claims(projectId: string, now: Date) {
  const seconds = Math.floor(now.getTime() / 1000)
  return {
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    sub: 'ada',
    auth_time: seconds - 60,
    iat: seconds - 60,
    exp: seconds + 3_540,
  }
}

export function signed(payload: unknown, key: Key, header: object = {}): string {
  const text = unsigned(payload, { alg: 'RS256', kid: key.id, ...header }).slice(0, -1)
  return `${text}.${createSign('RSA-SHA256').update(text).sign(key.privateKey, 'base64url')}`
}

/** Signed with the public key as if it were a shared secret. */
export function confused(payload: unknown, key: Key): string {
  const text = unsigned(payload, { alg: 'HS256', kid: key.id }).slice(0, -1)
  return `${text}.${createHmac('sha256', key.published).update(text).digest('base64url')}`
}

export function unsigned(payload: unknown, header: object = { alg: 'none', typ: 'JWT' }): string {
  return `${encode(header)}.${encode(payload)}.`
}

function encode(part: unknown): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}
