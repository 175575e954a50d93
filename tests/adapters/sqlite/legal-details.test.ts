import { legalStoreContract } from '../../contracts/legal-details'
import { openTemporaryStores } from './places'

legalStoreContract('SQLite', openTemporaryStores)
