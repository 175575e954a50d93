import { draftStoreContract } from '../../contracts/drafts'
import { openTemporaryStores } from './places'

draftStoreContract('SQLite', openTemporaryStores)
