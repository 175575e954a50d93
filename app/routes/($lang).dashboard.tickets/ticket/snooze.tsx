import { Fragment } from 'react'
import { ErrorText, Field } from '~/components/forms/field'
import { useTranslation } from '~/i18n/translation'
import type { TicketsAnswer } from './answer'
import { SnoozeText } from './snooze-text'
import type { TicketThread } from './thread-page.server'

export function Snooze({
  ticket,
  timeZone,
  now,
  answer,
}: {
  ticket: TicketThread
  timeZone: string
  now: Date
  answer?: TicketsAnswer
}) {
  const { t } = useTranslation()
  const { typed = {}, errors = {} } = answer ?? {}
  if (ticket.snoozes.length === 0) return null
  return (
    <details className="snooze over" open={Boolean(errors.date || typed.date) || undefined}>
      <summary>{t('tickets:snooze.heading')}</summary>
      <div className="presets">
        {ticket.snoozes.map((choice) => (
          <Fragment key={choice.preset}>
            <button className="plain-button" name="intent" value={choice.preset}>
              <SnoozeText choice={choice} now={now} timeZone={timeZone} />
            </button>{' '}
          </Fragment>
        ))}
        <div className="field">
          <label htmlFor="date">{t('tickets:snooze.date')}</label>
          <input
            id="date"
            name="date"
            type="date"
            aria-invalid={errors.date ? true : undefined}
            aria-describedby={errors.date ? 'date-error' : undefined}
            defaultValue={typed.date}
          />
        </div>
        <Field
          name="time"
          type="time"
          label={t('tickets:snooze.time')}
          defaultValue="09:00"
          answer={answer}
        />
        <button className="button second" name="intent" value="snooze">
          {t('tickets:snooze.submit')}
        </button>
        <ErrorText id="date-error" error={errors.date} />
      </div>
    </details>
  )
}
