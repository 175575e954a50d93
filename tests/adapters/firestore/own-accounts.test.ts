import { identityContract } from '../../contracts/identity'
import { identityLinksContract } from '../../contracts/identity-links'
import { loginProvidersContract } from '../../contracts/login-providers'
import { ownAccountsContract } from '../../contracts/own-accounts'
import { ownAccountsOn } from '../../support/own-accounts'
import { onEmulator, openTemporaryStores } from './places'

onEmulator(() => {
  const open = async () => ownAccountsOn(await openTemporaryStores())
  identityContract('of our own on Firestore', open)
  identityLinksContract('of our own on Firestore', open)
  ownAccountsContract('Firestore', openTemporaryStores)
  loginProvidersContract('Firestore', openTemporaryStores)
})
