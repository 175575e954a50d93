import { useLoaderData } from '@remix-run/react'
import { DeskForm } from '~/components/forms/desk-form'
import { Field } from '~/components/forms/field'
import { Submit, SubmitLine } from '~/components/forms/submit'
import { useForm } from '~/components/forms/use-form'
import { draftId } from '~/components/site/page'
import type { FormAnswer } from '~/domain/forms/forms'
import { useTranslation } from '~/i18n/translation'
import {
  exceptionField,
  exceptionsIn,
  holidayField,
  type ShownHoliday,
  timeText,
} from '../($lang).dashboard.settings/hours/field-names'
import { SmallErrors, SmallField } from '../($lang).dashboard.settings/hours/small-field'
import { Section, section } from '../($lang).dashboard.settings/section'
import type { ExceptionsPage } from './exceptions.server'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action, loader } from './exceptions.server'

export const handle = section('exceptions', { i18n: ['hours'], draft: 'save-exceptions' })

interface HolidayAnswer extends FormAnswer {
  /** To be ticked. */
  holidays?: ShownHoliday[]
}

interface Props {
  page: ExceptionsPage
  answer?: HolidayAnswer
}

const intents = ['save-exceptions', 'add-exception', 'show-holidays', 'add-holidays']

const parts = ['first', 'last', 'from', 'to', 'label'] as const

export default function Exceptions() {
  const { t } = useTranslation()
  const page = useLoaderData() as ExceptionsPage
  const answer = useForm<HolidayAnswer>(...intents)
  const count = answer ? exceptionsIn(answer.typed) : page.exceptions.length + 1
  return (
    <Section>
      <section aria-labelledby="exceptions-heading">
        <h2 id="exceptions-heading">{t('hours:exceptionsHeading')}</h2>
        <p>{t('hours:exceptionsLead')}</p>
        <DeskForm
          className="stack wide"
          id={draftId}
          place="save-exceptions"
          key={JSON.stringify(answer?.typed ?? page.exceptions)}
        >
          {Array.from({ length: count }, (_, index) => (
            <Line key={exceptionField(index, 'first')} index={index} page={page} answer={answer} />
          ))}
          <div className="deeds">
            <Submit
              id="save-exceptions"
              intent="save-exceptions"
              label={t('hours:saveExceptions')}
            />{' '}
            <Submit intent="add-exception" look="second" label={t('hours:addException')} />
          </div>
          <Holidays page={page} answer={answer} />
        </DeskForm>
      </section>
    </Section>
  )
}

/** Part of the exceptions' form, so that no line is lost. */
function Holidays({ page, answer }: Props) {
  const { t } = useTranslation()
  const { holidays } = answer ?? {}
  return (
    <fieldset className="stack" id="holidays">
      <legend>{t('hours:holidays.heading')}</legend>
      <p className="quiet">{t('hours:holidays.lead')}</p>
      <div className="stack">
        <Field
          name="region"
          label={t('hours:holidays.region')}
          options={[['', t('hours:holidays.none')], ...page.regions]}
          answer={answer}
        />
        <SubmitLine intent="show-holidays" look="second" label={t('hours:holidays.show')} />
      </div>
      {holidays?.length === 0 && <p>{t('hours:holidays.all')}</p>}
      {holidays && holidays.length > 0 && (
        <>
          <div>
            {holidays.map(({ date, day, label, everywhere }) => (
              <label className="tick" key={date}>
                <input type="checkbox" name={holidayField(date)} defaultChecked={everywhere} />
                <span>
                  {label} <span className="quiet">{day}</span>
                </span>
              </label>
            ))}
          </div>
          <SubmitLine intent="add-holidays" look="second" label={t('hours:holidays.add')} />
        </>
      )}
    </fieldset>
  )
}

function Line({ index, page, answer }: Props & { index: number }) {
  const { t } = useTranslation()
  const exception = page.exceptions[index]
  const { first, last, slot, label } = exception ?? {}
  const kept = {
    first,
    last: last === first ? '' : last,
    from: slot && timeText(slot.from),
    to: slot && timeText(slot.to),
    label,
  }
  const types = { first: 'date', last: 'date', from: 'time', to: 'time', label: 'text' }
  return (
    <fieldset className="exception">
      <legend className="visually-hidden">{t('hours:exception', { number: index + 1 })}</legend>
      {parts.map((part) => {
        const name = exceptionField(index, part)
        const text = t(`hours:parts.${part}`)
        return (
          <div key={part} className={part}>
            <span aria-hidden="true">{text}</span>
            <SmallField
              name={name}
              type={types[part]}
              label={text}
              kept={kept[part]}
              answer={answer}
            />
            <SmallErrors names={[name]} answer={answer} />
          </div>
        )
      })}
    </fieldset>
  )
}
