import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createIdentityToolkit } from '../../../app/adapters/identity-toolkit/identity.server'
import type { Session } from '../../../app/domain/accounts/sessions'
import type { SignedIn } from '../../../app/domain/identity/identity'
import { requireSession } from '../../../app/http/sessions/access.server'
import { confirm, freshIdToken, revalidate } from '../../../app/http/sessions/revalidation.server'
import { readSession, startSession } from '../../../app/http/sessions/session.server'
import { type AuthEmulator, startAuthEmulator } from '../../support/auth-emulator'
import { type FaultServer, refusal, startFaultServer } from '../../support/fault-server'
import { asking, openTestServer, requestWith } from '../../support/request-context'

const minute = 60_000

let emulator: AuthEmulator
let faults: FaultServer
let server: Awaited<ReturnType<typeof openTestServer>>
let signedIn: SignedIn
let session: Session
let cookie: string
let people = 0

/** The clock of the emulator is the real one; ours is moved from there. */
let start: Date

function contextAfter(milliseconds: number) {
  return server.context({ at: new Date(start.getTime() + milliseconds) })
}

function service(host: string) {
  return createIdentityToolkit({ apiKey: 'demo-key', emulatorHost: host })
}

beforeAll(async () => {
  emulator = await startAuthEmulator()
  faults = await startFaultServer()
  server = await openTestServer()
})
afterAll(async () => {
  await server.close()
  await faults.close()
  await emulator.close()
})

beforeEach(async () => {
  server.services.identity = service(emulator.host)
  people += 1
  start = new Date()
  const credentials = { email: `person-${people}@example.com`, password: 'a good long one' }
  signedIn = await server.services.identity.signUp(credentials, start)
  // In the second after the account was created, so that this does not count as a later change.
  cookie = await startSession(asking(contextAfter(1_000), requestWith([])), signedIn)
  const found = await readSession(asking(contextAfter(1_000), requestWith([cookie])))
  if (!found) throw new Error('The session that was just begun is not there')
  session = found
})

describe('a session that is checked again', () => {
  test('asks the service at most every five minutes', async () => {
    server.services.identity = service(faults.host)
    faults.answer('reset')
    expect(await revalidate(contextAfter(5 * minute), session)).toBe('confirmed')
    expect(faults.requests).toEqual([])
  })

  test('then notices changes of the user at the service', async () => {
    await server.services.identity.updateProfile(signedIn.tokens.idToken, { displayName: 'Ada' })
    const context = contextAfter(6 * minute)
    expect(await revalidate(context, session)).toBe('confirmed')
    const found = await readSession(asking(context, requestWith([cookie])))
    expect(found?.user.displayName).toBe('Ada')
    expect(found?.checkedAt).toEqual(context.now())
  })

  test('ends when the account was disabled, and its page leads to the login', async () => {
    await emulator.disable(signedIn.user.uid)
    const redirect = await requireSession(
      asking(contextAfter(6 * minute), requestWith([cookie])),
    ).catch((thrown: Response) => thrown)
    expect(redirect).toBeInstanceOf(Response)
    expect((redirect as Response).headers.get('Location')).toBe('/login?redirect=%2Fdashboard')
    expect(
      await readSession(asking(contextAfter(6 * minute), requestWith([cookie]))),
    ).toBeUndefined()
  })

  test('ends when the password was changed elsewhere after this sign-in', async () => {
    // The service counts in whole seconds: the change must fall into a later one.
    while (Date.now() < session.lastLoginAt.getTime() + 1_000) await pause(50)
    await server.services.identity.changePassword(
      signedIn.tokens.idToken,
      'another good long one',
      new Date(),
    )
    expect(await confirm(contextAfter(minute), session)).toBe('ended')
  })

  test.each([
    ['is not there', 'reset' as const],
    ['has too much to do', refusal('QUOTA_EXCEEDED', 429)],
    ['fails', { status: 502, text: '<h1>Bad gateway</h1>' }],
  ])('goes on while the service %s', async (_, fault) => {
    server.services.identity = service(faults.host)
    faults.answer(fault)
    const context = contextAfter(6 * minute)
    expect(await revalidate(context, session)).toBe('unsure')
    expect(await readSession(asking(context, requestWith([cookie])))).toBeDefined()
  })

  test('renews its tokens five minutes before they expire, once for any number of requests', async () => {
    const { refreshToken, expiresAt } = signedIn.tokens
    const lasting = expiresAt.getTime() - start.getTime()
    expect(await freshIdToken(contextAfter(lasting - 6 * minute), session)).toBe(
      signedIn.tokens.idToken,
    )
    server.services.identity = service(faults.host)
    faults.answer({
      json: {
        id_token: 'a fresh token',
        refresh_token: 'the next refresh token',
        expires_in: '3600',
        user_id: signedIn.user.uid,
      },
    })
    const context = contextAfter(lasting - 4 * minute)
    const asked = Array.from({ length: 5 }, () => freshIdToken(context, session))
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['a fresh token']))
    expect(faults.requests).toHaveLength(1)
    expect(new URLSearchParams(faults.requests[0]?.body).get('refresh_token')).toBe(refreshToken)
  })

  test('waits 30 seconds after a refresh that found no service', async () => {
    const nearExpiry = signedIn.tokens.expiresAt.getTime() - start.getTime() - 4 * minute
    server.services.identity = service(faults.host)
    faults.answer('reset')
    await expect(freshIdToken(contextAfter(nearExpiry), session)).rejects.toThrow()
    expect(await freshIdToken(contextAfter(nearExpiry + 29_000), session)).toBe(
      signedIn.tokens.idToken,
    )
    expect(faults.requests).toHaveLength(1)
    await expect(freshIdToken(contextAfter(nearExpiry + 30_000), session)).rejects.toThrow()
    expect(faults.requests).toHaveLength(2)
  })

  test.each(['TOKEN_EXPIRED', 'USER_NOT_FOUND', 'INVALID_REFRESH_TOKEN'])(
    'ends when its refresh is refused as %s',
    async (code) => {
      server.services.identity = service(faults.host)
      faults.answer(refusal(code))
      const late = signedIn.tokens.expiresAt.getTime() - start.getTime()
      expect(await confirm(contextAfter(late), session)).toBe('ended')
    },
  )
})
