import type { Session, SessionUser } from '../accounts/sessions'

/** How long a proof of who somebody is holds for what cannot be undone, in milliseconds. */
export const proofHolds = 5 * 60_000

/**
 * Whether somebody has proved who they are lately enough; exactly five minutes ago is. A proof that
 * lies further ahead, as after the clock was set back, says nothing of when it was.
 */
export function isProofFresh({ provedAt }: Pick<Session, 'provedAt'>, now: Date): boolean {
  return Math.abs(now.getTime() - provedAt.getTime()) <= proofHolds
}

/** Whether the account has a password, so that a proof can be asked for on the spot. */
export function hasPassword({ providerData }: Pick<SessionUser, 'providerData'>): boolean {
  return providerData.some(({ providerId }) => providerId === 'password')
}

/** Spec §5: e-mail and password are how somebody signs in when the first provider is the password. */
export function signsInByPassword({ providerData }: Pick<SessionUser, 'providerData'>): boolean {
  return providerData[0]?.providerId === 'password'
}

/** What an act that cannot be undone asks of the owner first. */
export type ProofAsked = 'nothing' | 'password' | 'sign-in'

/** Nothing while the last proof is fresh; else the password, or a new sign-in where there is none. */
export function proofAsked(session: Session, now: Date): ProofAsked {
  if (isProofFresh(session, now)) return 'nothing'
  return hasPassword(session.user) ? 'password' : 'sign-in'
}

/** The same for the gravest acts: the password each time, if there is one. */
export function strictProofAsked(session: Session, now: Date): ProofAsked {
  return hasPassword(session.user) ? 'password' : proofAsked(session, now)
}
