import { invitationStoreContract } from '../../contracts/invitations'
import { openTemporaryStores } from './places'

invitationStoreContract('SQLite', openTemporaryStores)
