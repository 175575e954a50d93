import { randomUUID } from 'node:crypto'
import type { Agent } from 'node:http'
import { initializeApp } from 'firebase-admin/app'
import { type Auth, type DecodedIdToken, getAuth } from 'firebase-admin/auth'
import type { ClientCode } from '../../domain/identity/errors'
import { IdentityError } from '../../domain/identity/identity'
import type { TokenVerifier } from '../../domain/identity/token-verifier'

interface VerifierOptions {
  projectId: string
  /** host:port of the official emulator, whose tokens are unsigned. */
  emulatorHost?: string
  /** Milliseconds for one token, fetching Google's keys included; they are cached for hours. */
  timeout?: number
  /** Fetches the keys; by default the global one. */
  agent?: Agent
}

/** Longer is no ID token and not worth parsing. */
const longestToken = 8_192

const meanings = new Map<string, ClientCode>([
  ['auth/id-token-expired', 'user-token-expired'],
  ['auth/id-token-revoked', 'user-token-expired'],
  ['auth/user-not-found', 'user-token-expired'],
  ['auth/user-disabled', 'user-disabled'],
])

/** Needs only the project's id. */
export function createTokenVerifier(options: VerifierOptions): TokenVerifier {
  const { projectId, emulatorHost = '', timeout = 30_000, agent } = options
  let auth: Auth | undefined
  return {
    async verify(idToken) {
      if (idToken.length > longestToken) throw new IdentityError('invalid-user-token', 'too long')
      // The SDK takes each name once per process, which may have several servers.
      auth ??= getAuth(initializeApp({ projectId, httpAgent: agent }, randomUUID()))
      // At each call the SDK asks the environment whether to trust an emulator's unsigned tokens;
      // the configuration decides that, so it is set right before.
      process.env.FIREBASE_AUTH_EMULATOR_HOST = emulatorHost
      const token = await within(timeout, auth.verifyIdToken(idToken))
      return {
        uid: token.uid,
        authTime: new Date(token.auth_time * 1000),
        expiresAt: new Date(token.exp * 1000),
        provider: token.firebase?.sign_in_provider ?? 'password',
      }
    },
  }
}

/** Throws an IdentityError for whatever the SDK throws, and on a timeout. */
async function within(timeout: number, verifying: Promise<DecodedIdToken>) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const waited = new Promise<never>((_, reject) => {
    const late = new IdentityError('network-request-failed', `verifyIdToken: ${timeout} ms`)
    timer = setTimeout(() => reject(late), timeout)
  })
  try {
    return await Promise.race([verifying, waited])
  } catch (error) {
    throw error instanceof IdentityError ? error : refusal(error)
  } finally {
    clearTimeout(timer)
  }
}

function refusal(error: unknown): IdentityError {
  const { code = '', message = '' } = error as Partial<Error & { code: string }>
  const known =
    meanings.get(code) ?? (isAboutToken(code, message) ? 'invalid-user-token' : undefined)
  const detail = `verifyIdToken: ${code || message}`
  return new IdentityError(known ?? 'network-request-failed', detail, { cause: error })
}

/** Only the message distinguishes a bad token from unreachable keys; without a code it was malformed. */
function isAboutToken(code: string, message: string): boolean {
  return code === '' || (code === 'auth/argument-error' && !message.startsWith('Error '))
}
