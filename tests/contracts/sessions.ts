import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SessionUser } from '../../app/domain/accounts/sessions'
import type { Stores } from '../../app/domain/stores'
import { exampleSession, minute, type OpenStores } from './examples'

const renewed: SessionUser = {
  uid: 'ada',
  email: 'ada@example.org',
  emailVerified: true,
  displayName: 'Ada',
  photoURL: 'https://example.org/ada.png',
  providerData: [{ providerId: 'password' }, { providerId: 'google.com' }],
}

export function sessionStoreContract(name: string, open: OpenStores) {
  describe(`sessions in ${name}`, () => {
    let stores: Stores
    beforeEach(async () => {
      stores = await open()
      await stores.sessions.create(exampleSession('one'))
    })
    afterEach(() => stores.close())

    test('a session is found by the hash of its id as it was made', async () => {
      expect(await stores.sessions.find('one')).toEqual(exampleSession('one'))
      expect(await stores.sessions.find('two')).toBeUndefined()
    })

    test('a second session with the same id is refused', async () => {
      await expect(
        stores.sessions.create(exampleSession('one', { user: renewed })),
      ).rejects.toThrow()
      expect(await stores.sessions.find('one')).toEqual(exampleSession('one'))
    })

    test('a refresh renews the user, a touch when they were last seen, and neither anything else', async () => {
      await stores.sessions.create(exampleSession('two'))
      await stores.sessions.refresh('one', renewed)
      expect(await stores.sessions.find('one')).toEqual(exampleSession('one', { user: renewed }))
      await stores.sessions.touch('one', minute(7))
      await stores.sessions.touch('one', minute(6))
      expect(await stores.sessions.find('one')).toEqual(
        exampleSession('one', { user: renewed, lastSeenAt: minute(7) }),
      )
      expect(await stores.sessions.find('two')).toEqual(exampleSession('two'))
    })

    test('a renewal keeps what it names and leaves the rest', async () => {
      await stores.sessions.renew('one', { sealedTokens: 'anew', checkedAt: minute(3) })
      await stores.sessions.renew('one', { provedAt: minute(4) })
      await stores.sessions.renew('one', {})
      expect(await stores.sessions.find('one')).toEqual(
        exampleSession('one', {
          sealedTokens: 'anew',
          checkedAt: minute(3),
          provedAt: minute(4),
        }),
      )
    })

    test('a user’s sessions are listed by when they were seen, and ended together but for one', async () => {
      const ben = { ...renewed, uid: 'ben' }
      await stores.sessions.create(exampleSession('newer', { lastSeenAt: minute(5) }))
      await stores.sessions.create(exampleSession('oldest', { lastSeenAt: minute(-5) }))
      await stores.sessions.create(exampleSession('of ben', { user: ben }))
      const ids = async (uid: string) =>
        (await stores.sessions.list(uid)).map(({ idHash }) => idHash)
      expect(await ids('ada')).toEqual(['newer', 'one', 'oldest'])
      expect((await stores.sessions.endAll('ada', 'one')).sort()).toEqual(['newer', 'oldest'])
      expect(await ids('ada')).toEqual(['one'])
      expect(await stores.sessions.endAll('ada')).toEqual(['one'])
      expect(await stores.sessions.endAll('ada')).toEqual([])
      expect(await ids('ben')).toEqual(['of ben'])
    })

    test('an ended session is gone, ending it again is no error and a refresh revives nothing', async () => {
      await stores.sessions.create(exampleSession('two'))
      await stores.sessions.end('one')
      await stores.sessions.end('one')
      await stores.sessions.refresh('one', renewed)
      await stores.sessions.touch('one', minute(7))
      expect(await stores.sessions.find('one')).toBeUndefined()
      expect(await stores.sessions.find('two')).toBeDefined()
    })

    test('sessions whose last login is older are removed in steps, one of that time stays', async () => {
      await stores.sessions.create(exampleSession('older', { lastLoginAt: minute(-2) }))
      await stores.sessions.create(exampleSession('old', { lastLoginAt: minute(-1) }))
      expect(await stores.sessions.removeOlder(minute(0), 1)).toBe(1)
      expect(await stores.sessions.removeOlder(minute(0), 9)).toBe(1)
      expect(await stores.sessions.removeOlder(minute(0), 9)).toBe(0)
      for (const id of ['old', 'older']) expect(await stores.sessions.find(id)).toBeUndefined()
      expect(await stores.sessions.find('one')).toBeDefined()
    })
  })
}
