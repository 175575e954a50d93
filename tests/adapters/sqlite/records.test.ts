import { recordsContract } from '../../contracts/records'
import { openTemporaryRecords } from './places'

recordsContract('SQLite', openTemporaryRecords)
