import { randomUUID } from 'node:crypto'
import type { Agent } from 'node:http'
import type { Auth, DecodedIdToken } from 'firebase-admin/auth'
import type { ClientCode } from '../../domain/identity/errors'
import { IdentityError } from '../../domain/identity/identity'
import type { TokenVerifier } from '../../domain/identity/token-verifier'

export interface VerifierOptions {
  projectId: string
  /** host:port of the official emulator, whose tokens nobody signs. */
  emulatorHost?: string
  /** Milliseconds for one token, with the fetching of Google's keys, which are then kept for hours. */
  timeout?: number
  /** What fetches the keys, in place of the global one. */
  agent?: Agent
}

/** More than this is no ID token; parsing it would be work for nothing. */
const longestToken = 8_192

const meanings = new Map<string, ClientCode>([
  ['auth/id-token-expired', 'user-token-expired'],
  ['auth/id-token-revoked', 'user-token-expired'],
  ['auth/user-not-found', 'user-token-expired'],
  ['auth/user-disabled', 'user-disabled'],
])

/**
 * ID tokens, checked by the Firebase Admin SDK. It needs no service account, only the project's id,
 * and is loaded with the first token: most servers never see one, and it takes half a second.
 */
export function createTokenVerifier(options: VerifierOptions): TokenVerifier {
  const { emulatorHost = '', timeout = 30_000 } = options
  let loading: Promise<Auth> | undefined
  return {
    async verify(idToken) {
      if (idToken.length > longestToken) throw new IdentityError('invalid-user-token', 'too long')
      loading ??= load(options)
      const auth = await loading
      // At each call the SDK asks the environment whether to believe an emulator's unsigned tokens.
      // Our configuration decides that, so it is told right before.
      process.env.FIREBASE_AUTH_EMULATOR_HOST = emulatorHost
      const { uid, auth_time, exp } = await within(timeout, auth.verifyIdToken(idToken))
      return { uid, authTime: new Date(auth_time * 1000), expiresAt: new Date(exp * 1000) }
    },
  }
}

async function load({ projectId, agent }: VerifierOptions): Promise<Auth> {
  const [{ initializeApp }, { getAuth }] = await Promise.all([
    import('firebase-admin/app'),
    import('firebase-admin/auth'),
  ])
  // The SDK takes each name once a process, in which there may be several servers.
  return getAuth(initializeApp({ projectId, httpAgent: agent }, randomUUID()))
}

/** The token's content. Throws an IdentityError for whatever the SDK throws, or does not answer. */
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

/**
 * The SDK has one code for a bad token and for Google's keys that do not come: only the words tell
 * them apart. An error without a code is what it stumbles over in a token that is none.
 */
function isAboutToken(code: string, message: string): boolean {
  return code === '' || (code === 'auth/argument-error' && !message.startsWith('Error '))
}
