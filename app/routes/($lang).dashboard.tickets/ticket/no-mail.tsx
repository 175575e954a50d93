import { formatDateTime } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import type { TicketThread } from './thread-page.server'

export function NoMailNotice({ ticket, timeZone }: { ticket: TicketThread; timeZone: string }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { noMail } = ticket
  if (!noMail) return null
  const until = 'until' in noMail && noMail.until
  const at = until ? formatDateTime(new Date(until), language, timeZone) : ''
  return (
    <p className="quiet">
      {t(`tickets:noMail.${noMail.why}`, { at })}{' '}
      {noMail.why === 'unverified' && (
        <AppLink to="/verify-email">{t('tickets:noMail.verify')}</AppLink>
      )}
    </p>
  )
}
