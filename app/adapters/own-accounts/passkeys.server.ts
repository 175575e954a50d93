import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers'
import { IdentityError } from '../../domain/identity/identity'
import type { Ceremony, Passkey, PasskeySignIn } from '../../domain/identity/passkeys'
import {
  addressOf,
  demandStanding,
  newIdentity,
  newUid,
  type OwnAccountsContext,
  signedInAs,
  unlessTaken,
} from './accounts.server'

/** By WebAuthn Level 3, §7.1 and §7.2. */
export function createPasskeySignIn({
  passkeys,
  identities,
  tokens,
}: Pick<OwnAccountsContext, 'passkeys' | 'identities' | 'tokens'>): PasskeySignIn {
  return {
    async examine({ id, clientDataJSON, attestationObject }, ceremony) {
      const { credential } = await unlessWrong(async () => {
        demandNoCertificate(attestationObject)
        const { registrationInfo } = await verifyRegistrationResponse({
          response: { ...sent(id), response: { clientDataJSON, attestationObject } },
          ...expected(ceremony),
        })
        if (!registrationInfo) throw new Error('not verified')
        if (registrationInfo.credential.id !== id)
          throw new Error('another id than it was made with')
        return registrationInfo
      })
      const publicKey = Buffer.from(credential.publicKey).toString('base64url')
      return { id, publicKey, counter: credential.counter }
    },

    newUid,

    async signUp({ uid, email: typed }, now) {
      const email = addressOf(typed)
      const identity = { ...newIdentity(email, now), uid, emailVerified: true }
      await unlessTaken(identities.add(identity))
      return signedInAs({ tokens }, identity, now)
    },

    async signIn({ id, userHandle, ...response }, ceremony, now) {
      const uid = Buffer.from(userHandle, 'base64url').toString()
      const known = await passkeys.find(uid, id)
      if (!known) throw wrong('no account has it')
      const { newCounter, userVerified } = await unlessWrong(async () => {
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response: { ...sent(id), response },
          credential: { id, counter: known.counter, publicKey: bytesOf(known) },
          ...expected(ceremony),
        })
        if (!verified) throw new Error('the signature is of another key')
        return authenticationInfo
      })
      demandStanding(await identities.find(uid))
      // Removed or used meanwhile: a counter that does not rise is a copy's.
      const isThere = await passkeys.change(uid, id, (passkey) => {
        const rises = newCounter > passkey.counter || (newCounter === 0 && passkey.counter === 0)
        if (passkey.publicKey !== known.publicKey || !rises)
          throw wrong('its counter does not rise')
        return { ...passkey, counter: newCounter, lastUsedAt: now }
      })
      if (!isThere) throw wrong('removed meanwhile')
      const identity = await identities.change(uid, (found) => ({
        ...demandStanding(found),
        lastLoginAt: now,
      }))
      return { ...signedInAs({ tokens }, identity, now), isVerified: userVerified }
    },
  }
}

function expected({ challenge, origin }: Ceremony) {
  return {
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: new URL(origin).hostname,
    requireUserVerification: false,
  }
}

function sent(id: string) {
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const
}

function bytesOf({ publicKey }: Passkey) {
  return isoBase64URL.toBuffer(publicKey)
}

/** None was asked for, and the library fetches addresses that a certificate names. */
function demandNoCertificate(attestationObject: string): void {
  const statement = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
  const { size } = statement.get('attStmt')
  if (statement.get('fmt') !== 'none' || size > 0) throw new Error('an attestation')
}

/** The library throws for whatever a browser sent that is not right. */
async function unlessWrong<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : 'unreadable', error)
  }
}

function wrong(detail: string, cause?: unknown): IdentityError {
  return new IdentityError('wrong-passkey', detail, { cause })
}
