import { useLoaderData } from '@remix-run/react'
import { Next } from '~/components/desks/next'
import { useTranslation } from '~/i18n/translation'
import { Section, section } from '../($lang).dashboard.settings/section'
import type { HoursPage } from './hours.server'
import { WeekForm } from './week-form'
import { WeekPicture } from './week-picture'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action, loader } from './hours.server'

export const handle = section('hours', { i18n: ['hours'], draft: 'save-hours' })

export default function Hours() {
  const { t } = useTranslation()
  const page = useLoaderData() as HoursPage
  return (
    <Section fields>
      <section aria-labelledby="hours-heading">
        <h2 id="hours-heading">{t('hours:heading')}</h2>
        <p>{t('hours:lead')}</p>
        <Next next={page.next} />
        {page.week && <WeekPicture week={page.week} />}
        <WeekForm page={page} />
      </section>
    </Section>
  )
}
