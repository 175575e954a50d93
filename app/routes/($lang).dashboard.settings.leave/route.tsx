import { useLoaderData } from '@remix-run/react'
import { DeskForm } from '~/components/forms/desk-form'
import { SubmitLine } from '~/components/forms/submit'
import { sectionAddress } from '~/domain/desks/sections'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { Section, section } from '../($lang).dashboard.settings/section'
import type { LeavePage } from './leave.server'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action, loader } from './leave.server'

export const handle = section('leave', { i18n: ['people', 'account'] })

export default function Leave() {
  const { t } = useTranslation()
  const { last, alone } = useLoaderData() as LeavePage
  return (
    <Section>
      <section id="leave" aria-labelledby="leave-heading">
        <h2 id="leave-heading">{t('people:leaveHeading')}</h2>
        {last ? (
          <>
            <p>{t(alone ? 'people:leaveAlone' : 'people:leaveLast')}</p>
            <p>
              <AppLink to={sectionAddress(alone ? 'delete' : 'people')}>
                {t(alone ? 'account:deleteHeading' : 'people:heading')}
              </AppLink>
            </p>
          </>
        ) : (
          <DeskForm className="stack" place="leave">
            <p>{t('people:leaveText')}</p>
            <SubmitLine intent="leave-desk" look="danger" label={t('people:leave')} />
          </DeskForm>
        )}
      </section>
    </Section>
  )
}
