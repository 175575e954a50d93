import { DeskForm } from '~/components/forms/desk-form'
import { Submit } from '~/components/forms/submit'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import type { HomeRoom } from './loader.server'

/** Whether the site offers counters and plans to other businesses. */
export function Offers({ offers }: { offers: NonNullable<HomeRoom['offers']> }) {
  const { t } = useTranslation()
  const { decided, on, lacksChapter } = offers
  return (
    <section className="stack" id="offers" aria-labelledby="offers-heading">
      <h2 id="offers-heading">{t('site:offers.heading')}</h2>
      <p>{t(on ? 'site:offers.on' : decided ? 'site:offers.off' : 'site:offers.ask')}</p>
      {!on && <p className="quiet">{t('site:offers.hint')}</p>}
      {on && lacksChapter && (
        <p className="quiet">
          {t('site:offers.chapter')}{' '}
          <AppLink to="/dashboard/company#texts">{t('site:offers.terms')}</AppLink>
        </p>
      )}
      <DeskForm place="offers">
        <p className="deeds">
          {!on && <Submit intent="offer" look="second" label={t('site:offers.offer')} />}
          {(on || !decided) && (
            <Submit
              intent="offer-not"
              look="second"
              label={t(on ? 'site:offers.end' : 'site:offers.offerNot')}
            />
          )}
        </p>
      </DeskForm>
    </section>
  )
}
