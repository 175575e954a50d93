import { secondFactorStoreContract } from '../../contracts/second-factors'
import { openTemporaryStores } from './places'

secondFactorStoreContract('SQLite', openTemporaryStores)
