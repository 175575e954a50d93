import { ErrorText, Field } from '~/components/forms/field'
import { priorities } from '~/domain/tickets/filters'
import { formatDateTime } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import type { TicketsPage } from '../loader.server'
import type { TicketsAnswer } from './answer'
import { Block } from './block'
import type { TicketThread } from './thread-page.server'

/** Part of the reply's form, so that no text is lost. */
export function Organise({
  page,
  ticket,
  answer,
}: {
  page: TicketsPage
  ticket: TicketThread
  answer?: TicketsAnswer
}) {
  const { t } = useTranslation()
  const { typed = {}, errors = {} } = answer ?? {}
  const asked = Boolean(errors.tags || errors.date || errors.mergeWith)
  const suggested = page.tags.filter(({ tag }) => !ticket.tags.includes(tag))
  return (
    <details open={asked || undefined}>
      <summary>{t('tickets:organise.heading')}</summary>
      <div className="organise">
        <fieldset>
          <legend className="visually-hidden">{t('tickets:organise.order')}</legend>
          <div className="field">
            <label htmlFor="priority">{t('tickets:priority')}</label>
            <select
              id="priority"
              name="priority"
              form="reply"
              defaultValue={typed.priority ?? ticket.priority}
            >
              {priorities.map((each) => (
                <option key={each} value={each}>
                  {t(`tickets:priorities.${each}`)}
                </option>
              ))}
            </select>
          </div>
          <Field
            name="tags"
            form="reply"
            label={t('tickets:tags')}
            hint={t('tickets:organise.tagsHint')}
            list="desk-tags"
            autoComplete="off"
            defaultValue={ticket.tags.join(', ')}
            answer={answer}
          />
          {/* Each option is the field's content plus one tag. */}
          <datalist id="desk-tags">
            {suggested.map(({ tag }) => (
              <option key={tag} value={[...ticket.tags, tag].join(', ')} />
            ))}
          </datalist>
          <button className="button second" form="reply" name="intent" value="organise">
            {t('tickets:organise.save')}
          </button>
        </fieldset>
        {ticket.snoozes.length > 0 && <Snooze page={page} ticket={ticket} answer={answer} />}
        <fieldset>
          <legend>{t('tickets:merge.heading')}</legend>
          <Field
            name="mergeWith"
            form="reply"
            label={t('tickets:merge.with')}
            hint={t('tickets:merge.hint')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={9}
            answer={answer}
          />
          <button className="button second" form="reply" name="intent" value="merge">
            {t('tickets:merge.show')}
          </button>
        </fieldset>
        {ticket.moves.includes('block') && <Block ticket={ticket} />}
      </div>
    </details>
  )
}

function Snooze({
  page,
  ticket,
  answer,
}: {
  page: TicketsPage
  ticket: TicketThread
  answer?: TicketsAnswer
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { typed = {}, errors = {} } = answer ?? {}
  return (
    <fieldset>
      <legend>{t('tickets:snooze.heading')}</legend>
      <div className="presets">
        {ticket.snoozes.map(({ preset, at }) => (
          <button
            key={preset}
            className="button second"
            form="reply"
            name="intent"
            value={preset}
            title={formatDateTime(at, language, page.timeZone)}
          >
            {t(`tickets:snooze.${preset}`)}
          </button>
        ))}
      </div>
      <div className="moment">
        <div className="field">
          <label htmlFor="date">{t('tickets:snooze.date')}</label>
          <input
            id="date"
            name="date"
            form="reply"
            type="date"
            aria-invalid={errors.date ? true : undefined}
            aria-describedby={errors.date ? 'date-error' : undefined}
            defaultValue={typed.date}
          />
        </div>
        <div className="field">
          <label htmlFor="time">{t('tickets:snooze.time')}</label>
          <input
            id="time"
            name="time"
            form="reply"
            type="time"
            defaultValue={typed.time ?? '09:00'}
          />
        </div>
        <button className="button second" form="reply" name="intent" value="snooze">
          {t('tickets:snooze.submit')}
        </button>
      </div>
      <ErrorText id="date-error" error={errors.date} />
    </fieldset>
  )
}
