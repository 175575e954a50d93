import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'

export function Law() {
  const { t } = useTranslation()
  return (
    <p className="quiet">
      {t('checkout:law')} <LocalizedLink to="/terms">{t('checkout:terms')}</LocalizedLink>
      {'\u00a0· '}
      <LocalizedLink to="/withdrawal">{t('checkout:withdrawal')}</LocalizedLink>
      {'\u00a0· '}
      <LocalizedLink to="/privacy">{t('checkout:privacy')}</LocalizedLink>
    </p>
  )
}
