import { passkeyStoreContract } from '../../contracts/passkeys'
import { openTemporaryStores } from './places'

passkeyStoreContract('SQLite', openTemporaryStores)
