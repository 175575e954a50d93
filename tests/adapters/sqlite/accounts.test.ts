import { accountStoreContract } from '../../contracts/accounts'
import { openTemporaryStores } from './places'

accountStoreContract('SQLite', openTemporaryStores)
