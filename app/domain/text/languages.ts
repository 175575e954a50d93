interface Spoken {
  /** What it calls itself. */
  name: string
  /** Whose dates, numbers and money it writes (BCP 47). */
  locale: string
  /** Only where it is not written from left to right. */
  dir?: 'rtl'
}

/**
 * The languages that the product speaks, the default first (spec §9). Another one is a line here and a
 * folder of words in `locales/`.
 */
const all = {
  en: { name: 'English', locale: 'en-GB' },
  de: { name: 'Deutsch', locale: 'de-DE' },
} as const satisfies Record<string, Spoken>

export type Language = keyof typeof all

export const spoken: Record<Language, Spoken> = all

export const languages = Object.keys(all) as [Language, ...Language[]]

export const [defaultLanguage] = languages

/** Text that an owner wrote, in some of the languages. */
export type LocalizedText = Partial<Record<Language, string>>

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value)
}

/** One value a language. */
export function inEvery<Value>(valueIn: (language: Language) => Value): Record<Language, Value> {
  const entries = languages.map((language) => [language, valueIn(language)])
  return Object.fromEntries(entries) as Record<Language, Value>
}

/**
 * The text in the wanted language, or in the first that it is in. `language` says which one it is, so
 * that the page can mark a fallback with `lang`.
 */
export function inLanguage(
  text: LocalizedText,
  wanted: Language,
): { text: string; language: Language } | undefined {
  for (const language of [wanted, ...languages]) {
    const found = text[language]?.trim()
    if (found) return { text: found, language }
  }
  return undefined
}

/** A text for every language: where it is not in one, that of the first language that it is in. */
export function filledIn(text: LocalizedText): Record<Language, string> {
  return inEvery((language) => inLanguage(text, language)?.text ?? '')
}

/**
 * The languages that a file of the operator's is written in: the default, and each that is named
 * anywhere in it, which then must be everywhere.
 */
export function languagesOf(content: unknown): Language[] {
  const text = JSON.stringify(content) ?? ''
  return languages.filter(
    (language) => language === defaultLanguage || text.includes(`"${language}":`),
  )
}
