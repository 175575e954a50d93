import { Field } from '~/components/forms/field'
import { useForm } from '~/components/forms/use-form'
import { type LocalizedText, standIn } from '~/domain/text/languages'
import { fieldIn } from '~/domain/text/localized-fields'
import { languageName } from '~/i18n/countries'
import { useLanguage, useLanguages } from '~/i18n/language'

/** A text in each language; with `rows` in several lines. */
export function Texts({
  name,
  label,
  text,
  rows,
}: {
  name: string
  label: string
  text: LocalizedText
  rows?: number
}) {
  const shown = useLanguage()
  const answer = useForm('save')
  return (
    <div className="pair">
      {useLanguages().map((language) => {
        const field = {
          name: fieldIn(name, language),
          label: `${label} · ${languageName(language, shown)}`,
          lang: language,
          defaultValue: text[language],
          placeholder: standIn(text, language),
          answer,
        }
        return rows ? (
          <Field key={language} multiline rows={rows} {...field} />
        ) : (
          <Field key={language} {...field} />
        )
      })}
    </div>
  )
}
