import { ticketStoreContract } from '../../contracts/tickets'
import { onEmulator, openTemporaryStores } from './places'

onEmulator(() => ticketStoreContract('Firestore', openTemporaryStores))
