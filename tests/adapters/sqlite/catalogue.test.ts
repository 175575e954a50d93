import { catalogueStoreContract } from '../../contracts/catalogue'
import { openTemporaryStores } from './places'

catalogueStoreContract('SQLite', openTemporaryStores)
