import type { TFunction } from 'i18next'
import type { Language } from '~/domain/text/languages'

/** The words of a language by namespace, or a part of them. */
export interface Words {
  [key: string]: string | Words
}

type Values = Record<string, unknown>

/**
 * Says the words of one language as i18next does, of whose format it reads what our files use:
 * `{{value}}`, `$t(another:key)`, and by `count` the forms `_zero` and those of CLDR's plural rules.
 * A key without words is said itself. `words` are asked for anew each time: more may have come.
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
    return (form(key, values) ?? find(key) ?? key)
      .replace(/\{\{(.+?)\}\}/g, (_, name) => String(values[name] ?? ''))
      .replace(/\$t\((.+?)\)/g, (_, other) => say(other, values))
  }

  return say as TFunction
}

/** The words of both, and where both have one, what is above. */
export function overlay(below: Words, above: Words): Words {
  const words = { ...below }
  for (const [name, text] of Object.entries(above)) {
    const under = words[name]
    words[name] =
      typeof text === 'object' && typeof under === 'object' ? overlay(under, text) : text
  }
  return words
}
