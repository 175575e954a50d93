import { ticketStoreContract } from '../../contracts/tickets'
import { openTemporaryStores } from './places'

ticketStoreContract('SQLite', openTemporaryStores)
