import { weekdayNames } from '~/components/desks/hours-text'
import { DeskForm } from '~/components/forms/desk-form'
import { Field, type Option } from '~/components/forms/field'
import { SubmitLine } from '~/components/forms/submit'
import { useForm } from '~/components/forms/use-form'
import { draftId } from '~/components/site/page'
import { replyPromises } from '~/domain/desks/hours'
import type { FormAnswer } from '~/domain/forms/forms'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import { slotField, slotsIn, timeText } from '../($lang).dashboard.settings/hours/field-names'
import { SmallErrors, SmallField } from '../($lang).dashboard.settings/hours/small-field'
import type { HoursPage } from './hours.server'

interface Props {
  page: HoursPage
  answer?: FormAnswer
}

const promises = Object.keys(replyPromises) as (keyof typeof replyPromises)[]

const changes = [0, 1, 2, 3, 4, 5, 6].flatMap((weekday) => [`add-${weekday}`, `copy-${weekday}`])

export function WeekForm({ page }: Props) {
  const { t } = useTranslation()
  const answer = useForm('save-hours', ...changes)
  const weekdays = weekdayNames(useLanguage())
  return (
    <DeskForm
      className="stack wide"
      id={draftId}
      place="save-hours"
      // Resets the fields to the server's values.
      key={JSON.stringify(answer?.typed ?? page.week ?? '')}
    >
      <p className="quiet">{t('hours:slotHint')}</p>
      <a className="skip visually-hidden" href="#save-hours">
        {t('hours:toSave')}
      </a>
      <div className="weekdays">
        {weekdays.map((name, weekday) => (
          <Weekday key={name} name={name} weekday={weekday} page={page} answer={answer} />
        ))}
      </div>
      <Field
        name="replyWithin"
        label={t('hours:promise')}
        hint={t('hours:promiseHint')}
        defaultValue={page.replyWithin}
        options={[
          ['', t('hours:promises.none')],
          ...promises.map((promise): Option => [promise, t(`hours:promises.${promise}`)]),
        ]}
      />
      <Field
        name="timeZone"
        label={t('hours:timeZone')}
        defaultValue={page.timeZone}
        options={page.timeZones}
      />
      <SubmitLine
        id="save-hours"
        intent="save-hours"
        look={page.next?.done ? 'second' : 'main'}
        label={t('hours:save')}
      />
    </DeskForm>
  )
}

function Weekday({ name, weekday, page, answer }: Props & { name: string; weekday: number }) {
  const { t } = useTranslation()
  const kept = page.week?.[weekday] ?? []
  const copy = t(`hours:copyTo.${weekday < 4 ? 'friday' : weekday < 5 ? 'weekend' : 'sunday'}`)
  const count = answer ? slotsIn(answer.typed, weekday) : kept.length
  return (
    <fieldset className="weekday" aria-label={name}>
      <span aria-hidden="true">{name}</span>
      <div className="slots">
        {Array.from({ length: Math.max(count, 1) }, (_, index) => {
          const [from, to] = [slotField(weekday, index, 'from'), slotField(weekday, index, 'to')]
          const slot = kept[index]
          const day = index > 0 ? `${name} (${index + 1})` : name
          const shared = { type: 'time', answer }
          return (
            <div key={from}>
              <div className="slot">
                <SmallField
                  {...shared}
                  name={from}
                  label={t('hours:from', { day })}
                  kept={slot && timeText(slot.from)}
                />
                {' – '}
                <SmallField
                  {...shared}
                  name={to}
                  label={t('hours:to', { day })}
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
        {weekday < 6 && (
          <button
            className="plain-button"
            name="intent"
            value={`copy-${weekday}`}
            aria-label={t('hours:copyFrom', { day: name, copy })}
          >
            {copy} ↓
          </button>
        )}
      </div>
    </fieldset>
  )
}
