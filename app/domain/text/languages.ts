interface Spoken {
  name: string
  /** For dates, numbers and money (BCP 47). */
  locale: string
  /** Only for right-to-left scripts. */
  dir?: 'rtl'
}

/** The default first (spec §9). Another is a line here and a folder in `locales/`. */
const all = {
  en: { name: 'English', locale: 'en-GB' },
  de: { name: 'Deutsch', locale: 'de-DE' },
} as const satisfies Record<string, Spoken>

export type Language = keyof typeof all

export const spoken: Record<Language, Spoken> = all

export const languages = Object.keys(all) as [Language, ...Language[]]

export const [defaultLanguage] = languages

export type LocalizedText = Partial<Record<Language, string>>

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value)
}

export function inEvery<Value>(valueIn: (language: Language) => Value): Record<Language, Value> {
  const entries = languages.map((language) => [language, valueIn(language)])
  return Object.fromEntries(entries) as Record<Language, Value>
}

/** Each value is made when it is first asked for. */
export function onDemand<Key extends string, Value>(make: (key: Key) => Value) {
  const made = new Map<Key, Value>()
  return (key: Key): Value => {
    const value = made.get(key) ?? make(key)
    made.set(key, value)
    return value
  }
}

/** The wanted language or the first available; `language` says which, for `lang`. */
export function inLanguage(
  text: LocalizedText,
  wanted: Language = defaultLanguage,
): { text: string; language: Language } | undefined {
  for (const language of [wanted, ...languages]) {
    const found = text[language]?.trim()
    if (found) return { text: found, language }
  }
  return undefined
}

/** The fallback for a text that is empty in a language, for the field's placeholder. */
export function standIn(text: LocalizedText, language: Language): string | undefined {
  return text[language]?.trim() ? undefined : inLanguage(text, language)?.text
}

/** By the languages that a text lacks: the one that stands in. */
export type Lent = Partial<Record<Language, Language>>

/** Undefined where a text lacks no language, or all of them. */
export function lentIn(text: LocalizedText): Lent | undefined {
  const lent = languages.flatMap((language) => {
    const found = inLanguage(text, language)
    return found && found.language !== language ? [[language, found.language]] : []
  })
  return lent.length > 0 ? Object.fromEntries(lent) : undefined
}

/** Fills gaps with the first language available. */
export function filledIn(text: LocalizedText): Record<Language, string> {
  return inEvery((language) => inLanguage(text, language)?.text ?? '')
}

/** The default, and each that the file names anywhere, which it then must have everywhere. */
export function languagesOf(content: unknown): Language[] {
  const text = JSON.stringify(content) ?? ''
  return languages.filter(
    (language) => language === defaultLanguage || text.includes(`"${language}":`),
  )
}
