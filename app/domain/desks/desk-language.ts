import { languageHints } from '../text/language-hints'
import { defaultLanguage, type Language, languages } from '../text/languages'
import type { Desk } from './desks'

/** The one that its own texts for guests are in, else that of its place, else the default. */
export function languageOfDesk({
  greeting,
  away,
  askRating,
  timeZone,
}: Pick<Desk, 'greeting' | 'away' | 'askRating' | 'timeZone'>): Language {
  const written = languages.filter((language) =>
    [greeting, away, askRating].some((text) => text[language]?.trim()),
  )
  const [only, ...others] = written
  if (only && others.length === 0) return only
  return (
    languages.find((language) => languageHints[language]?.zones.includes(timeZone)) ??
    defaultLanguage
  )
}
