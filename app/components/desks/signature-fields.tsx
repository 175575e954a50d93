import type { FormAnswer } from '~/domain/forms/forms'
import { type LocalizedText, standIn } from '~/domain/text/languages'
import { fieldIn } from '~/domain/text/localized-fields'
import { languageName } from '~/i18n/countries'
import { useLanguage, useLanguages } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import { Field } from '../forms/field'

/** A signature in each language. `fallback` is what stands where it is empty. */
export function SignatureFields({
  signature = {},
  fallback = {},
  answer,
}: {
  signature?: LocalizedText
  fallback?: LocalizedText
  answer?: FormAnswer
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  const inOrder = useLanguages()
  return inOrder.map((each) => (
    <Field
      multiline
      rows={2}
      key={each}
      name={fieldIn('signature', each)}
      lang={each}
      label={t('signature:in', { language: languageName(each, language) })}
      hint={each === inOrder.at(-1) && t('signature:hint')}
      defaultValue={signature[each]}
      placeholder={fallback[each] ?? standIn(signature, each) ?? standIn(fallback, each)}
      {...(answer && { answer })}
    />
  ))
}
