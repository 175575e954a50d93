import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Account } from '~/domain/accounts/accounts'
import {
  awaitsOwner,
  claimSiteDesk,
  findSiteDesk,
  giveSiteDesk,
  settleSiteDesk,
} from '~/domain/desks/site-desk'
import type { Stores } from '~/domain/stores'
import { openTemporaryStores } from '../../adapters/sqlite/places'
import {
  eraseAccount,
  exampleAccount,
  exampleDesk,
  exampleMember,
  minute,
  twoDesks,
} from '../../contracts/examples'

let stores: Stores
let inUse: boolean

beforeEach(async () => {
  stores = await openTemporaryStores()
  inUse = false
})
afterEach(() => stores.close())

const owner = async () => (await findSiteDesk(stores))?.ownerUid
const awaited = (named?: string) => (named === undefined ? 'first' : { email: named })
const settle = (named?: string) =>
  settleSiteDesk({ ...stores, hasShop: async () => inUse }, awaited(named))
const claim = (uid: string, named?: string, account: Partial<Account> = {}) =>
  claimSiteDesk(stores, awaited(named), exampleAccount(uid, { emailVerified: true, ...account }))
const verify = (uid: string) => stores.accounts.save(exampleAccount(uid, { emailVerified: true }))

describe('Where SITE_DESK names an address', () => {
  const named = 'BEN@example.com'
  beforeEach(async () => {
    expect(await settle(named)).toBe('awaits-named')
    await twoDesks(stores)
  })

  test('the site waits for this address, verified, and nobody else', async () => {
    expect(await claim('ada', named)).toBe(false)
    expect(await claim('ben', named, { emailVerified: false })).toBe(false)
    expect(await settle(named)).toBe('awaits-named')
    expect(await owner()).toBeUndefined()
    expect(await claim('ben', named)).toBe(true)
    expect(await owner()).toBe('ben')
    expect(await settle(named)).toBe('claimed')
  })

  test('a start gives the site to an account that was verified before', async () => {
    await verify('ben')
    expect(await settle(named)).toBe('claimed')
    expect(await owner()).toBe('ben')
  })

  test('another address, at the account or in SITE_DESK, changes nothing later', async () => {
    await claim('ben', named)
    await stores.accounts.save(exampleAccount('ben', { email: 'b@else.example' }))
    for (const later of [named, 'ada@example.com', 'b@else.example', undefined]) {
      await verify('ada')
      expect(await claim('ada', later)).toBe(false)
      expect(await settle(later)).toBe('claimed')
      expect(await owner()).toBe('ben')
    }
  })

  test('the account that it names gets the site once its desk is erased', async () => {
    await claim('ben', named)
    await eraseAccount(stores, 'ben')
    expect(await owner()).toBeUndefined()
    expect(await settle(named)).toBe('awaits-named')
    expect(await claim('ada')).toBe(false)
    expect(await claim('ada', 'ada@example.com')).toBe(true)
    expect(await owner()).toBe('ada')
  })
})

describe('Where SITE_DESK names nobody', () => {
  test('the first verified account claims the site, and one alone of several at once', async () => {
    expect(await settle()).toBe('awaits-first')
    await twoDesks(stores)
    expect(await claim('ada', undefined, { emailVerified: false })).toBe(false)
    const claimed = await Promise.all([claim('ada'), claim('ben')])
    expect(claimed.filter(Boolean)).toHaveLength(1)
    expect(await owner()).toBe(claimed[0] ? 'ada' : 'ben')
    expect(await settle()).toBe('claimed')
  })

  test('nobody takes over from an erased desk', async () => {
    await settle()
    await twoDesks(stores)
    await claim('ada')
    await eraseAccount(stores, 'ada')
    expect(await settle()).toBe('erased')
    expect(await claim('ben')).toBe(false)
    expect(await owner()).toBeUndefined()
  })
})

test('A site waits for the named address, or else for the first verified account', async () => {
  await settle()
  const mine = 'ada@example.com'
  expect(await awaitsOwner(stores, awaited(mine))).toBe(true)
  expect(await awaitsOwner(stores, awaited(mine), 'Ada@example.com')).toBe(true)
  expect(await awaitsOwner(stores, awaited(mine), 'ben@example.com')).toBe(false)
  expect(await awaitsOwner(stores, awaited(), 'ben@example.com')).toBe(true)
  await twoDesks(stores)
  await claim('ada')
  expect(await awaitsOwner(stores, awaited(mine), mine)).toBe(false)
  expect(await awaitsOwner(stores, awaited())).toBe(false)
  await eraseAccount(stores, 'ada')
  expect(await awaitsOwner(stores, awaited())).toBe(false)
  expect(await awaitsOwner(stores, awaited(mine), mine)).toBe(true)
})

