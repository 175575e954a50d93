import { randomUUID } from 'node:crypto'
import type { Agent } from 'node:http'
import type { Auth, DecodedIdToken } from 'firebase-admin/auth'
import type { ClientCode } from '../../domain/identity/errors'
import { IdentityError } from '../../domain/identity/identity'
import type { TokenVerifier } from '../../domain/identity/token-verifier'
import { loadInTurns } from '../load-in-turns.server'

interface VerifierOptions {
  projectId: string
  /** host:port of the official emulator, whose tokens are unsigned. */
  emulatorHost?: string
  /** Milliseconds for one token, fetching Google's keys included; they are cached for hours. */
  timeout?: number
  /** For fetching the keys, in place of the global one. */
  agent?: Agent
}

/** Longer is no ID token and not worth parsing. */
const longestToken = 8_192

/** What takes longest to load: 140 ms of the processor together. */
const parts = [
  ...['gcp-metadata', 'google-auth-library', 'jsonwebtoken'],
  ...['jwks-rsa > jose', 'jwks-rsa'],
]

const meanings = new Map<string, ClientCode>([
  ['auth/id-token-expired', 'user-token-expired'],
  ['auth/id-token-revoked', 'user-token-expired'],
  ['auth/user-not-found', 'user-token-expired'],
  ['auth/user-disabled', 'user-disabled'],
])

/** Needs only the project's id. Loaded with the first token: it takes half a second. */
export function createTokenVerifier(options: VerifierOptions): TokenVerifier {
  const { emulatorHost = '', timeout = 30_000 } = options
  let loading: Promise<Auth> | undefined
  return {
    async verify(idToken) {
      if (idToken.length > longestToken) throw new IdentityError('invalid-user-token', 'too long')
      loading ??= load(options)
      const auth = await loading
      // At each call the SDK asks the environment whether to trust an emulator's unsigned tokens;
      // the configuration decides that, so it is set right before.
      process.env.FIREBASE_AUTH_EMULATOR_HOST = emulatorHost
      const { uid, auth_time, exp } = await within(timeout, auth.verifyIdToken(idToken))
      return { uid, authTime: new Date(auth_time * 1000), expiresAt: new Date(exp * 1000) }
    },
  }
}

async function load({ projectId, agent }: VerifierOptions): Promise<Auth> {
  await loadInTurns('firebase-admin/app', parts)
  const [{ initializeApp }, { getAuth }] = await Promise.all([
    import('firebase-admin/app'),
    import('firebase-admin/auth'),
  ])
  // The SDK takes each name once per process, which may have several servers.
  return getAuth(initializeApp({ projectId, httpAgent: agent }, randomUUID()))
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

/** Only the message tells a bad token from keys out of reach; without a code it was malformed. */
function isAboutToken(code: string, message: string): boolean {
  return code === '' || (code === 'auth/argument-error' && !message.startsWith('Error '))
}
