import { newSessionId, writeSessionCookie } from '~/http/sessions/session-cookie.server'
import { sealTokens } from '~/http/sessions/token-seal.server'
import { owner as usual } from './growth-desk'
import { configOf, openStores, serverSecret } from './test-server'

/** Opens a session of the owner as the sign-in does, and brings the database up to date. */
export async function signIn(folder: string, now: Date, { uid, email }: typeof usual = usual) {
  const services = await openStores(folder)
  const { sid, idHash } = newSessionId()
  const config = configOf(folder, 0)
  const later = new Date(now.getTime() + 12 * 3_600_000)
  const tokens = { idToken: 'bench', refreshToken: '', expiresAt: later }
  await services.sessions.create({
    idHash,
    user: { uid, email, emailVerified: true, displayName: null, photoURL: null, providerData: [] },
    sealedTokens: sealTokens(tokens, idHash, [serverSecret]),
    device: 'bench',
    lastLoginAt: now,
    provedAt: now,
    // There is nobody to ask whether the account is still there: for nine minutes nobody is.
    checkedAt: new Date(now.getTime() + 4 * 60_000),
    lastSeenAt: now,
    createdAt: now,
  })
  const [own] = await services.members.desksOf(uid)
  await services.close()
  const cookie = (await writeSessionCookie(config, sid, now)).split(';')[0] ?? ''
  return { cookie, desk: own?.desk.id ?? '' }
}
