import { feedbackStoreContract } from '../../contracts/feedback'
import { openTemporaryStores } from './places'

feedbackStoreContract('SQLite', openTemporaryStores)
