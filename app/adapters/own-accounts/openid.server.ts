import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import { z } from 'zod'
import { accountName } from '../../domain/accounts/account-name'
import type { LinkedProvider } from '../../domain/identity/identities'
import { IdentityError } from '../../domain/identity/identity'
import type { LoginProvider } from '../../domain/identity/login-providers'
import { readEmail } from '../../domain/text/email'

/** Who came back from a provider. */
export interface ProvidedPerson extends LinkedProvider {
  email?: string
  /** Whether the address counts as proved. */
  isProven: boolean
  name?: string
}

/** Sign-in by OpenID Connect, with the code flow (Core 1.0, §3.1). Failures are IdentityErrors. */
export interface LoginProviders {
  /** Codes: 'provider-unreachable', 'operation-not-allowed' for an unknown one. */
  start(id: string, returnTo: string): Promise<{ authUri: string; sessionId: string }>
  /** Codes: 'provider-unreachable', 'rejected-credential'. */
  finish(sessionId: string, cameTo: string): Promise<ProvidedPerson>
}

/** Milliseconds for which a provider's metadata and keys are kept. */
const discoveryKept = 3_600_000

const trip = z.object({
  id: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
})

const wantedClaims = z.object({
  iss: z.string(),
  sub: z.string().min(1),
  email: z.string().optional().catch(undefined),
  email_verified: z.literal(true).optional().catch(undefined),
  name: accountName.catch(''),
})

interface Options {
  providers: readonly LoginProvider[]
  now(): Date
  /** What failed, for the operator. */
  report?(problem: string): void
  /** Seconds that a page waits for a provider, for each of three answers at most. */
  timeout?: number
}

export function createLoginProviders({
  providers,
  now,
  report,
  timeout = 5,
}: Options): LoginProviders {
  const discovered = new Map<string, { at: number; configuration: Promise<Configuration> }>()

  function named(id: string): LoginProvider {
    const found = providers.find((each) => each.id === id)
    if (!found) throw new IdentityError('operation-not-allowed', 'the settings name no such one')
    return found
  }

  /** Asked at the first use, by one of many at the same time, and after a failure again. */
  function configurationOf(provider: LoginProvider): Promise<Configuration> {
    const at = now().getTime()
    const kept = discovered.get(provider.id)
    if (kept && Math.abs(at - kept.at) < discoveryKept) return kept.configuration
    const configuration = discover(provider, timeout)
    discovered.set(provider.id, { at, configuration })
    configuration.catch(() => discovered.delete(provider.id))
    return configuration
  }

  async function reporting<Result>({ name }: LoginProvider, work: Promise<Result>) {
    try {
      return await work
    } catch (error) {
      const code = codeOf(error)
      report?.(`${name}: ${wordsOf(error)}`)
      throw new IdentityError(code, 'the provider', { cause: error })
    }
  }

  async function finish(provider: LoginProvider, { state, nonce, verifier }: Trip, cameTo: string) {
    const configuration = await configurationOf(provider)
    const tokens = await authorizationCodeGrant(configuration, new URL(cameTo), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    const { iss, sub, email = '', name, ...claims } = wantedClaims.parse(tokens.claims())
    const read = readEmail(email)
    return {
      issuer: iss,
      subject: sub,
      email: 'address' in read ? read.address : undefined,
      isProven: provider.provesAddresses && claims.email_verified === true,
      name: name || undefined,
    }
  }

  return {
    async start(id, returnTo) {
      const provider = named(id)
      const configuration = await reporting(provider, configurationOf(provider))
      const own: Trip = {
        id,
        state: randomState(),
        nonce: randomNonce(),
        verifier: randomPKCECodeVerifier(),
      }
      const address = buildAuthorizationUrl(configuration, {
        redirect_uri: returnTo,
        scope: 'openid email profile',
        state: own.state,
        nonce: own.nonce,
        code_challenge: await calculatePKCECodeChallenge(own.verifier),
        code_challenge_method: 'S256',
      })
      return { authUri: address.href, sessionId: JSON.stringify(own) }
    },

    async finish(sessionId, cameTo) {
      const own = trip.parse(JSON.parse(sessionId))
      const provider = named(own.id)
      return reporting(provider, finish(provider, own, cameTo))
    },
  }
}

type Trip = z.output<typeof trip>

function discover(
  { issuer, clientId, clientSecret }: LoginProvider,
  timeout: number,
): Promise<Configuration> {
  const server = new URL(issuer)
  // Without it the library believes a token by the connection alone, whatever its signature.
  const execute = [enableNonRepudiationChecks]
  // The settings take http on this machine alone.
  if (server.protocol === 'http:') execute.push(allowInsecureRequests)
  return discovery(server, clientId, undefined, authentication(clientSecret), { timeout, execute })
}

/** As the provider takes it; by the specification each knows the second way (Discovery 1.0, §3). */
function authentication(secret: string): ClientAuth {
  const [post, basic] = [ClientSecretPost(secret), ClientSecretBasic(secret)]
  return (server, ...request) => {
    const takesPost = server.token_endpoint_auth_methods_supported?.includes('client_secret_post')
    return (takesPost ? post : basic)(server, ...request)
  }
}

/** An answer that is missing, late or not of OpenID; any other one is refused. */
const unanswered = ['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON']

function codeOf(error: unknown) {
  const isMissing =
    error instanceof ClientError ? unanswered.includes(error.code ?? '') : isFailedFetch(error)
  return isMissing ? 'provider-unreachable' : 'rejected-credential'
}

function isFailedFetch(error: unknown): boolean {
  return error instanceof TypeError && error.message === 'fetch failed'
}

/** Without claims or tokens. */
function wordsOf(error: unknown): string {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError)
    return [error.error, error.error_description?.slice(0, 200)].filter(Boolean).join(': ')
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error
  const isNamed = cause instanceof Error && cause.message !== error.message
  return isNamed ? `${error.message}: ${cause.message.slice(0, 200)}` : error.message
}
