import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Stores } from '../../app/domain/stores'
import {
  type Lies,
  type OpenIdProvider,
  openProvider,
  type Person,
} from '../support/openid-provider'
import { type OwnAccountsUnderTest, ownAccountsOn } from '../support/own-accounts'
import { newEmail } from './identity'

const password = 'a long enough password'
const page = 'https://counter.example.com/login/house'

const withStatus = (status: number) => (response: ServerResponse) => {
  response.writeHead(status, { 'Content-Type': 'text/html' }).end('<p>Out to lunch')
}

const refusals: [string, Lies][] = [
  ['signed with a key that the provider does not publish', { signature: 'forged' }],
  ['without a signature', { signature: 'none' }],
  ['with the nonce of another browser', { claims: { nonce: 'another' } }],
  ['without a nonce', { claims: { nonce: undefined } }],
  ['for another client', { claims: { aud: 'another' } }],
  ['for several clients, of which another asked', { claims: { aud: ['counter', 'x'], azp: 'x' } }],
  ['of another issuer', { claims: { iss: 'https://another.example' } }],
  ['that has expired', { claims: { exp: 1_000 } }],
  ['about nobody', { claims: { sub: '' } }],
]

const silences: [string, Lies][] = [
  ['down', { at: 'openid-configuration', answer: withStatus(503) }],
  ['no provider at all', { at: 'openid-configuration', answer: withStatus(200) }],
  ['cut off', { at: 'openid-configuration', answer: (response) => response.destroy() }],
]

