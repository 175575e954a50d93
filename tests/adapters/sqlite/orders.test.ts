import { orderStoreContract } from '../../contracts/orders'
import { openTemporaryStores } from './places'

orderStoreContract('SQLite', openTemporaryStores)
