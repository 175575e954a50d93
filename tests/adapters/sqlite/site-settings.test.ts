import { siteSettingsContract } from '../../contracts/site-settings'
import { openTemporaryStores } from './places'

siteSettingsContract('SQLite', openTemporaryStores)
