import { Fragment } from 'react'
import { firstTime } from '~/domain/tickets/snooze-times'
import { useTranslation } from '~/i18n/translation'
import type { TicketsAnswer } from './answer'
import { SnoozeMoment } from './snooze-moment'
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
        <SnoozeMoment
          form="reply"
          day="date"
          time="time"
          intent="snooze"
          first={firstTime(ticket.snoozes, timeZone)}
          answer={answer}
        />
      </div>
    </details>
  )
}
