import type { FormAnswer } from '~/domain/forms/forms'
import { inLanguage, type Language, type LocalizedText } from '~/domain/text/languages'
import { fieldIn } from '~/domain/text/localized-fields'
import { languageName } from '~/i18n/countries'
import { useLanguage, useLanguages } from '~/i18n/language'
import { Field } from './field'

/**
 * Fields for a picture's alternative text in each language. `name` distinguishes the fields of several
 * pictures; `usual` is the text of a picture without one.
 */
export function PictureWords({
  name,
  alt = {},
  label,
  usual = {},
  maxLength,
  answer,
}: {
  name: string
  alt?: LocalizedText
  label: (language: string) => string
  usual?: LocalizedText
  maxLength: number
  answer: FormAnswer | undefined
}) {
  const shown = useLanguage()
  const standIn = (language: Language) =>
    (inLanguage(alt, language) ?? inLanguage(usual, language))?.text
  return (
    <div className="pair">
      {useLanguages().map((language) => (
        <Field
          key={language}
          id={`${name}-${language}`}
          name={fieldIn('alt', language)}
          label={label(languageName(language, shown))}
          lang={language}
          maxLength={maxLength}
          defaultValue={alt[language]}
          placeholder={alt[language] ? undefined : standIn(language)}
          answer={answer}
        />
      ))}
    </div>
  )
}
