import { Fragment } from 'react'
import type { Language } from '~/domain/text/languages'
import { languageName } from '~/i18n/countries'
import { useLanguage, useLanguages } from '~/i18n/language'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { companyAddress, type View } from './address'

interface Props {
  current: Language
  at: (language: Language) => View
}

export function LanguageTabs({ current, at }: Props) {
  const { t } = useTranslation()
  const shown = useLanguage()
  return (
    <nav className="tabs" aria-label={t('company:languages')}>
      {useLanguages().map((each) => (
        <Fragment key={each}>
          <AppLink
            to={companyAddress(at(each))}
            aria-current={each === current ? 'page' : undefined}
          >
            {languageName(each, shown)}
          </AppLink>{' '}
        </Fragment>
      ))}
    </nav>
  )
}
