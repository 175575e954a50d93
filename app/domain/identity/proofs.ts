import type { Session, SessionUser } from '../accounts/sessions'

/** Milliseconds for which a proof allows irreversible actions. */
export const proofHolds = 5 * 60_000

/** Includes exactly five minutes; a proof in the future proves nothing. */
export function isProofFresh({ provedAt }: Pick<Session, 'provedAt'>, now: Date): boolean {
  return Math.abs(now.getTime() - provedAt.getTime()) <= proofHolds
}

export function hasPassword({ providerData }: Pick<SessionUser, 'providerData'>): boolean {
  return providerData.some(({ providerId }) => providerId === 'password')
}

/** Spec §5: when the first provider is the password. */
export function signsInByPassword({ providerData }: Pick<SessionUser, 'providerData'>): boolean {
  return providerData[0]?.providerId === 'password'
}

export type ProofAsked = 'nothing' | 'password' | 'sign-in'

/** Nothing while the last proof is fresh; otherwise the password, or a new sign-in without one. */
export function proofAsked(session: Session, now: Date): ProofAsked {
  if (isProofFresh(session, now)) return 'nothing'
  return hasPassword(session.user) ? 'password' : 'sign-in'
}

/** For the gravest actions: always the password, if there is one. */
export function strictProofAsked(session: Session, now: Date): ProofAsked {
  return hasPassword(session.user) ? 'password' : proofAsked(session, now)
}
