import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createPasswordHashes } from '../../app/adapters/own-accounts/password-hashes.server'
import { OtherDesks } from '../../app/domain/erasure/erasure'
import type { ActionKind, Identity } from '../../app/domain/identity/identity'
import type { Stores } from '../../app/domain/stores'
import { type OwnAccountsUnderTest, ownAccountsOn } from '../support/own-accounts'
import { newEmail } from './identity'

const password = 'a long enough password'
const newPassword = 'another long enough password'
const hour = 3_600_000
const day = 24 * hour
const page = 'https://counter.example.com/login'

/** Milliseconds for which a code of each kind works. */
const lasts: [ActionKind, number][] = [
  ['VERIFY_EMAIL', 3 * day],
  ['PASSWORD_RESET', hour],
  ['VERIFY_AND_CHANGE_EMAIL', day],
  ['RECOVER_EMAIL', 30 * day],
  ['EMAIL_SIGNIN', hour],
]
const kinds = lasts.map(([kind]) => kind)

/** What accounts of our own promise beyond the port. */
export function ownAccountsContract(name: string, openStores: () => Promise<Stores>) {
  describe(`own accounts on ${name}`, () => {
    let stores: Stores
    let own: OwnAccountsUnderTest
    let identity: Identity
    beforeAll(async () => {
      stores = await openStores()
    })
    afterAll(() => stores.close())
    beforeEach(() => {
      own = ownAccountsOn(stores)
      identity = own.identity
    })

    async function newAccount(email = newEmail()) {
      return { email, ...(await identity.signUp({ email, password }, own.clock())) }
    }
    const signIn = (email: string, given = password) =>
      identity.signInWithPassword({ email, password: given }, own.clock())
    const refused = (attempt: Promise<unknown>, code: string) =>
      expect(attempt).rejects.toMatchObject({ name: 'IdentityError', code })

    /** The code of a letter of this kind, to the account with this address. */
    async function mailed(kind: ActionKind, email: string, idToken: string): Promise<string> {
      const to = newEmail()
      if (kind === 'RECOVER_EMAIL') await own.changeAddressAtOnce(idToken, to)
      if (kind === 'VERIFY_EMAIL') await identity.sendVerificationMail(idToken, 'en')
      if (kind === 'PASSWORD_RESET') await identity.sendPasswordReset(email, 'en')
      if (kind === 'VERIFY_AND_CHANGE_EMAIL') await identity.sendEmailChange(idToken, to, 'en')
      if (kind === 'EMAIL_SIGNIN') await identity.sendSignInLink(email, 'en', { continueUrl: page })
      return own.lastCode(email, kind)
    }

    function use(kind: ActionKind, email: string, code: string): Promise<unknown> {
      const uses: Record<ActionKind, () => Promise<unknown>> = {
        VERIFY_EMAIL: () => identity.applyVerification(code),
        PASSWORD_RESET: () => identity.confirmPasswordReset(code, newPassword),
        VERIFY_AND_CHANGE_EMAIL: () => identity.applyEmailChange(code, 'en'),
        RECOVER_EMAIL: () => identity.recoverEmail(code),
        EMAIL_SIGNIN: () => identity.signInWithEmailLink(email, code, own.clock()),
      }
      return uses[kind]()
    }

    test.each(lasts)('a code to %s works for %d ms and no longer', async (kind, lasting) => {
      const { email, tokens } = await newAccount()
      const code = await mailed(kind, email, tokens.idToken)
      own.forward(lasting)
      await refused(identity.checkActionCode(code), 'expired-action-code')
      await refused(use(kind, email, code), 'expired-action-code')
      own.forward(-1)
      await expect(use(kind, email, code)).resolves.toBeDefined()
    })

    test.each(kinds)('a code to %s does nothing else, and stays', async (kind) => {
      const { email, tokens } = await newAccount()
      const code = await mailed(kind, email, tokens.idToken)
      for (const other of kinds) {
        if (other !== kind) await refused(use(other, email, code), 'invalid-action-code')
      }
      await expect(use(kind, email, code)).resolves.toBeDefined()
    })

    test.each(kinds)('a code to %s works once, of many at the same time', async (kind) => {
      const { email, tokens } = await newAccount()
      const code = await mailed(kind, email, tokens.idToken)
      const all = await Promise.allSettled([1, 2, 3, 4].map(() => use(kind, email, code)))
      expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      await refused(use(kind, email, code), 'invalid-action-code')
    })

    test.each(kinds.filter((kind) => kind !== 'RECOVER_EMAIL'))(
      'a newer code to %s makes the older one void',
      async (kind) => {
        const { email, tokens } = await newAccount()
        const older = await mailed(kind, email, tokens.idToken)
        const newer = await mailed(kind, email, tokens.idToken)
        await refused(use(kind, email, older), 'invalid-action-code')
        await expect(use(kind, email, newer)).resolves.toBeDefined()
      },
    )

    test.each(['PASSWORD_RESET', 'VERIFY_AND_CHANGE_EMAIL'] as const)(
      'a code to %s is void once the password has changed',
      async (kind) => {
        const { email, tokens } = await newAccount()
        const code = await mailed(kind, email, tokens.idToken)
        await identity.changePassword(tokens.idToken, newPassword, own.clock())
        await refused(use(kind, email, code), 'invalid-action-code')
      },
    )

    test('a code to confirm an address is void once the account has another', async () => {
      const { email, tokens } = await newAccount()
      const code = await mailed('VERIFY_EMAIL', email, tokens.idToken)
      await own.changeAddressAtOnce(tokens.idToken, newEmail())
      await refused(use('VERIFY_EMAIL', email, code), 'invalid-action-code')
    })

    test('the first way back outlasts whatever a thief does to the address', async () => {
      const { email, user, tokens } = await newAccount()
      const code = await mailed('RECOVER_EMAIL', email, tokens.idToken)
      const stolen = await identityOf(user.uid)
      const thief = await signIn(stolen.email)
      await own.changeAddressAtOnce(thief.tokens.idToken, newEmail())
      const theirs = await own.lastCode(stolen.email, 'RECOVER_EMAIL')
      expect(await identity.recoverEmail(code)).toEqual({ email })
      await refused(identity.recoverEmail(theirs), 'invalid-action-code')
    })

    test('an address that was never proved gets no way back', async () => {
      const { email, tokens } = await newAccount()
      const to = newEmail()
      await identity.sendEmailChange(tokens.idToken, to, 'en')
      await identity.applyEmailChange(await own.lastCode(to, 'VERIFY_AND_CHANGE_EMAIL'), 'en')
      await expect(own.lastCode(email, 'RECOVER_EMAIL')).rejects.toThrow('No letter')
    })

    async function identityOf(uid: string) {
      const found = await stores.identities.find(uid)
      if (!found) throw new Error('Nobody has this uid')
      return found
    }

    test('what makes tokens void does so at once, for both kinds of them', async () => {
      const { tokens } = await newAccount()
      await identity.changePassword(tokens.idToken, newPassword, own.clock())
      await refused(identity.lookup(tokens.idToken), 'user-token-expired')
      await refused(identity.refresh(tokens.refreshToken, own.clock()), 'user-token-expired')
    })

    test('a token is good for what it was made for, for its time, and unchanged', async () => {
      const { tokens } = await newAccount()
      const { idToken, refreshToken } = tokens
      const invalid = 'invalid-user-token'
      await refused(identity.lookup(refreshToken), invalid)
      await refused(identity.refresh(idToken, own.clock()), invalid)
      const [content = '', mac = ''] = idToken.split('.')
      const forged = Buffer.from(content, 'base64url').toString().replace('"id"', '"id" ')
      await refused(identity.lookup(`${Buffer.from(forged).toString('base64url')}.${mac}`), invalid)
      own.forward(hour)
      await refused(identity.lookup(idToken), invalid)
      const later = await identity.refresh(refreshToken, own.clock())
      expect(await identity.lookup(later.tokens.idToken)).toBeDefined()
      own.forward(25 * hour)
      await refused(identity.refresh(later.tokens.refreshToken, own.clock()), invalid)
    })

    test('an address is one in every case and form of its domain', async () => {
      const local = newEmail().split('@')[0]
      const { user } = await newAccount(`${local}@bücher.example`)
      const others = [`${local?.toUpperCase()}@BÜCHER.example`, `${local}@xn--bcher-kva.example`]
      for (const email of others) {
        expect((await signIn(email)).user.uid).toBe(user.uid)
        await refused(newAccount(email), 'email-already-in-use')
      }
    })

    test('one of many sign-ups with an address at once makes the account', async () => {
      const email = newEmail()
      const all = await Promise.allSettled([1, 2, 3].map(() => newAccount(email)))
      const reasons = all.map((each) => each.status === 'rejected' && each.reason.code)
      expect(reasons.sort()).toEqual(['email-already-in-use', 'email-already-in-use', false])
    })

    test('a password typed in another form of its characters is the same one', async () => {
      const email = newEmail()
      const typed = 'Grüße aus Köln-Süd'
      await identity.signUp({ email, password: typed.normalize('NFD') }, own.clock())
      expect((await signIn(email, typed.normalize('NFC'))).user.email).toBe(email)
    })

    test('a password with half a character is refused', async () => {
      const half = `kettle on the stove \ud83d`
      const attempt = identity.signUp({ email: newEmail(), password: half }, own.clock())
      await refused(attempt, 'weak-password')
    })

    test('a new account whose address was proved before needs no letter', async () => {
      const given = { email: newEmail(), password, proven: true }
      const { user } = await identity.signUp(given, own.clock())
      expect(user.emailVerified).toBe(true)
    })

    test('a blocked account gets no letters, and its codes do nothing', async () => {
      const { email, user, tokens } = await newAccount()
      const code = await mailed('PASSWORD_RESET', email, tokens.idToken)
      await own.disable(user.uid)
      await refused(use('PASSWORD_RESET', email, code), 'user-disabled')
      await identity.sendPasswordReset(email, 'en')
      expect(await own.lastCode(email, 'PASSWORD_RESET')).toBe(code)
    })

    test('a deleted account leaves nothing, and its address is free', async () => {
      const { email, user, tokens } = await newAccount()
      const codes = [
        await mailed('VERIFY_EMAIL', email, tokens.idToken),
        await mailed('EMAIL_SIGNIN', email, tokens.idToken),
      ]
      await identity.deleteAccount(tokens.idToken)
      expect(await stores.identities.find(user.uid)).toBeUndefined()
      for (const code of codes) await refused(identity.checkActionCode(code), 'invalid-action-code')
      expect((await newAccount(email)).user.uid).not.toBe(user.uid)
    })

    test('an account that is hidden has no identity from that commit on', async () => {
      const { email, user, tokens } = await newAccount()
      const { uid } = user
      const createdAt = own.clock()
      await stores.accounts.save({ uid, email, emailVerified: false, locale: 'en', createdAt })
      const codes = [
        await mailed('VERIFY_EMAIL', email, tokens.idToken),
        await mailed('EMAIL_SIGNIN', email, tokens.idToken),
      ]
      await expect(
        stores.erasure.hideAccount(uid, 'sealed', own.clock(), ['another']),
      ).rejects.toThrow(OtherDesks)
      expect(await stores.identities.find(uid)).toBeDefined()
      await stores.erasure.hideAccount(uid, 'sealed', own.clock())
      expect(await stores.identities.find(uid)).toBeUndefined()
      for (const code of codes) await refused(identity.checkActionCode(code), 'invalid-action-code')
      await refused(signIn(email), 'invalid-credential')
      expect((await newAccount(email)).user.uid).not.toBe(uid)
    })

    test('neither a password nor a code is kept', async () => {
      const { email, user, tokens } = await newAccount()
      const code = await mailed('VERIFY_EMAIL', email, tokens.idToken)
      const kept = await stores.identities.find(user.uid)
      expect(kept?.passwordHash).toMatch(/^\$scrypt\$ln=4,r=8,p=1\$/)
      expect(JSON.stringify(kept)).not.toContain(password)
      expect(await stores.identities.findCode(code)).toBeUndefined()
    })

    test('a sign-in makes the hash of a weaker time anew', async () => {
      const { email, user } = await newAccount()
      const stronger = ownAccountsOn(stores, {
        hashes: createPasswordHashes({ ln: 5, r: 8, p: 1 }),
      })
      await stronger.identity.signInWithPassword({ email, password }, own.clock())
      const kept = await stores.identities.find(user.uid)
      expect(kept?.passwordHash).toMatch(/^\$scrypt\$ln=5,/)
      expect((await signIn(email)).user.uid).toBe(user.uid)
    })

    test('codes that expired long ago are removed', async () => {
      const { email, tokens } = await newAccount()
      const code = await mailed('VERIFY_EMAIL', email, tokens.idToken)
      const later = new Date(own.clock().getTime() + 3 * day + 1)
      while ((await stores.identities.removeOlder(later, 2)) > 0);
      await refused(identity.checkActionCode(code), 'invalid-action-code')
    })

    test('addresses are listed in order, a page at a time', async () => {
      await newAccount()
      await newAccount()
      const all = await stores.identities.list(1_000)
      const [first, second] = all
      expect(await stores.identities.list(1, first?.emailKey)).toEqual([second])
      const keys = all.map(({ emailKey }) => emailKey)
      expect(keys).toEqual([...keys].sort())
    })
  })
}
