import { fromBase64url, toBase64url } from '../text/base64url'

/** A passkey that a browser is to make. */
export interface NewPasskey {
  challenge: string
  /** The name of this site. */
  site: string
  user: { id: string; name: string; displayName: string }
  /** The ids of those that the account has. */
  known: string[]
}

/** ES256 and RS256, which between them all devices know. */
const algorithms = [-7, -257]

/** For `navigator.credentials.create`. */
export function creationOptions({ challenge, site, user, known }: NewPasskey) {
  return {
    challenge: fromBase64url(challenge),
    rp: { name: site },
    user: { ...user, id: new TextEncoder().encode(user.id) },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg }) as const),
    excludeCredentials: known.map((id) => ({ type: 'public-key', id: fromBase64url(id) }) as const),
    // The device finds it without being told an account.
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true } as const,
  }
}

/** What the device made, as the server reads it. */
export function attestationOf(credential: Credential | null): string {
  const { id, response } = credential as PublicKeyCredential & {
    response: AuthenticatorAttestationResponse
  }
  return JSON.stringify({
    id,
    clientDataJSON: toBase64url(response.clientDataJSON),
    attestationObject: toBase64url(response.attestationObject),
  })
}
