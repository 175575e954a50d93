import { fromBase64url, toBase64url } from '~/domain/text/base64url'
import type { ProfilePage } from './loader.server'

type Making = NonNullable<NonNullable<ProfilePage['passkeys']>['making']>

/** ES256 and RS256, which between them all devices know. */
const algorithms = [-7, -257]

/** As the server reads it. Rejects where the person or the device does not want to. */
export async function createPasskey({ challenge, site, user, known }: Making): Promise<string> {
  const credential = (await navigator.credentials.create({
    publicKey: {
      challenge: fromBase64url(challenge),
      rp: { name: site },
      user: { ...user, id: new TextEncoder().encode(user.id) },
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: known.map((id) => ({ type: 'public-key', id: fromBase64url(id) })),
      // The device finds it without being told an account.
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true },
    },
  })) as PublicKeyCredential & { response: AuthenticatorAttestationResponse }
  const { id, response } = credential
  return JSON.stringify({
    id,
    clientDataJSON: toBase64url(response.clientDataJSON),
    attestationObject: toBase64url(response.attestationObject),
  })
}
