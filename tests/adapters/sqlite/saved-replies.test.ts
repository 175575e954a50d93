import { savedReplyStoreContract } from '../../contracts/saved-replies'
import { openTemporaryStores } from './places'

savedReplyStoreContract('SQLite', openTemporaryStores)
