import { afterAll, beforeAll } from 'vitest'
import type { Stores } from '../../../app/domain/stores'
import { identityContract } from '../../contracts/identity'
import { identityLinksContract } from '../../contracts/identity-links'
import { loginProvidersContract } from '../../contracts/login-providers'
import { ownAccountsContract } from '../../contracts/own-accounts'
import { ownAccountsOn } from '../../support/own-accounts'
import { openTemporaryStores } from '../sqlite/places'

let stores: Stores
beforeAll(async () => {
  stores = await openTemporaryStores()
})
afterAll(() => stores.close())

const open = async () => ownAccountsOn(stores)
identityContract('of our own on SQLite', open)
identityLinksContract('of our own on SQLite', open)
ownAccountsContract('SQLite', openTemporaryStores)
loginProvidersContract('SQLite', openTemporaryStores)
