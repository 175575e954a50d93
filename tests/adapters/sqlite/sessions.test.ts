import { sessionStoreContract } from '../../contracts/sessions'
import { openTemporaryStores } from './places'

sessionStoreContract('SQLite', openTemporaryStores)
