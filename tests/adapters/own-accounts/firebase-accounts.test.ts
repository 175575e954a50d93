import { createRequire } from 'node:module'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  AccountsFileError,
  readFirebaseAccounts,
  writeFirebaseAccounts,
} from '../../../app/adapters/own-accounts/firebase-accounts.server'
import type { Stores } from '../../../app/domain/stores'
import { ownAccountsOn } from '../../support/own-accounts'
import { openTemporaryStores } from '../sqlite/places'

/** What `firebase auth:import` refuses. */
const { validateOptions, validateUserJson } = createRequire(import.meta.url)(
  'firebase-tools/lib/accountImporter',
)

let stores: Stores
beforeEach(async () => {
  stores = await openTemporaryStores()
})
afterEach(() => stores.close())

const now = new Date('2026-03-04T05:06:07.089Z')

/** The example of github.com/firebase/scrypt, of a password that anybody knows. */
const hashes = `hash_config {
  algorithm: SCRYPT,
  base64_signer_key: jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==,
  base64_salt_separator: Bw==,
  rounds: 8,
  mem_cost: 14,
}`
const ada = {
  localId: 'zT8xU2',
  email: 'Ada@example.com',
  emailVerified: true,
  passwordHash:
    'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
  salt: '42xEC+ixf3L2lw==',
  displayName: 'Ada',
  createdAt: '1763802000000',
  lastSignedInAt: '1763888400000',
  providerUserInfo: [],
}
const fileOf = (...users: object[]) => Buffer.from(JSON.stringify({ users }))

describe('Accounts that Firebase exported', () => {
  test('keep uid, address and password, which is hashed anew at the next sign-in', async () => {
    const google = { localId: 'g', email: 'grace@example.com', emailVerified: true, createdAt: '1' }
    const { identities, withoutEmail } = readFirebaseAccounts(
      fileOf(ada, google, { localId: 'anonymous' }),
      hashes,
      now,
    )
    expect(withoutEmail).toEqual(['anonymous'])
    for (const each of identities) await stores.identities.add(each)
    const { identity, clock } = ownAccountsOn(stores)
    const email = 'ada@example.com'
    const wrong = { email, password: 'user2password' }
    await expect(identity.signInWithPassword(wrong, clock())).rejects.toThrow('invalid-credential')
    const right = { email, password: 'user1password' }
    const { user } = await identity.signInWithPassword(right, clock())
    expect(user).toMatchObject({ uid: 'zT8xU2', email: 'Ada@example.com', emailVerified: true })
    const kept = await stores.identities.find('zT8xU2')
    expect(kept?.passwordHash).toMatch(/^\$scrypt\$ln=/)
    expect((await identity.signInWithPassword(right, clock())).user.uid).toBe('zT8xU2')
    const empty = { email: google.email, password: 'user1password' }
    await expect(identity.signInWithPassword(empty, clock())).rejects.toThrow('invalid-credential')
  })

  test.each([
    ['no JSON', Buffer.from('localId,email'), hashes, /are not JSON/],
    ['no list of users', fileOf().subarray(0, -2), hashes, /are not JSON/],
    ['another list', Buffer.from('{"accounts":[]}'), hashes, /^users: /],
    [
      'an account without a uid',
      fileOf(ada, { ...ada, localId: '' }),
      hashes,
      /^users\.1\.localId/,
    ],
    ['hash parameters of another kind', fileOf(ada), 'algorithm: BCRYPT', /hash parameters/],
  ])('are refused as a whole with %s', (_, file, settings, reason) => {
    expect(() => readFirebaseAccounts(file, settings, now)).toThrow(AccountsFileError)
    expect(() => readFirebaseAccounts(file, settings, now)).toThrow(reason)
  })
})

test('An account goes to Firebase and comes back with its Google account, and with no other one', async () => {
  const providerUserInfo = [
    { providerId: 'google.com', rawId: '117', email: 'g@example.com' },
    { providerId: 'github.com', rawId: '7' },
  ]
  const read = (users: object[]) => readFirebaseAccounts(fileOf(...users), hashes, now).identities
  const [grace] = read([{ localId: 'g', email: 'g@example.com', providerUserInfo }])
  if (!grace) throw new Error('Nobody was read')
  const linked = { issuer: 'https://accounts.google.com', subject: '117' }
  expect(grace.providers).toEqual([linked])
  await stores.identities.add(grace)
  expect((await stores.identities.findByProvider(linked))?.uid).toBe('g')
  const [file] = writeFirebaseAccounts([grace])
  const [written] = JSON.parse(file?.text ?? '').users
  expect(validateUserJson(written)).toEqual({})
  expect(read([written])).toEqual([grace])
})

test('Accounts that are exported are files that firebase auth:import takes', async () => {
  const { identity, clock } = ownAccountsOn(stores)
  await identity.signUp({ email: 'own@example.com', password: 'kettle on the stove' }, clock())
  const imported = readFirebaseAccounts(
    fileOf(ada, { localId: 'g', email: 'g@example.com' }),
    hashes,
    now,
  )
  for (const each of imported.identities) await stores.identities.add(each)
  const files = writeFirebaseAccounts(await stores.identities.list(9))
  expect(files.map(({ accounts }) => accounts)).toEqual([2, 1])
  for (const { text, options } of files) {
    for (const user of JSON.parse(text).users) expect(validateUserJson(user)).toEqual({})
    const given = [...options.matchAll(/--([a-z-]+)=(\S+)/g)].map(([, name = '', value]) => [
      name.replace(/-(.)/g, (_, letter) => letter.toUpperCase()),
      value,
    ])
    expect(validateOptions(Object.fromEntries(given))).toMatchObject({ valid: true })
  }
  const back = files.find(({ options }) => options.includes('--hash-algo=SCRYPT'))
  const users: (typeof ada)[] = JSON.parse(back?.text ?? '').users
  const user = users.find(({ localId }) => localId === ada.localId)
  expect(user?.passwordHash).toBe(ada.passwordHash)
  // The salt with its project's separator.
  expect(Buffer.from(user?.salt ?? '', 'base64').toString('hex')).toBe('e36c440be8b17f72f69707')
})
