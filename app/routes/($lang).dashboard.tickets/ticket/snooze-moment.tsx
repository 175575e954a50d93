import { ErrorText, Field } from '~/components/forms/field'
import { useTranslation } from '~/i18n/translation'
import type { TicketsAnswer } from './answer'
import { Several } from './menus'

/** A day and a time of one's own, for the open ticket or for those that are ticked. */
export function SnoozeMoment({
  form,
  day,
  time,
  intent,
  first,
  answer,
}: {
  form: string
  day: 'date' | 'bulkDate'
  time: 'time' | 'bulkTime'
  intent: 'snooze' | 'bulk-snooze'
  /** Until another time is chosen. */
  first: string
  answer?: TicketsAnswer
}) {
  const { t } = useTranslation()
  const error = answer?.errors[day]
  return (
    <>
      <div className="field">
        <label htmlFor={day}>{t('tickets:snooze.date')}</label>
        <input
          id={day}
          name={day}
          form={form}
          type="date"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${day}-error` : undefined}
          defaultValue={answer?.typed[day]}
        />
      </div>
      <Field
        name={time}
        form={form}
        type="time"
        label={t('tickets:snooze.time')}
        defaultValue={first}
        answer={answer}
      />
      <button className="button second" form={form} name="intent" value={intent}>
        {intent === 'snooze' ? (
          t('tickets:snooze.submit')
        ) : (
          <Several>{t('tickets:snooze.submit')}</Several>
        )}
      </button>
      <ErrorText id={`${day}-error`} error={error} />
    </>
  )
}
