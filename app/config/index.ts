/**
 * The one way to the settings and to the adapters that they choose. The rest of app/ imports this file
 * alone; pages and HTTP code import types alone, since their context brings config and services.
 */

export {
  AccountsFileError,
  readFirebaseAccounts,
  writeFirebaseAccounts,
} from '../adapters/own-accounts/firebase-accounts.server'
export { openAccounts } from './accounts.server'
export {
  BackupError,
  backUp,
  DataInUse,
  type DataLock,
  isDataThere,
  lockData,
  openFiles,
  openFilesToMove,
  openMovable,
  openStores,
  restore,
} from './data.server'
export { createServices, type Services, type Warn } from './services.server'
export { withSecrets } from './session-secret.server'
export {
  type Config,
  ConfigError,
  type Mode,
  type Redirects,
  readConfig,
  variableNames,
} from './settings.server'
export type { ImapConfig } from './settings-mail.server'
