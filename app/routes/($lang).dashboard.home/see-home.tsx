import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'

/** The whole page as guests see it, beside what one is writing. */
export function SeeHome() {
  const { t } = useTranslation()
  return (
    <LocalizedLink className="button second" to="/" target="_blank">
      {t('site:see')}
    </LocalizedLink>
  )
}
