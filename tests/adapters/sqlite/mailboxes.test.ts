import { mailboxStoreContract } from '../../contracts/mailboxes'
import { openTemporaryStores } from './places'

mailboxStoreContract('SQLite', openTemporaryStores)
