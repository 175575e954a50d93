import 'virtual:room-words/account'

/** The sections about the account, which come to the browser together. */
export { Deletion } from './deletion'
export { Devices } from './devices'
export { Password } from './password'
export { TakeOut } from './take-out'
