import { DoneTick } from '~/components/site/done-tick'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import type { OverviewPage } from './loader.server'

const addresses = {
  notifications: '/dashboard/settings/notifications',
  signature: '/dashboard/profile#answers',
  ticket: '/dashboard/tickets',
} as const

const order = ['notifications', 'signature', 'ticket'] as const

/** The first steps of a member who has joined a team, unless they are still setting up the desk. The next step is a button. */
export function Newcomer({ page: { newcomer, guide } }: { page: OverviewPage }) {
  const { t } = useTranslation()
  if (!newcomer || guide) return null
  const next = order.find((step) => !newcomer[step])
  return (
    <section className="guide" aria-labelledby="newcomer">
      <h2 id="newcomer">{t('overview:newcomer.heading')}</h2>
      <p>{t('overview:newcomer.lead')}</p>
      <ol>
        {order.map((step) => (
          <li key={step} className={newcomer[step] ? 'done' : undefined}>
            <DoneTick done={newcomer[step]} />
            <div>
              <AppLink className={step === next ? 'button' : undefined} to={addresses[step]}>
                {t(`overview:newcomer.steps.${step}`)}
              </AppLink>
              {step === next && <p className="quiet">{t(`overview:newcomer.hints.${step}`)}</p>}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
