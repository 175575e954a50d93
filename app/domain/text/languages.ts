/** The languages that the product speaks, the default first (spec §9). */
export const languages = ['en', 'de'] as const

/** How each language calls itself. */
export const languageNames = { en: 'English', de: 'Deutsch' } as const

export type Language = (typeof languages)[number]

export const defaultLanguage: Language = 'en'

/** Text that an owner wrote, in one language or both. */
export type LocalizedText = Partial<Record<Language, string>>

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value)
}

/**
 * The text in the wanted language, or in the other one when the wanted one is missing.
 * `language` says which one it is, so that the page can mark a fallback with `lang`.
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
