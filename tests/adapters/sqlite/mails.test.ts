import { leaseStoreContract } from '../../contracts/leases'
import { mailStoreContract } from '../../contracts/mails'
import { openTemporaryStores } from './places'

mailStoreContract('SQLite', openTemporaryStores)
leaseStoreContract('SQLite', openTemporaryStores)
