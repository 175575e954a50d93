import type { Language } from '../text/languages'
import sentences from './account-sentences.json'

/** Who keeps the accounts, as the settings choose it. */
export type AccountsKind = 'own' | 'firebase'

/** Who checks passwords, for the privacy text. */
export const accountSentences: Record<AccountsKind, Record<Language, string>> = sentences
