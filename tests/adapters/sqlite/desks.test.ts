import { deskStoreContract } from '../../contracts/desks'
import { openTemporaryStores } from './places'

deskStoreContract('SQLite', openTemporaryStores)
