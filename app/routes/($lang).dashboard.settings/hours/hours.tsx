import type { WordsHandle } from '~/components/site/page'
import { useTranslation } from '~/i18n/translation'
import type { Pages } from '../sections.server'
import { Away } from './away'
import { Exceptions } from './exceptions'
import { WeekForm } from './week-form'
import { WeekPicture } from './week-picture'

export const handle: WordsHandle = { i18n: ['hours'] }

export function Hours({ page }: { page: Pages['hours'] }) {
  const { t } = useTranslation()
  return (
    <>
      <section id="hours" aria-labelledby="hours-heading">
        <h2 id="hours-heading">{t('hours:heading')}</h2>
        <p>{t('hours:lead')}</p>
        {page.week && <WeekPicture week={page.week} />}
        <WeekForm page={page} />
      </section>
      <section id="exceptions" aria-labelledby="exceptions-heading">
        <h2 id="exceptions-heading">{t('hours:exceptionsHeading')}</h2>
        <p>{t('hours:exceptionsLead')}</p>
        <Exceptions page={page} />
      </section>
      <section id="away" aria-labelledby="away-heading">
        <h2 id="away-heading">{t('hours:awayHeading')}</h2>
        <p>{t('hours:awayLead')}</p>
        <Away page={page} />
      </section>
    </>
  )
}
