import 'virtual:room-words/hours'
import { useTranslation } from '~/i18n/translation'
import type { Pages } from '../sections.server'
import type { Said } from '../served-section.server'
import { Away } from './away'
import { Exceptions } from './exceptions'
import { WeekForm } from './week-form'
import { WeekPicture } from './week-picture'

/** When the desk is open, what it promises, and what it says while it is closed. */
export function Hours({ page, said }: { page: Pages['hours']; said?: Said }) {
  const { t } = useTranslation()
  const answer = said?.answer
  const about = said?.intent.replace(/^(add-\d|copy-monday)$/, 'save-hours')
  return (
    <>
      <section id="hours" aria-labelledby="hours-heading">
        <h2 id="hours-heading">{t('settings.hours.heading')}</h2>
        <p>{t('settings.hours.lead')}</p>
        {page.week && <WeekPicture week={page.week} />}
        <WeekForm page={page} answer={about === 'save-hours' ? answer : undefined} />
      </section>
      <section id="exceptions" aria-labelledby="exceptions-heading">
        <h2 id="exceptions-heading">{t('settings.hours.exceptionsHeading')}</h2>
        <p>{t('settings.hours.exceptionsLead')}</p>
        <Exceptions
          page={page}
          answer={about?.endsWith('exceptions') || about === 'add-exception' ? answer : undefined}
        />
      </section>
      <section id="away" aria-labelledby="away-heading">
        <h2 id="away-heading">{t('settings.hours.awayHeading')}</h2>
        <p>{t('settings.hours.awayLead')}</p>
        <Away page={page} answer={about === 'save-away' ? answer : undefined} />
      </section>
    </>
  )
}
