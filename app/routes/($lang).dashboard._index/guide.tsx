import { DeskForm } from '~/components/forms/desk-form'
import { DoneTick } from '~/components/site/done-tick'
import { type GuideStep, guideSteps } from '~/domain/desks/guide'
import { AppLink, LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import type { OverviewPage } from './loader.server'

/** Steps tick themselves; it disappears when all are done. */
export function Guide({ page }: { page: OverviewPage }) {
  const { t } = useTranslation()
  const { guide, chatAddress } = page
  if (!guide) return null
  const steps = guideSteps.filter((step) => guide[step] !== undefined)
  const next = steps.find((step) => !guide[step])
  const done = steps.filter((step) => guide[step]).length
  return (
    <section className="guide" aria-labelledby="guide">
      <h2 id="guide">{t('overview:guide.heading')}</h2>
      <p className="quiet">{t('overview:guide.done', { done, all: steps.length })}</p>
      <ol>
        {steps.map((step) => (
          <li key={step} className={guide[step] ? 'done' : undefined}>
            <DoneTick done={guide[step] ?? false} />
            <div>
              {step === 'chat' ? (
                <LocalizedLink to={chatAddress} target="_blank">
                  {t('overview:guide.steps.chat')}
                </LocalizedLink>
              ) : (
                <AppLink to={step === 'name' && guide.name ? renameAddress : addresses[step]}>
                  {t(`overview:guide.steps.${step}`)}
                </AppLink>
              )}
              {step === next && <p className="quiet">{t(`overview:guide.hints.${step}`)}</p>}
            </div>
          </li>
        ))}
      </ol>
      <DeskForm>
        <button className="plain-button" name="intent" value="put-guide-away">
          {t('overview:guide.putAway')}
        </button>
      </DeskForm>
    </section>
  )
}

const addresses: Record<Exclude<GuideStep, 'chat'>, string> = {
  name: '/dashboard#name-desk',
  greeting: '/dashboard/embed',
  hours: '/dashboard/settings?section=hours',
  home: '/dashboard/home',
  company: '/dashboard/company',
  shelf: '/dashboard/shelf',
  delivery: '/dashboard/shelf?shipping',
  shop: '/dashboard/company#opening',
  embed: '/dashboard/embed',
}

/** Once it has a name. */
const renameAddress = '/dashboard/settings?section=general#name-desk'
