import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inject } from 'vitest'
import type { Reply, TestServer } from './test-server'

/** Who signs in at Google, as its ID token says. */
export interface GoogleUser {
  sub: string
  email: string
  email_verified: boolean
}

export interface Google {
  /** host:port of the identity service that knows Google. */
  host: string
  /** The bodies of accounts:signInWithIdp, the oldest first. */
  finished: Record<string, unknown>[]
  close(): Promise<void>
}

/** What the identity service adds to Google's address and wants to see again. */
const theirState = 'the state/of the service'

/**
 * The run's auth emulator with what it lacks for a sign-in with Google: the address of Google's page,
 * and a pending token for a sign-in that met an account.
 */
export async function openGoogle(): Promise<Google> {
  const finished: Google['finished'] = []
  const pending = new Map<string, unknown>()
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const isJson = request.headers['content-type']?.includes('json')
    const body = isJson ? JSON.parse(Buffer.concat(parts).toString() || '{}') : {}
    const path = request.url ?? ''
    const answer = (status: number, json: unknown) => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(json))
    }
    if (path.includes('accounts:createAuthUri') && body.providerId) {
      const query = new URLSearchParams({ state: theirState, redirect_uri: body.continueUri })
      const authUri = `https://accounts.google.com/o/oauth2/v2/auth?${query}`
      return answer(200, { authUri, sessionId: 'the-session-id', providerId: body.providerId })
    }
    const finishes = path.includes('accounts:signInWithIdp')
    if (finishes) finished.push({ ...body })
    if (body.pendingToken) Object.assign(body, pending.get(body.pendingToken))
    const forwarded = await fetch(`http://${inject('authEmulator').host}${path}`, {
      method: request.method,
      headers: {
        'Content-Type': request.headers['content-type'] ?? '',
        'x-goog-api-key': 'demo',
        // The check of a token asks as the operator.
        ...(request.headers.authorization && { Authorization: request.headers.authorization }),
      },
      body: finishes ? JSON.stringify(body) : parts.length > 0 ? Buffer.concat(parts) : undefined,
    })
    const json = await forwarded.json()
    if (json.needConfirmation) {
      json.pendingToken = `pending-${pending.size}`
      pending.set(json.pendingToken, { requestUri: body.requestUri, pendingToken: undefined })
    }
    answer(forwarded.status, json)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    finished,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** The Cookie header of a browser that got these replies, one after the other. */
export function cookiesOf(...replies: Pick<Reply, 'setCookies'>[]): string {
  const jar = new Map<string, string>()
  for (const each of replies.flatMap(({ setCookies }) => setCookies)) {
    const [pair = ''] = each.split(';', 1)
    const name = pair.slice(0, pair.indexOf('='))
    if (/; Max-Age=0(;|$)/.test(each)) jar.delete(name)
    else jar.set(name, pair)
  }
  return [...jar.values()].join('; ')
}

/** Presses the Google button at `path`; answers the reply, and the address that Google leads back to. */
export async function goToGoogle(testServer: TestServer, path: string, user: GoogleUser) {
  const start = await testServer.ask(path, { form: { intent: 'google' } })
  const page = new URL(start.location)
  const back = new URL(page.searchParams.get('redirect_uri') ?? '')
  back.searchParams.set('state', page.searchParams.get('state') ?? '')
  back.searchParams.set('id_token', JSON.stringify(user))
  back.searchParams.set('providerId', 'google.com')
  return { start, page, back: back.pathname + back.search }
}
