import { useSendsNoLetters } from '~/components/site/session'
import { useTranslation } from '~/i18n/translation'

/** How the declaration will be confirmed. */
export function ReceiptToCome() {
  const { t } = useTranslation()
  return (
    <p className="quiet">{t(useSendsNoLetters() ? 'withdrawal:onPage' : 'withdrawal:byMail')}</p>
  )
}
