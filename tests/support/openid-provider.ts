import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LoginProvider } from '../../app/domain/identity/login-providers'

/** Who signs in at the provider, as its ID token says. */
export interface Person {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
}

/** What it does that it must not. */
export interface Lies {
  /** Replace what is true in the ID token. */
  claims?: Record<string, unknown>
  /** By a key that it does not publish, or by none. */
  signature?: 'forged' | 'none'
  /** Takes a code twice, or for any verifier. */
  takesAnyCode?: boolean
  /** In place of an answer at addresses that end so; without one it never comes. */
  at?: string
  answer?(response: ServerResponse): void
}

export interface OpenIdProvider {
  /** For LOGIN_PROVIDERS. */
  setting: LoginProvider
  /** Who is at its page. */
  person: Person
  lies: Lies
  /** What its page does with an address: leads back, to a path and query. Throws if a parameter is missing. */
  signIn(address: string): string
  close(): Promise<void>
}

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const otherKeys = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** An OpenID provider in this process; its page signs `person` in at once. */
export async function openProvider(setting: Partial<LoginProvider> = {}): Promise<OpenIdProvider> {
  const codes = new Map<string, { query: URLSearchParams; person: Person; isUsed: boolean }>()
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider: OpenIdProvider = {
    setting: {
      ...{ id: 'house', name: 'House key', issuer, clientId: 'counter', clientSecret: 'a secret' },
      provesAddresses: true,
      ...setting,
    },
    person: { sub: randomUUID() },
    lies: {},
    signIn(address) {
      const { searchParams: query } = new URL(address)
      const back = new URL(wanted(query, 'redirect_uri'))
      const isOurs =
        wanted(query, 'client_id') === provider.setting.clientId &&
        wanted(query, 'response_type') === 'code' &&
        wanted(query, 'code_challenge_method') === 'S256' &&
        wanted(query, 'scope').split(' ').includes('openid')
      if (!isOurs) throw new Error(`Nothing that a client asks: ${address}`)
      const code = randomUUID()
      codes.set(code, { query, person: provider.person, isUsed: false })
      back.searchParams.set('code', code)
      back.searchParams.set('state', wanted(query, 'state'))
      back.searchParams.set('iss', issuer)
      return back.href
    },
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const { pathname } = new URL(request.url ?? '', issuer)
    const { at, answer } = provider.lies
    if (at && pathname.endsWith(at)) return answer?.(response)
    if (pathname === '/authorize') {
      const Location = provider.signIn(issuer + request.url)
      return response.writeHead(302, { Location }).end()
    }
    if (pathname === '/token')
      return token(new URLSearchParams(`${Buffer.concat(parts)}`), response)
    const found = pathname === '/jwks' ? published() : metadata(issuer)
    json(response, 200, found)
  }

  function token(form: URLSearchParams, response: ServerResponse) {
    const grant = codes.get(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isClient =
      form.get('client_id') === provider.setting.clientId &&
      form.get('client_secret') === provider.setting.clientSecret
    const isSound =
      grant &&
      (provider.lies.takesAnyCode ||
        (!grant.isUsed && challenge === grant.query.get('code_challenge'))) &&
      form.get('redirect_uri') === grant.query.get('redirect_uri')
    if (!isClient) return json(response, 401, { error: 'invalid_client' })
    if (!isSound) return json(response, 400, { error: 'invalid_grant' })
    grant.isUsed = true
    const claims = {
      iss: issuer,
      aud: provider.setting.clientId,
      iat: Math.floor(Date.now() / 1_000),
      exp: Math.floor(Date.now() / 1_000) + 300,
      nonce: grant.query.get('nonce'),
      ...grant.person,
      ...provider.lies.claims,
    }
    const id_token = signed(claims, provider.lies.signature)
    json(response, 200, { access_token: randomUUID(), token_type: 'Bearer', id_token })
  }

  return provider
}

function wanted(query: URLSearchParams, name: string): string {
  const value = query.get(name)
  if (!value) throw new Error(`${name} is missing`)
  return value
}

function metadata(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_post'],
    authorization_response_iss_parameter_supported: true,
  }
}

function published() {
  const key = { ...keys.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }
  return { keys: [key] }
}

function signed(claims: object, lie: Lies['signature']): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const header = lie === 'none' ? { alg: 'none' } : { alg: 'RS256', kid: 'one' }
  const text = `${part(header)}.${part(claims)}`
  if (lie === 'none') return `${text}.`
  const { privateKey } = lie === 'forged' ? otherKeys : keys
  return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}
