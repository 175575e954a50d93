import { Next } from '~/components/desks/next'
import type { WordsHandle } from '~/components/site/page'
import { useTranslation } from '~/i18n/translation'
import type { Pages } from '../sections.server'
import { WeekForm } from './week-form'
import { WeekPicture } from './week-picture'

export { Away } from './away'
export { Exceptions } from './exceptions'

export const handle: WordsHandle = { i18n: ['hours'] }

export function Hours({ page }: { page: Pages['hours'] }) {
  const { t } = useTranslation()
  return (
    <section aria-labelledby="hours-heading">
      <h2 id="hours-heading">{t('hours:heading')}</h2>
      <p>{t('hours:lead')}</p>
      <Next next={page.next} />
      {page.week && <WeekPicture week={page.week} />}
      <WeekForm page={page} />
    </section>
  )
}