/** Accounts of our own with OpenID providers. */
export function loginProvidersContract(name: string, openStores: () => Promise<Stores>) {
  describe(`login providers on ${name}`, () => {
    let stores: Stores
    let house: OpenIdProvider
    let market: OpenIdProvider
    let own: OwnAccountsUnderTest
    beforeAll(async () => {
      stores = await openStores()
      house = await openProvider()
      market = await openProvider({ id: 'market', provesAddresses: false })
    })
    afterAll(async () => {
      await Promise.all([stores.close(), house.close(), market.close()])
    })
    beforeEach(() => {
      own = ownAccountsOn(stores, { providers: [house.setting, market.setting] })
      house.lies = {}
      market.lies = {}
    })

    const refused = (attempt: Promise<unknown>, code: string) =>
      expect(attempt).rejects.toMatchObject({ name: 'IdentityError', code })

    /** Somebody with an address of which the provider says that it is theirs. */
    const newPerson = (email = newEmail()): Person & { email: string } => {
      return { sub: randomUUID(), email, email_verified: true }
    }

    async function leave(provider: OpenIdProvider, person: Person) {
      const start = await own.identity.startProviderSignIn(provider.setting.id, page)
      provider.person = person
      return { requestUri: provider.signIn(start.authUri), sessionId: start.sessionId }
    }

    async function come(provider: OpenIdProvider, person: Person, more: { idToken?: string } = {}) {
      const answer = await leave(provider, person)
      return own.identity.finishProviderSignIn({ ...answer, ...more }, own.clock())
    }

    const signUp = (email: string, proven = false) =>
      own.identity.signUp({ email, password, proven }, own.clock())
    const signIn = (email: string) =>
      own.identity.signInWithPassword({ email, password }, own.clock())

    test('the first sign-in makes the account, and later ones find it by the subject alone', async () => {
      const person = { ...newPerson(), name: '  Ada\nLovelace ' }
      const first = await come(house, person)
      expect(first).toMatchObject({ isNewUser: true })
      expect(first.user).toMatchObject({
        email: person.email,
        emailVerified: true,
        displayName: 'Ada Lovelace',
        photoURL: null,
        providerData: [{ providerId: house.setting.issuer }],
      })
      const later = await come(house, { sub: person.sub, email: newEmail() })
      expect(later).toMatchObject({ isNewUser: false, user: first.user })
    })

    test('a subject of another issuer is somebody else', async () => {
      const person = newPerson()
      const { user } = await come(house, person)
      const other = await come(market, { ...newPerson(), sub: person.sub })
      expect(other.user.uid).not.toBe(user.uid)
    })

    test.each([
      ['does not call verified', { email_verified: undefined }],
      ['calls verified in a string', { email_verified: 'true' as never }],
    ])('an address that a provider %s is not proved', async (_, claims) => {
      const { user } = await come(house, { ...newPerson(), ...claims })
      expect(user.emailVerified).toBe(false)
    })

    test('an address is not proved by a provider whose word the settings do not take', async () => {
      const { user } = await come(market, newPerson())
      expect(user.emailVerified).toBe(false)
    })

    test('an account with a proved address is opened by no provider that claims the address', async () => {
      const email = newEmail()
      await signUp(email, true)
      const attempt = come(house, newPerson(email))
      await refused(attempt, 'account-exists-with-different-credential')
      await expect(attempt).rejects.toMatchObject({ conflict: { email, providers: ['password'] } })
      expect((await signIn(email)).user.providerData).toEqual([{ providerId: 'password' }])
    })

    test('an account with an address that nobody proved is opened by no unproved claim', async () => {
      const email = newEmail()
      await signUp(email)
      await refused(come(market, newPerson(email)), 'account-exists-with-different-credential')
    })

    test('the first proof of an address drops all that its account had before', async () => {
      const person = newPerson()
      const stranger = await signUp(person.email)
      const theirs = await come(market, { sub: randomUUID() }, stranger.tokens)
      const { user } = await come(house, person)
      expect(user).toMatchObject({
        uid: stranger.user.uid,
        emailVerified: true,
        providerData: [{ providerId: house.setting.issuer }],
      })
      await refused(signIn(person.email), 'invalid-credential')
      await refused(own.identity.lookup(theirs.tokens.idToken), 'user-token-expired')
      await refused(come(market, { sub: market.person.sub }), 'provider-without-address')
    })

    test('a linked provider can prove the address of its account later', async () => {
      const person = newPerson()
      await come(house, { ...person, email_verified: false })
      expect((await come(house, person)).user.emailVerified).toBe(true)
      const other = newPerson()
      await come(house, { ...other, email_verified: false })
      const elsewhere = { ...other, email: newEmail() }
      expect((await come(house, elsewhere)).user.emailVerified).toBe(false)
    })

    test('a person without an address, or with none that is one, gets no account', async () => {
      await refused(come(house, { sub: randomUUID() }), 'provider-without-address')
      await refused(come(house, newPerson('ada@')), 'provider-without-address')
    })

    test('a provider is linked by who is signed in, whatever its address, and taken off again', async () => {
      const { user, tokens } = await signUp(newEmail(), true)
      const person = newPerson()
      const linked = await come(house, person, tokens)
      expect(linked.user.providerData).toEqual([
        { providerId: 'password' },
        { providerId: house.setting.issuer },
      ])
      expect((await come(house, person)).user.uid).toBe(user.uid)
      const left = await own.identity.unlinkProvider(tokens.idToken, house.setting.issuer)
      expect(left.providerData).toEqual([{ providerId: 'password' }])
      expect((await come(house, person)).isNewUser).toBe(true)
      const kinds = (await stores.mails.listDue(own.clock(), 1_000))
        .filter((mail) => 'recordId' in mail && mail.recordId === user.uid)
        .map(({ kind }) => kind)
      expect(kinds.sort()).toEqual(['provider-linked', 'provider-unlinked'])
    })

    test('a refused sign-in is linked with what it left, within ten minutes', async () => {
      const person = newPerson()
      const { user, tokens } = await signUp(person.email, true)
      const refusal = await come(house, person).catch((error) => error)
      const { pendingToken } = refusal.conflict
      const answer = { requestUri: page, pendingToken, idToken: tokens.idToken }
      own.forward(10 * 60_000)
      await refused(own.identity.finishProviderSignIn(answer, own.clock()), 'rejected-credential')
      own.forward(-1)
      await own.identity.finishProviderSignIn(answer, own.clock())
      expect((await come(house, person)).user.uid).toBe(user.uid)
      await refused(own.identity.lookup(pendingToken), 'invalid-user-token')
    })

    test('what signs in to one account is linked to no other, and one provider not twice', async () => {
      const person = newPerson()
      const { tokens } = await come(house, person)
      const other = await signUp(newEmail())
      await refused(come(house, person, other.tokens), 'credential-already-in-use')
      await refused(come(house, newPerson(), tokens), 'credential-already-in-use')
    })

    test('one of many accounts that link the same person at once has it', async () => {
      const person = newPerson()
      const accounts = await Promise.all([1, 2, 3].map(() => signUp(newEmail())))
      const answers = await Promise.all(accounts.map(() => leave(house, person)))
      const all = await Promise.allSettled(
        answers.map((answer, index) =>
          own.identity.finishProviderSignIn(
            { ...answer, idToken: accounts[index]?.tokens.idToken },
            own.clock(),
          ),
        ),
      )
      const codes = all.map((each) => (each.status === 'rejected' ? each.reason.code : ''))
      const taken = 'credential-already-in-use'
      expect(codes.sort()).toEqual(['', taken, taken])
    })

    test('the last way in stays, also of two that are taken off at once', async () => {
      const { tokens } = await come(house, newPerson())
      const { idToken } = tokens
      const off = (provider: string) => own.identity.unlinkProvider(idToken, provider)
      await refused(off(house.setting.issuer), 'operation-not-allowed')
      await come(market, newPerson(), tokens)
      const all = await Promise.allSettled([house, market].map((each) => off(each.setting.issuer)))
      expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect((await own.identity.lookup(idToken)).providerData).toHaveLength(1)
    })

    test('a blocked account is opened by no provider', async () => {
      const person = newPerson()
      const { user } = await come(house, person)
      await own.disable(user.uid)
      await refused(come(house, person), 'user-disabled')
    })

    test('with an account go its providers', async () => {
      const person = newPerson()
      const { user, tokens } = await come(house, person)
      await own.identity.deleteAccount(tokens.idToken)
      const again = await come(house, person)
      expect(again.isNewUser).toBe(true)
      expect(again.user.uid).not.toBe(user.uid)
    })

    test('a changed address leaves the providers', async () => {
      const person = newPerson()
      const { user, tokens } = await come(house, person)
      await own.changeAddressAtOnce(tokens.idToken, newEmail())
      expect((await come(house, person)).user.uid).toBe(user.uid)
    })

    test.each(refusals)('an ID token %s signs nobody in', async (_, lies) => {
      house.lies = lies
      const person = newPerson()
      await refused(come(house, person), 'rejected-credential')
      expect(await stores.identities.findByEmail(person.email)).toBeUndefined()
    })

    test('a code works once, and for the browser that asked alone', async () => {
      const person = newPerson()
      const answer = await leave(house, person)
      const finish = (given: typeof answer) => own.identity.finishProviderSignIn(given, own.clock())
      await finish(answer)
      await refused(finish(answer), 'rejected-credential')
      const [mine, theirs] = [await leave(house, person), await leave(house, newPerson())]
      const stolen = new URL(theirs.requestUri)
      await refused(finish({ ...mine, requestUri: stolen.href }), 'rejected-credential')
      stolen.searchParams.set('state', new URL(mine.requestUri).searchParams.get('state') ?? '')
      await refused(finish({ ...mine, requestUri: stolen.href }), 'rejected-credential')
      // Also from a provider that takes every code: the nonce tells.
      house.lies = { takesAnyCode: true }
      await refused(finish({ ...mine, requestUri: stolen.href }), 'rejected-credential')
    })

    test('a code of one provider is not given to another', async () => {
      const mine = await leave(house, newPerson())
      const theirs = await leave(market, newPerson())
      const mixed = new URL(theirs.requestUri)
      mixed.searchParams.set('state', new URL(mine.requestUri).searchParams.get('state') ?? '')
      const attempt = own.identity.finishProviderSignIn(
        { ...mine, requestUri: mixed.href },
        own.clock(),
      )
      await refused(attempt, 'rejected-credential')
    })

    test('an error that a provider answers signs nobody in', async () => {
      const answer = await leave(house, newPerson())
      house.lies = {
        at: '/token',
        answer: (response) =>
          response
            .writeHead(400, { 'Content-Type': 'application/json' })
            .end(JSON.stringify({ error: 'unauthorized_client' })),
      }
      const attempt = own.identity.finishProviderSignIn(answer, own.clock())
      await refused(attempt, 'rejected-credential')
    })

    test.each(silences)(
      'a provider that is %s is unreachable until it answers',
      async (_, lies) => {
        house.lies = lies
        const start = () => own.identity.startProviderSignIn('house', page)
        await refused(start(), 'provider-unreachable')
        house.lies = {}
        await expect(start()).resolves.toBeDefined()
      },
    )

    test.each(['/token', '/jwks'])('a provider that is down at %s is unreachable', async (at) => {
      const answer = await leave(house, newPerson())
      house.lies = { at, answer: withStatus(502) }
      const attempt = own.identity.finishProviderSignIn(answer, own.clock())
      await refused(attempt, 'provider-unreachable')
    })

    test.each(['openid-configuration', '/token'])(
      'a provider that never answers at %s is waited for no longer than the limit',
      async (at) => {
        const person = newPerson()
        const answer = await leave(house, person)
        const timeout = 0.05
        own = ownAccountsOn(stores, { providers: [house.setting], timeout })
        house.lies = { at }
        await refused(
          own.identity.finishProviderSignIn(answer, own.clock()),
          'provider-unreachable',
        )
      },
    )

    test('a provider that the settings do not name is no way in', async () => {
      await refused(own.identity.startProviderSignIn('google.com', page), 'operation-not-allowed')
      const answer = await leave(house, newPerson())
      own = ownAccountsOn(stores, { providers: [market.setting] })
      const attempt = own.identity.finishProviderSignIn(answer, own.clock())
      await refused(attempt, 'operation-not-allowed')
    })
  })
}
