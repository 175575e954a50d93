import type { WordsHandle } from '~/components/site/page'

export const handle: WordsHandle = { i18n: ['account', 'proof'] }

export { DataExport } from './data-export'
/** One chunk for the sections about the account. */
export { Deletion } from './deletion'
export { Devices } from './devices'
export { Password } from './password'
