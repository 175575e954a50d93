import type { WordsHandle } from '~/components/site/page'

export const handle: WordsHandle = { i18n: ['account', 'auth'] }

export { DataExport } from './data-export'
/** The sections about the account, which come to the browser together. */
export { Deletion } from './deletion'
export { Devices } from './devices'
export { Password } from './password'
