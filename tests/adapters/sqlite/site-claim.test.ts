import { siteClaimStoreContract } from '../../contracts/site-claim'
import { openTemporaryStores } from './places'

siteClaimStoreContract('SQLite', openTemporaryStores)
