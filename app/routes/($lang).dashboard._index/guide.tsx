import { DeskForm } from '~/components/forms/desk-form'
import { SubmitLine } from '~/components/forms/submit'
import { DoneTick } from '~/components/site/done-tick'
import { useSite } from '~/components/site/session'
import {
  type GuideOfDesk,
  type GuideStep,
  guideSteps,
  isComplete,
  nextInGuide,
  waits,
} from '~/domain/desks/guide'
import { guideAddresses } from '~/http/desks/guide-address'
import { AppLink, LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import type { OverviewPage } from './loader.server'
import { NameDesk } from './parts'

/** Steps tick themselves; it disappears when all are done. Its heading is the page's while nobody waits. */
export function Guide({ page, headed }: { page: OverviewPage; headed: boolean }) {
  const { t } = useTranslation()
  const { guide, shop, unconfirmed, lacksMailServer } = page
  const site = useSite()
  if (!guide) return null
  if (isComplete(guide)) return <Complete guide={guide} />
  const steps = guideSteps.filter((step) => guide[step] !== undefined)
  const next = nextInGuide(guide, unconfirmed)
  const done = steps.filter((step) => guide[step]).length
  return (
    <div className="guide">
      {headed && <h2>{t('overview:guide.heading')}</h2>}
      <p className="quiet">{t('overview:guide.done', { done, all: steps.length })}</p>
      <ol>
        {steps.map((step) => (
          <li key={step} className={guide[step] ? 'done' : undefined}>
            <DoneTick done={guide[step] ?? false} />
            <div>
              {step === 'name' && !guide.name ? (
                <NameDesk
                  offered={guide.home !== undefined && site.named ? site.name : undefined}
                />
              ) : waits(step, unconfirmed) ? (
                <>
                  {t(`overview:guide.steps.${step}`)}
                  <p className="quiet">{t('overview:guide.unconfirmed')}</p>
                </>
              ) : (
                <Step step={step} isNext={step === next} page={page} />
              )}
              {step === 'shop' && shop?.next && (
                <p className="quiet">
                  {t('overview:guide.germanyAlone')} {t('overview:guide.done', shop)}
                  {step !== next && (
                    <>
                      {' · '}
                      <AppLink to={shop.next.to}>{shop.next.text}</AppLink>
                    </>
                  )}
                </p>
              )}
              {step === 'shop' && lacksMailServer && (
                <p className="quiet">
                  <AppLink to="/dashboard/company#opening">{t('nomail:brief')}</AppLink>
                </p>
              )}
              {step === next && step !== 'name' && step !== 'shop' && (
                <p className="quiet">{t(`overview:guide.hints.${step}`)}</p>
              )}
            </div>
          </li>
        ))}
      </ol>
      <DeskForm>
        <button className="plain-button" name="intent" value="put-guide-away">
          {t('overview:guide.putAway')}
        </button>
      </DeskForm>
    </div>
  )
}

/** What is worth doing once the first steps are done. */
const later = [
  ['embed', '/dashboard/embed'],
  ['people', '/dashboard/settings/people'],
  ['replies', '/dashboard/settings/replies'],
  ['notifications', '/dashboard/settings/notifications'],
] as const

/** Ends with a look at what visitors see, and with what comes later. */
function Complete({ guide }: { guide: GuideOfDesk }) {
  const { t } = useTranslation()
  return (
    <div className="guide">
      <h2>{t('overview:guide.complete')}</h2>
      <p className="quiet">{t('overview:guide.completeText')}</p>
      <ul>
        {later
          .filter(([step]) => step !== 'embed' || !guide.embed)
          .map(([step, to]) => (
            <li key={step}>
              <AppLink to={to}>
                {step === 'embed' && guide.embed === false
                  ? t('overview:guide.steps.embed')
                  : t(`overview:guide.later.${step}`)}
              </AppLink>
            </li>
          ))}
      </ul>
      <DeskForm>
        <SubmitLine intent="see-as-visitor" label={t('overview:guide.see')} />
        <button className="plain-button" name="intent" value="put-guide-away">
          {t('overview:guide.hide')}
        </button>
      </DeskForm>
    </div>
  )
}

/** The next one is the button. */
function Step({ step, isNext, page }: { step: GuideStep; isNext: boolean; page: OverviewPage }) {
  const { t } = useTranslation()
  const { chatAddress, shop } = page
  const look = isNext ? 'button' : undefined
  const words = t(`overview:guide.steps.${step}`)
  if (step === 'chat') {
    return (
      <LocalizedLink className={look} to={chatAddress} target="_blank">
        {words}
      </LocalizedLink>
    )
  }
  const to = (isNext && step === 'shop' && shop?.next?.to) || guideAddresses[step]
  return (
    <AppLink className={look} to={to}>
      {words}
    </AppLink>
  )
}
