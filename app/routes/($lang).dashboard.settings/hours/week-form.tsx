import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { weekdayNames } from '~/components/desks/hours-text'
import { ErrorText } from '~/components/forms/field'
import { useForm } from '~/components/forms/use-form'
import { replyPromises } from '~/domain/desks/hours'
import type { FormAnswer } from '~/domain/forms/forms'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import type { Pages } from '../sections.server'
import { slotField, slotsIn, timeText } from './field-names'
import { SmallErrors, SmallField } from './small-field'

interface Props {
  page: Pages['hours']
  answer?: FormAnswer
}

const promises = Object.keys(replyPromises) as (keyof typeof replyPromises)[]

const addSlot = [0, 1, 2, 3, 4, 5, 6].map((weekday) => `add-${weekday}`)

export function WeekForm({ page }: Props) {
  const { t } = useTranslation()
  const answer = useForm('save-hours', 'copy-monday', ...addSlot)
  const weekdays = weekdayNames(useLanguage())
  return (
    <Form
      className="stack wide"
      method="post"
      // Resets the fields to the server's values.
      key={JSON.stringify(answer?.typed ?? page.week ?? '')}
    >
      {/* Enter presses the form's first button, which is to save. */}
      <button className="visually-hidden" name="intent" value="save-hours" tabIndex={-1}>
        {t('hours:save')}
      </button>
      <p className="quiet">{t('hours:slotHint')}</p>
      <div className="weekdays">
        {weekdays.map((name, weekday) => (
          <Weekday key={name} name={name} weekday={weekday} page={page} answer={answer} />
        ))}
      </div>
      <Choice name="replyWithin" label={t('hours:promise')} hint={t('hours:promiseHint')}>
        <select
          id="replyWithin"
          name="replyWithin"
          aria-describedby="replyWithin-hint"
          defaultValue={answer?.typed.replyWithin ?? page.replyWithin ?? ''}
        >
          <option value="">{t('hours:promises.none')}</option>
          {promises.map((promise) => (
            <option key={promise} value={promise}>
              {t(`hours:promises.${promise}`)}
            </option>
          ))}
        </select>
      </Choice>
      <Choice name="timeZone" label={t('hours:timeZone')}>
        <select
          id="timeZone"
          name="timeZone"
          defaultValue={answer?.typed.timeZone ?? page.timeZone}
        >
          {page.timeZones.map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
        <ErrorText error={answer?.errors.timeZone} />
      </Choice>
      <p>
        <button className="button" name="intent" value="save-hours">
          {t('hours:save')}
        </button>
      </p>
    </Form>
  )
}

function Choice({
  name,
  label,
  hint,
  children,
}: {
  name: string
  label: string
  hint?: string
  children: ReactNode
}) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      {children}
      {hint && (
        <span className="hint" id={`${name}-hint`}>
          {hint}
        </span>
      )}
    </div>
  )
}

function Weekday({ name, weekday, page, answer }: Props & { name: string; weekday: number }) {
  const { t } = useTranslation()
  const kept = page.week?.[weekday] ?? []
  const count = answer ? slotsIn(answer.typed, weekday) : kept.length
  return (
    <fieldset className="weekday" aria-label={name}>
      <span aria-hidden="true">{name}</span>
      <div className="slots">
        {Array.from({ length: Math.max(count, 1) }, (_, index) => {
          const [from, to] = [slotField(weekday, index, 'from'), slotField(weekday, index, 'to')]
          const slot = kept[index]
          const shared = { type: 'time', answer }
          return (
            <div key={from}>
              <div className="slot">
                <SmallField
                  {...shared}
                  name={from}
                  label={t('hours:from', { day: name })}
                  kept={slot && timeText(slot.from)}
                />
                {' – '}
                <SmallField
                  {...shared}
                  name={to}
                  label={t('hours:to', { day: name })}
                  kept={slot && timeText(slot.to)}
                />
              </div>
              <SmallErrors names={[from, to]} answer={answer} />
            </div>
          )
        })}
      </div>
      <div className="deeds">
        <button
          className="plain-button"
          name="intent"
          value={`add-${weekday}`}
          aria-label={t('hours:addTo', { day: name })}
        >
          {t('hours:add')}
        </button>{' '}
        {weekday === 0 && (
          <button className="plain-button" name="intent" value="copy-monday">
            {t('hours:copy')}
          </button>
        )}
      </div>
    </fieldset>
  )
}
