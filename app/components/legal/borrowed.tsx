import type { ReactNode } from 'react'
import type { Language } from '~/domain/text/languages'
import { languageName } from '~/i18n/countries'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'

/** A text that exists only in another language, with a note and its `lang`. */
export function Borrowed({ from, children }: { from?: Language; children: ReactNode }) {
  const { t } = useTranslation()
  const language = useLanguage()
  if (!from) return children
  return (
    <>
      <p className="quiet">{t('legal:borrowed', { language: languageName(from, language) })}</p>
      <div lang={from}>{children}</div>
    </>
  )
}
