import { declarationStoreContract } from '../../contracts/declarations'
import { openTemporaryStores } from './places'

declarationStoreContract('SQLite', openTemporaryStores)
