import { DeskForm, useManages } from '~/components/forms/desk-form'
import { ErrorText } from '~/components/forms/field'
import { useAnnounced } from '~/components/site/announcer'
import { stepHeading } from '~/components/site/arrival'
import { UndoButton } from '~/components/site/notice'
import { localizedPath } from '~/i18n/addresses'
import { useLanguage } from '~/i18n/language'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { ticketsAddress } from './address'
import type { TicketsPage } from './loader.server'
import { MoreForChosen } from './more-for-chosen'
import type { TicketsAnswer } from './ticket/answer'
import { MergeStep } from './ticket/merge-step'

/** Shown once a ticket is ticked. */
export function Bulk({
  form,
  page,
  answer,
}: {
  form: string
  page: TicketsPage
  answer?: TicketsAnswer
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { query, after, ticket } = page
  const action = localizedPath(ticketsAddress(query), language)
  const all = ticketsAddress(query, { ticket: ticket?.number, after, chosen: true })
  const held = query.state === 'held'
  const manages = useManages()
  const first = held ? t('tickets:release') : t('tickets:solve')
  const second = held ? t('tickets:hold.erase') : t('tickets:merge.heading')
  // Beside an open ticket, whose buttons say the same.
  const named = (label: string) => `${label}: ${t('tickets:bulk.selected')}`
  return (
    <>
      {form === 'bulk' && (
        <DeskForm id="bulk" action={action}>
          <input type="hidden" name="moveKey" value={page.key} />
        </DeskForm>
      )}
      <div className="bulk">
        <button
          className="plain-button"
          form={form}
          name="intent"
          value={held ? 'bulk-release' : 'bulk-solve'}
          aria-label={named(first)}
        >
          {first}
        </button>{' '}
        {(manages || !held) && (
          <button
            className="plain-button"
            form={form}
            name="intent"
            value={held ? 'bulk-erase' : 'bulk-merge'}
            aria-label={named(second)}
          >
            {second}
          </button>
        )}{' '}
        {!held && <MoreForChosen form={form} page={page} answer={answer} />}{' '}
        {!page.allChosen && <AppLink to={all}>{t('tickets:bulk.all')}</AppLink>}
      </div>
      <ErrorText error={answer?.errors.chosen} />
      {!page.ticket && <ErrorText error={answer?.errors.form} />}
      {answer?.eraseChosen && <EraseChosen form={form} numbers={answer.eraseChosen} />}
      {answer?.mergeChosen && (
        <MergeStep page={page} merge={answer.mergeChosen} form={form} ticked />
      )}
      {answer?.bulk && <Outcome bulk={answer.bulk} form={form} />}
    </>
  )
}

function EraseChosen({ form, numbers }: { form: string; numbers: number[] }) {
  const { t } = useTranslation()
  return (
    <section className="banner hold" aria-labelledby="erase-chosen">
      <h2 id="erase-chosen" {...stepHeading}>
        {t('tickets:bulk.question', { count: numbers.length })}
      </h2>
      <p>{numbers.join(', ')}</p>
      <p className="quiet">{t('tickets:bulk.warning', { count: numbers.length })}</p>
      <p className="deeds">
        {numbers.map((number) => (
          <input key={number} type="hidden" form={form} name="chosen" value={number} />
        ))}
        <button className="button danger" form={form} name="intent" value="bulk-erase-for-good">
          {t('tickets:bulk.erase', { count: numbers.length })}
        </button>{' '}
        <button className="button second" form={form} name="intent" value="keep">
          {t('tickets:bulk.keep')}
        </button>
      </p>
    </section>
  )
}

function Outcome({ bulk, form }: { bulk: NonNullable<TicketsAnswer['bulk']>; form: string }) {
  const { t } = useTranslation()
  const { event, moved, refused, unknown, undo } = bulk
  const stayed = [...refused, ...unknown].join(', ')
  const refusal = event === 'undo' ? 'tickets:bulk.undoLate' : 'tickets:bulk.refused'
  const done =
    moved.length > 0 ? t(`tickets:bulk.done.${event}`, { numbers: moved.join(', ') }) : ''
  const left = stayed ? t(refusal, { numbers: stayed }) : ''
  useAnnounced([done, left].filter(Boolean).join(' '), bulk)
  return (
    <div className="banner">
      {done && (
        <p>
          {done}
          {undo && <UndoButton value={undo} form={form} />}
        </p>
      )}
      {left && <p>{left}</p>}
    </div>
  )
}
