import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { sessionLifetime, type Tokens } from '../../domain/accounts/sessions'
import type { StoredIdentity } from '../../domain/identity/identities'
import { IdentityError } from '../../domain/identity/identity'

const hour = 3_600_000

/** Milliseconds; a session renews its tokens until it ends. */
const lasts = { id: hour, refresh: sessionLifetime + hour }

type Use = keyof typeof lasts

/** Use, uid, the account's count of void tokens, and when it expires. */
const claims = z.tuple([z.enum(['id', 'refresh']), z.string(), z.number(), z.number()])

/** Tokens that never leave the server: signed with the newest of its secrets, believed with any. */
export function createTokens(secrets: readonly string[]) {
  const keys = secrets.map((secret) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'own accounts tokens v1', 32))),
  )

  function sign(use: Use, { uid, tokenCount }: StoredIdentity, now: Date): string {
    const content: z.input<typeof claims> = [use, uid, tokenCount, now.getTime() + lasts[use]]
    const text = Buffer.from(JSON.stringify(content)).toString('base64url')
    const [newest] = keys
    if (!newest) throw new Error('There is no secret for tokens')
    return `${text}.${mac(newest, text).toString('base64url')}`
  }

  return {
    issue: (identity: StoredIdentity, now: Date): Tokens => ({
      idToken: sign('id', identity, now),
      refreshToken: sign('refresh', identity, now),
      expiresAt: new Date(now.getTime() + lasts.id),
    }),

    /** Throws 'invalid-user-token', also for one that has expired: a refresh may help. */
    read(token: string, use: Use, now: Date): { uid: string; tokenCount: number } {
      const [text = '', given = ''] = token.split('.')
      const made = Buffer.from(given, 'base64url')
      const isSigned = keys.some((key) => {
        const expected = mac(key, text)
        return made.length === expected.length && timingSafeEqual(made, expected)
      })
      if (!isSigned) throw new IdentityError('invalid-user-token', 'not signed by this server')
      const [kind, uid, tokenCount, expiresAt] = claims.parse(
        JSON.parse(Buffer.from(text, 'base64url').toString()),
      )
      if (kind !== use) throw new IdentityError('invalid-user-token', `a token to ${kind}`)
      if (expiresAt <= now.getTime()) throw new IdentityError('invalid-user-token', 'expired')
      return { uid, tokenCount }
    },
  }
}

export type OwnTokens = ReturnType<typeof createTokens>

function mac(key: KeyObject, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
