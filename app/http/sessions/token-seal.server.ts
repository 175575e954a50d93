import { z } from 'zod'
import type { Tokens } from '../../domain/accounts/sessions'
import { seal, unseal } from '../cookies/seal.server'

const purpose = 'session tokens v1'

const tokensShape = z.object({
  idToken: z.string(),
  refreshToken: z.string(),
  expiresAt: z.coerce.date(),
})

/** For one session, with the newest secret. */
export function sealTokens(tokens: Tokens, idHash: string, secrets: readonly string[]): string {
  return seal(JSON.stringify(tokens), purpose, secrets, idHash)
}

/** Throws for a seal that was altered, moved to another session, or made with a removed secret. */
export function unsealTokens(sealed: string, idHash: string, secrets: readonly string[]): Tokens {
  const text = unseal(sealed, purpose, secrets, idHash)
  if (text !== undefined) return tokensShape.parse(JSON.parse(text))
  throw new Error('The tokens of this session do not open: wrong secret, wrong session or damage')
}
