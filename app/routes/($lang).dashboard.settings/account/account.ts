import 'virtual:room-words/account'

export { DataExport } from './data-export'
/** The sections about the account, which come to the browser together. */
export { Deletion } from './deletion'
export { Devices } from './devices'
export { Password } from './password'
