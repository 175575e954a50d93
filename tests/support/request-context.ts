import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AppLoadContext } from '@remix-run/node'
import { createServices, readConfig } from '../../app/config'
import type { SignedIn } from '../../app/domain/identity/identity'
import { newIdentity } from '../../app/domain/site/identity'
import { usualPace } from '../../app/http/limits/rate-limits.server'
import { requestFacts } from '../../app/http/request-facts'

export const secret = 'r4nd0m-characters-of-the-first-kind-0123456789'

/** Who signs in, with tokens that are easy to find again. */
export const ada: SignedIn = {
  user: {
    uid: 'uid-of-ada',
    email: 'ada@example.com',
    emailVerified: true,
    displayName: 'Ada',
    photoURL: null,
    providerData: [{ providerId: 'password' }],
  },
  tokens: {
    idToken: 'the-id-token-of-ada',
    refreshToken: 'the-refresh-token-of-ada',
    expiresAt: new Date('2026-03-04T06:00:00.000Z'),
  },
}

interface Setting {
  at: Date
  origin?: string
  secrets?: string[]
}

/** The real stores in a folder of their own, and contexts as the server in front makes them. */
export async function openTestServer() {
  const folder = mkdtempSync(join(tmpdir(), 'tresen-'))
  const config = readConfig({ DATA_DIR: folder }, 'development')
  const services = await createServices(config)
  return {
    folder,
    services,
    /** The context of one request. */
    context({ at, origin, secrets = [secret] }: Setting): AppLoadContext {
      const environment = {
        DATA_DIR: folder,
        PUBLIC_ORIGIN: origin,
        SESSION_SECRET: secrets.join(','),
      }
      return {
        ...requestFacts(new Request('http://localhost:3000/dashboard')),
        config: readConfig(environment, 'development'),
        services,
        siteIdentity: async () => newIdentity,
        now: () => at,
        pace: { ...usualPace, floor: 1, jitter: 0 },
        nonce: '',
        build: '',
        pageTick: async () => {},
        requestId: 'test',
        forgetPages: () => {},
        clientAddress: '203.0.113.9',
        warn: console.warn,
        report: console.error,
        fail: console.error,
        onClose: () => undefined,
        keepSent: () => undefined,
      }
    },
    async close() {
      await services.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** A request with the cookies that earlier answers set; one that expires a cookie takes it away. */
export function requestWith(setCookies: string[], url = 'http://localhost:3000/dashboard') {
  const header = setCookies.map((setCookie) => setCookie.split(';', 1)[0]).join('; ')
  return new Request(url, { headers: header ? { Cookie: header } : {} })
}

/** The same context for this request, in place of one without cookies. */
export function asking(context: AppLoadContext, request: Request): AppLoadContext {
  return Object.assign(context, requestFacts(request))
}
