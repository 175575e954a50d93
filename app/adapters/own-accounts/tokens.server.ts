import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { sessionLifetime, type Tokens } from '../../domain/accounts/sessions'
import type { LinkedProvider, StoredIdentity } from '../../domain/identity/identities'
import { IdentityError } from '../../domain/identity/identity'

const hour = 3_600_000

/** Milliseconds; a session renews its tokens until it ends. */
const lasts = { id: hour, refresh: sessionLifetime + hour }

type Use = keyof typeof lasts

/** Milliseconds for which a provider's account waits to be linked. */
const pendingLasts = hour / 6

/** Issuer, subject, and when it expires. */
const pendingClaims = z.tuple([z.literal('pending'), z.string(), z.string(), z.number()])

/** Use, uid, the account's count of void tokens, and when it expires. */
const claims = z.tuple([z.enum(['id', 'refresh']), z.string(), z.number(), z.number()])

/** Tokens that never leave the server: signed with the newest of its secrets, believed with any. */
export function createTokens(secrets: readonly string[]) {
  const keys = secrets.map((secret) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'own accounts tokens v1', 32))),
  )

  function sign(content: z.input<typeof claims> | z.input<typeof pendingClaims>): string {
    const text = Buffer.from(JSON.stringify(content)).toString('base64url')
    const [newest] = keys
    if (!newest) throw new Error('There is no secret for tokens')
    return `${text}.${mac(newest, text).toString('base64url')}`
  }

  /** Throws 'invalid-user-token'. */
  function open(token: string): unknown {
    const [text = '', given = ''] = token.split('.')
    const made = Buffer.from(given, 'base64url')
    const isSigned = keys.some((key) => {
      const expected = mac(key, text)
      return made.length === expected.length && timingSafeEqual(made, expected)
    })
    if (!isSigned) throw new IdentityError('invalid-user-token', 'not signed by this server')
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  }

  return {
    issue({ uid, tokenCount }: StoredIdentity, now: Date): Tokens {
      const issue = (use: Use) => sign([use, uid, tokenCount, now.getTime() + lasts[use]])
      const expiresAt = new Date(now.getTime() + lasts.id)
      return { idToken: issue('id'), refreshToken: issue('refresh'), expiresAt }
    },

    /** Throws 'invalid-user-token', also for one that has expired: a refresh may help. */
    read(token: string, use: Use, now: Date): { uid: string; tokenCount: number } {
      const { data } = claims.safeParse(open(token))
      if (data?.[0] !== use) throw new IdentityError('invalid-user-token', `not to ${use}`)
      const [, uid, tokenCount, expiresAt] = data
      if (expiresAt <= now.getTime()) throw new IdentityError('invalid-user-token', 'expired')
      return { uid, tokenCount }
    },

    /** For a provider's sign-in that met an account. */
    issuePending: ({ issuer, subject }: LinkedProvider, now: Date): string =>
      sign(['pending', issuer, subject, now.getTime() + pendingLasts]),

    /** Throws 'rejected-credential'. */
    readPending(token: string, now: Date): LinkedProvider {
      const { data } = pendingClaims.safeParse(open(token))
      if (!data || data[3] <= now.getTime())
        throw new IdentityError('rejected-credential', 'nothing to link')
      return { issuer: data[1], subject: data[2] }
    },
  }
}

export type OwnTokens = ReturnType<typeof createTokens>

function mac(key: KeyObject, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
