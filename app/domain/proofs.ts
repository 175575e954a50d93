import type { Session, SessionUser } from './sessions'

/** How long a proof of who somebody is holds for what cannot be undone, in milliseconds. */
export const proofHolds = 5 * 60_000

/** Whether somebody has proved who they are lately enough; exactly five minutes ago is. */
export function isProofFresh({ provedAt }: Pick<Session, 'provedAt'>, now: Date): boolean {
  return now.getTime() - provedAt.getTime() <= proofHolds
}

/** Whether the account has a password, so that a proof can be asked for on the spot. */
export function hasPassword({ providerData }: Pick<SessionUser, 'providerData'>): boolean {
  return providerData.some(({ providerId }) => providerId === 'password')
}

/** Spec §5: e-mail and password are how somebody signs in when the first provider is the password. */
export function signsInByPassword({ providerData }: Pick<SessionUser, 'providerData'>): boolean {
  return providerData[0]?.providerId === 'password'
}
