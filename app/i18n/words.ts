import type { TFunction } from 'i18next'
import type { Language } from '~/domain/text/languages'

/** Nested by namespace and key. */
export interface Words {
  [key: string]: string | Words
}

type Values = Record<string, unknown>

/** A name may end with a full stop, as in e. K., at the end of a sentence. */
export function withoutTwoStops(text: string): string {
  return text.replace(/(^|[^.])\.\.(?!\.)/g, '$1.')
}

/**
 * Translates like i18next for the features that our files use: `{{value}}`, `$t(another:key)`, and
 * by `count` the suffixes `_zero` and those of CLDR's plural rules. Returns an unknown key itself.
 * Calls `words` each time, since more may have loaded.
 */
export function speak(language: Language, words: () => Words): TFunction {
  const plurals = new Intl.PluralRules(language)

  function find(key: string): string | undefined {
    let found: string | Words | undefined = words()
    for (const name of key.split(/[:.]/))
      found = typeof found === 'object' ? found[name] : undefined
    return typeof found === 'string' ? found : undefined
  }

  function form(key: string, { count }: Values): string | undefined {
    if (typeof count !== 'number') return undefined
    const none = count === 0 ? find(`${key}_zero`) : undefined
    return none ?? find(`${key}_${plurals.select(count)}`)
  }

  function say(key: string, values: Values = {}): string {
    const text = form(key, values) ?? find(key) ?? key
    const filled = text.replace(/\{\{([^{}]+)\}\}/g, (_, name) => String(values[name] ?? ''))
    return withoutTwoStops(filled).replace(/\$t\((.+?)\)/g, (_, other) => say(other, values))
  }

  return say as TFunction
}

/** Merges both; `above` wins. */
export function overlay(below: Words, above: Words): Words {
  const words = { ...below }
  for (const [name, text] of Object.entries(above)) {
    const under = words[name]
    words[name] =
      typeof text === 'object' && typeof under === 'object' ? overlay(under, text) : text
  }
  return words
}
