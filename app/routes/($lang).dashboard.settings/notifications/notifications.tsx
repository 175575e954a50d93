import 'virtual:room-words/notifications'
import { Form } from '@remix-run/react'
import { Field } from '~/components/forms/field'
import { FormProblem, useSentence } from '~/components/forms/form-problem'
import {
  notificationEvents,
  notificationModes,
  usualNotifications,
} from '~/domain/accounts/notifications'
import type { FormAnswer } from '~/domain/forms/forms'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import type { Pages } from '../sections.server'
import { Troubled } from './troubled'

/** What the owner is told of by mail, and when. */
export function Notifications({
  page,
  answer,
}: {
  page: Pages['notifications']
  answer?: FormAnswer
}) {
  const { t } = useTranslation()
  const problem = useSentence(answer?.errors.ticket ?? answer?.errors.message)
  const { events, quiet } = page.chosen
  return (
    <>
      <section id="notifications" aria-labelledby="notifications-heading">
        <h2 id="notifications-heading">{t('settings.notifications.heading')}</h2>
        {page.verified ? (
          <p>{t('settings.notifications.lead', { email: page.email })}</p>
        ) : (
          <p className="banner bad">
            {t('settings.notifications.unverified', { email: page.email })}{' '}
            <AppLink to="/verify-email">{t('settings.notifications.verify')}</AppLink>
          </p>
        )}
        <Form className="stack" method="post">
          <FormProblem text={problem} />
          {notificationEvents.map((event) => (
            <div className="field" key={event}>
              <label htmlFor={event}>{t(`settings.notifications.events.${event}`)}</label>
              <select
                id={event}
                name={event}
                defaultValue={
                  answer?.typed[event] ?? events[event] ?? usualNotifications.events[event]
                }
              >
                {notificationModes.map((mode) => (
                  <option key={mode} value={mode}>
                    {t(`settings.notifications.modes.${mode}`)}
                  </option>
                ))}
              </select>
            </div>
          ))}
          <fieldset className="stack">
            <legend>{t('settings.notifications.quiet')}</legend>
            <div className="pair">
              <Field
                name="quietFrom"
                type="time"
                label={t('settings.notifications.from')}
                defaultValue={quiet?.from}
                answer={answer}
              />
              <Field
                name="quietTo"
                type="time"
                label={t('settings.notifications.to')}
                defaultValue={quiet?.to}
                answer={answer}
              />
            </div>
            <p className="quiet">
              {t('settings.notifications.quietHint', { timeZone: page.timeZone })}
            </p>
          </fieldset>
          <p>
            <button className="button" name="intent" value="save-notifications">
              {t('settings.notifications.save')}
            </button>
          </p>
        </Form>
      </section>
      <Troubled page={page} />
    </>
  )
}
