import { attachmentStoreContract } from '../../contracts/attachments'
import { openTemporaryStores } from './places'

attachmentStoreContract('SQLite', openTemporaryStores)
