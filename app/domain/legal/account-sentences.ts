import type { LoginProvider } from '../identity/login-providers'
import { inEvery, type Language } from '../text/languages'
import sentences from './account-sentences.json'

/** Who keeps the accounts, as the settings choose it. */
export type AccountsKind = 'own' | 'firebase'

/** Who checks passwords and with whom one signs in, for the privacy text. */
export function accountSentences(
  kind: AccountsKind,
  providers: readonly Pick<LoginProvider, 'name' | 'issuer'>[] = [],
): Record<Language, string> {
  return inEvery((language) => {
    if (providers.length === 0) return sentences[kind][language]
    const named = providers.map(({ name, issuer }) => `${name} (${new URL(issuer).host})`)
    const list = new Intl.ListFormat(language, { type: 'disjunction' }).format(named)
    return `${sentences[kind][language]} ${sentences.providers[language].replace('…', () => list)}`
  })
}
