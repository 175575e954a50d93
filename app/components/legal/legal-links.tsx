import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'

/** The links that the law wants on every page; the last two lead to the forms themselves. */
export function LegalLinks() {
  const { t } = useTranslation()
  return (
    <nav className="site-nav" aria-label={t('layout:legal')}>
      <LocalizedLink to="/imprint">{t('layout:imprint')}</LocalizedLink>{' '}
      <LocalizedLink to="/privacy">{t('layout:privacy')}</LocalizedLink>{' '}
      <LocalizedLink to="/terms">{t('layout:terms')}</LocalizedLink>{' '}
      <LocalizedLink to="/withdrawal?withdraw">{t('layout:withdraw')}</LocalizedLink>{' '}
      <LocalizedLink to="/withdrawal?cancel">{t('layout:cancel')}</LocalizedLink>
    </nav>
  )
}
