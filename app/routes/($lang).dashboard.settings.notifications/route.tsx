import { useLoaderData } from '@remix-run/react'
import { DeskForm } from '~/components/forms/desk-form'
import { Field } from '~/components/forms/field'
import { SubmitLine } from '~/components/forms/submit'
import { AddressText } from '~/components/site/address-text'
import { ConfirmLink } from '~/components/site/confirm-link'
import { draftId } from '~/components/site/page'
import {
  notificationModes,
  usualNotifications,
  whoseTickets,
} from '~/domain/accounts/notifications'
import { useTranslation } from '~/i18n/translation'
import { Section, section } from '../($lang).dashboard.settings/section'
import type { NotificationsPage } from './notifications.server'
import { Troubled } from './troubled'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action, loader } from './notifications.server'

export const handle = section('notifications', {
  i18n: ['notifications'],
  draft: 'save-notifications',
})

export default function Notifications() {
  const { t } = useTranslation()
  const page = useLoaderData() as NotificationsPage
  const { events, quiet } = page.chosen
  return (
    <Section>
      <section id="notifications" aria-labelledby="notifications-heading">
        <h2 id="notifications-heading">{t('notifications:heading')}</h2>
        {page.verified ? (
          <p>
            <AddressText text={t('notifications:lead', { email: page.email })} />
          </p>
        ) : (
          <p className="banner bad">
            <AddressText text={t('notifications:unverified', { email: page.email })} />{' '}
            <ConfirmLink text={t('notifications:verify')} />
          </p>
        )}
        <DeskForm className="stack" id={draftId} place="notifications">
          {page.events.map((event) => (
            <Field
              key={event}
              name={event}
              label={t(`notifications:events.${event}`)}
              defaultValue={events[event] ?? usualNotifications.events[event]}
              options={notificationModes.map((mode) => [mode, t(`notifications:modes.${mode}`)])}
            />
          ))}
          {page.whose.map((event) => (
            <Field
              key={event}
              name={`${event}Whose`}
              label={t(`notifications:whoseOf.${event}`)}
              defaultValue={page.chosen.whose?.[event] ?? 'all'}
              options={whoseTickets.map((each) => [each, t(`notifications:whose.${each}`)])}
            />
          ))}
          <fieldset className="stack">
            <legend>{t('notifications:quiet')}</legend>
            <div className="pair">
              <Field
                name="quietFrom"
                type="time"
                label={t('notifications:from')}
                defaultValue={quiet?.from}
              />
              <Field
                name="quietTo"
                type="time"
                label={t('notifications:to')}
                defaultValue={quiet?.to}
              />
            </div>
            <p className="quiet">{t('notifications:quietHint', { zone: page.zone })}</p>
          </fieldset>
          <SubmitLine intent="save-notifications" label={t('notifications:save')} />
        </DeskForm>
      </section>
      <Troubled page={page} />
    </Section>
  )
}
