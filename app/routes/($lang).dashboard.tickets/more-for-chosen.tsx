import { Fragment, useEffect, useRef } from 'react'
import { Field } from '~/components/forms/field'
import { useTranslation } from '~/i18n/translation'
import type { TicketsPage } from './loader.server'
import type { TicketsAnswer } from './ticket/answer'
import { SnoozeText } from './ticket/snooze-text'

/** What is rare to do with ticked tickets. */
export function MoreForChosen({
  form,
  page,
  answer,
}: {
  form: string
  page: TicketsPage
  answer?: TicketsAnswer
}) {
  const { t } = useTranslation()
  const { assignees, whoseLabel, snoozes, tags } = page
  const details = useRef<HTMLDetailsElement>(null)
  // Other tickets are to be ticked: it makes room for the list, as a page without scripts does.
  useEffect(() => {
    if (!details.current?.open || !answer?.errors.chosen) return
    details.current.open = false
    details.current.querySelector('summary')?.focus()
  }, [answer])
  return (
    <details
      ref={details}
      open={Boolean(answer?.errors.bulkTags ?? answer?.errors.bulkAssignee) || undefined}
    >
      <summary>{t('tickets:bulk.more')}</summary>
      <div className="stack">
        {assignees && (
          <div className="with-button">
            <Field
              name="bulkAssignee"
              form={form}
              label={whoseLabel}
              options={assignees}
              answer={answer}
            />
            <button className="button second" form={form} name="intent" value="bulk-assign">
              {t('tickets:bulk.assignSave')}
            </button>
          </div>
        )}
        <div className="with-button">
          <Field
            name="bulkTags"
            form={form}
            label={t('tickets:bulk.tag')}
            list="all-tags"
            autoComplete="off"
            answer={answer}
          />
          <datalist id="all-tags">
            {tags.map(({ tag }) => (
              <option key={tag} value={tag} />
            ))}
          </datalist>
          <button className="button second" form={form} name="intent" value="bulk-tag">
            {t('tickets:bulk.tagSave')}
          </button>
        </div>
        <fieldset className="moments">
          <legend>{t('tickets:bulk.snooze')}</legend>
          {snoozes.map((choice) => (
            <Fragment key={choice.preset}>
              <button
                className="plain-button"
                form={form}
                name="intent"
                value={`bulk-${choice.preset}`}
              >
                <SnoozeText choice={choice} now={page.now} timeZone={page.timeZone} />
                {/* Beside an open ticket, whose buttons say the same. */}
                <span className="visually-hidden">: {t('tickets:bulk.selected')}</span>
              </button>{' '}
            </Fragment>
          ))}
        </fieldset>
        <button
          className="plain-button"
          form={form}
          name="intent"
          value="bulk-merge"
          aria-label={`${t('tickets:merge.heading')}: ${t('tickets:bulk.selected')}`}
        >
          {t('tickets:merge.heading')}
        </button>
      </div>
    </details>
  )
}