describe('Data of a version without claims', () => {
  test('keep the shop of the named account, once it is verified', async () => {
    await twoDesks(stores)
    await verify('ben')
    expect(await settle('ben@example.com')).toBe('inherited')
    expect(await owner()).toBe('ben')
  })

  test('keep the shop at the oldest desk whose owner’s address is no longer SITE_DESK', async () => {
    await twoDesks(stores)
    await verify('ada')
    expect(await settle('ada@before.example')).toBe('inherited')
    expect(await owner()).toBe('ada')
    expect(await settle('ada@before.example')).toBe('claimed')
  })

  test('keep a shop in use, though its owner never verified the address', async () => {
    await twoDesks(stores)
    inUse = true
    expect(await settle('ada@example.com')).toBe('inherited')
    expect(await owner()).toBe('ada')
  })

  test('give nothing to a stranger who came first and never verified', async () => {
    await twoDesks(stores)
    inUse = true
    expect(await settle('mara@example.com')).toBe('awaits-named')
    expect(await owner()).toBeUndefined()
    expect(await claim('ada')).toBe(true)
  })

  test('without a shop wait for a verified account', async () => {
    await twoDesks(stores)
    expect(await settle()).toBe('awaits-first')
    expect(await owner()).toBeUndefined()
  })

  test('count as old at the first start only', async () => {
    await settle()
    await twoDesks(stores)
    inUse = true
    expect(await settle()).toBe('awaits-first')
    expect(await owner()).toBeUndefined()
  })
})

test('the operator’s command gives the site only to a verified account', async () => {
  await twoDesks(stores)
  expect(await giveSiteDesk(stores, 'nobody@example.com')).toBe('unknown')
  expect(await giveSiteDesk(stores, 'ada@example.com')).toBe('unverified')
  expect(await owner()).toBeUndefined()
  for (const uid of ['ada', 'ben']) {
    await verify(uid)
    expect(await giveSiteDesk(stores, `${uid}@example.com`)).toBe('given')
    expect(await owner()).toBe(uid)
  }
  await stores.accounts.save(exampleAccount('cleo', { emailVerified: true }))
  await stores.desks.ensure(exampleDesk('cleo', { createdAt: minute(3) }))
  await eraseAccount(stores, 'ben')
  expect(await giveSiteDesk(stores, 'cleo@example.com')).toBe('given')
})

test('the operator names one of several desks that an account manages', async () => {
  await twoDesks(stores)
  await verify('ben')
  await stores.members.join(exampleMember('desk-ada', 'ben', { kind: 'manager' }))
  const asked = await giveSiteDesk(stores, 'ben@example.com')
  const ids = (desks: typeof asked) => (typeof desks === 'object' ? desks.map(({ id }) => id) : [])
  expect(ids(asked).sort()).toEqual(['desk-ada', 'desk-ben'])
  expect(ids(await giveSiteDesk(stores, 'ben@example.com', 'no-such-key'))).toHaveLength(2)
  expect(await owner()).toBeUndefined()
  const { publicKey } = exampleDesk('ada')
  expect(await giveSiteDesk(stores, 'ben@example.com', publicKey)).toBe('given')
  expect(await owner()).toBe('ada')
})

test('the site never becomes the desk of somebody who invited the account that it waits for', async () => {
  expect(await settle('cleo@example.com')).toBe('awaits-named')
  await twoDesks(stores)
  await verify('cleo')
  await stores.members.join(exampleMember('desk-ada', 'cleo', { kind: 'manager' }))
  expect(await claim('cleo', 'cleo@example.com')).toBe(false)
  expect(await settle('cleo@example.com')).toBe('awaits-named')
  expect(await owner()).toBeUndefined()
})

describe('A site that is set up by a link', () => {
  const settleByLink = () => settleSiteDesk({ ...stores, hasShop: async () => inUse }, 'set-up')

  test('waits for it again once its desk is erased', async () => {
    expect(await settleByLink()).toBe('awaits-set-up')
    await twoDesks(stores)
    expect(
      await claimSiteDesk(stores, 'set-up', exampleAccount('ada', { emailVerified: true })),
    ).toBe(true)
    expect(await settleByLink()).toBe('claimed')
    expect(await awaitsOwner(stores, 'set-up')).toBe(false)
    await eraseAccount(stores, 'ada')
    expect(await settleByLink()).toBe('awaits-set-up')
    expect(await awaitsOwner(stores, 'set-up')).toBe(true)
  })
})
