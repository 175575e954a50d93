import type { z } from 'zod'
import { inEvery, type Language, type LocalizedText, languages } from './languages'

type LocalizedField<Name extends string> = `${Name}${Capitalize<Language>}`

export function fieldIn<Name extends string>(name: Name, language: Language): LocalizedField<Name> {
  return `${name}${language.charAt(0).toUpperCase()}${language.slice(1)}` as LocalizedField<Name>
}

/** The fields of a text that an owner writes in some of the languages, each checked alike. */
export function fieldsIn<Name extends string, Field extends z.ZodTypeAny>(
  name: Name,
  field: Field,
) {
  return Object.fromEntries(
    languages.map((language) => [fieldIn(name, language), field]),
  ) as Record<LocalizedField<Name>, Field>
}

export function textIn<Name extends string>(
  name: Name,
  form: { [Field in LocalizedField<Name>]?: string },
): LocalizedText {
  return inEvery((language) => form[fieldIn(name, language)])
}
