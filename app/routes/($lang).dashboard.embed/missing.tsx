import type { ReactNode } from 'react'
import { type Language, type LocalizedText, languages } from '~/domain/text/languages'
import { useTranslation } from '~/i18n/translation'

export function Missing({
  text,
  language,
  children,
}: {
  text: LocalizedText
  language: Language
  children: ReactNode
}) {
  const { t } = useTranslation()
  const missing = !text[language] && languages.some((each) => text[each])
  return (
    <>
      {children} {missing && <span className="tag">{t('embed:missing')}</span>}
    </>
  )
}
