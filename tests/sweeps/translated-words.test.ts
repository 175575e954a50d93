import { expect, test } from 'vitest'
import { languages } from '../../app/domain/text/languages'
import { translations } from '../../app/i18n/translation.server'
import { speak } from '../../app/i18n/words'
import { flatten } from '../support/locale-rules'
import { words as files } from '../support/locales'

test.each(languages)('every key of %s reads in the browser as on the server', (language) => {
  const inBrowser = speak(language, () => files[language]) as (
    key: string,
    values: object,
  ) => string
  const onServer = translations(language).t as unknown as typeof inBrowser
  const texts = [...flatten(files[language])]
  expect(texts.length).toBeGreaterThan(500)
  // Those of all texts: one of a key's plural forms may name what another does not.
  const named = [...JSON.stringify(files[language]).matchAll(/\{\{(.+?)\}\}/g)]
  const names = [...new Set(named.map(([, name]) => name ?? ''))]
  for (const [key] of texts) {
    for (const count of [0, 1, 2, 1.5, 21, 1_000_000]) {
      const values = { ...Object.fromEntries(names.map((name) => [name, `<${name} & $1>`])), count }
      for (const asked of [key, key.replace(/_(zero|one|other)$/, '')]) {
        expect(inBrowser(asked, values)).toBe(onServer(asked, values))
      }
    }
  }
})
