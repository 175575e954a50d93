import { formatDateTime } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import type { NotificationsPage } from './notifications.server'

export function Troubled({ page }: { page: NotificationsPage }) {
  const { t } = useTranslation()
  const language = useLanguage()
  if (page.troubled.length === 0) return null
  return (
    <section aria-labelledby="troubled-heading">
      <h2 id="troubled-heading">{t('notifications:troubled')}</h2>
      <ul className="devices">
        {page.troubled.map(({ kind, uncertain, number, problem, at }) => (
          <li key={`${kind} ${number} ${at}`}>
            <div>
              <AppLink to={`/dashboard/tickets?ticket=${number}`}>
                {t(`notifications:kinds.${kind}`, { number })}
              </AppLink>
              <p className="quiet">
                {uncertain
                  ? t('notifications:uncertain')
                  : t('notifications:failed', { code: problem })}
                {' · '}
                {formatDateTime(new Date(at), language, page.timeZone)}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
