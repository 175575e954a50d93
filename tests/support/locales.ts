import { readdirSync, readFileSync } from 'node:fs'
import { type Language, languages } from '../../app/domain/text/languages'
import type { Resources } from '../../app/i18n/resources'

/** The words of a language by namespace, as its files have them. */
function read(language: Language): Resources {
  const folder = `locales/${language}`
  const entries = readdirSync(folder).map((file) => [
    file.replace('.json', ''),
    JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')),
  ])
  return Object.fromEntries(entries)
}

export const words = Object.fromEntries(
  languages.map((language) => [language, read(language)]),
) as Record<Language, Resources>

export const { en, de } = words
