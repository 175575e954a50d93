import { Fragment } from 'react'
import { ErrorText, Field } from '~/components/forms/field'
import { soonText } from '~/components/tickets/soon'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import type { TicketsAnswer } from './answer'
import type { TicketThread } from './thread-page.server'

/** What a preset is called whose day is closed. */
const elsewhen = {
  hours: 'hours',
  evening: 'evening',
  tomorrow: 'nextDay',
  monday: 'nextWeek',
} as const

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
  const language = useLanguage()
  const { typed = {}, errors = {} } = answer ?? {}
  if (ticket.snoozes.length === 0) return null
  return (
    <details className="snooze over" open={Boolean(errors.date || typed.date) || undefined}>
      <summary>{t('tickets:snooze.heading')}</summary>
      <div className="presets">
        {ticket.snoozes.map(({ preset, at, named }) => (
          <Fragment key={preset}>
            <button className="plain-button" name="intent" value={preset}>
              {t(`tickets:snooze.${named ? preset : elsewhen[preset]}`)}{' '}
              <span className="quiet">{soonText(t, at, now, language, timeZone)}</span>
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
