import { photoStoreContract } from '../../contracts/photos'
import { openTemporaryStores } from './places'

photoStoreContract('SQLite', openTemporaryStores)
