import type { MouseEvent } from 'react'
import { DeskForm, useManages } from '~/components/forms/desk-form'
import { ErrorText } from '~/components/forms/field'
import { announce, useAnnounced } from '~/components/site/announcer'
import { stepHeading } from '~/components/site/arrival'
import { UndoButton } from '~/components/site/notice'
import { localizedPath } from '~/i18n/addresses'
import { useLanguage } from '~/i18n/language'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { ticketsAddress } from './address'
import type { TicketsPage } from './loader.server'
import { MenusForChosen } from './menus-for-chosen'
import type { TicketsAnswer } from './ticket/answer'
import { MergeStep } from './ticket/merge-step'
import { boxes, useTicked } from './ticks'

/** Shown once a ticket is ticked. `done`: how often something was done to those ticked. */
export function Bulk({
  form,
  page,
  answer,
  done,
}: {
  form: string
  page: TicketsPage
  answer?: TicketsAnswer
  done: string
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  const action = localizedPath(ticketsAddress(page.query), language)
  const held = page.query.state === 'held'
  const manages = useManages()
  const isDone = Boolean(answer?.bulk?.moved.length)
  return (
    <>
      {form === 'bulk' && (
        <DeskForm id="bulk" action={action}>
          <input type="hidden" name="moveKey" value={page.key} />
        </DeskForm>
      )}
      <div className="bulk">
        <ErrorText error={answer?.errors.chosen} />
        <Ticked page={page} />
        <div className="several">
          {held ? (
            <>
              <Deed form={form} intent="bulk-release" label={t('tickets:release')} />{' '}
              {manages && <Deed form={form} intent="bulk-erase" label={t('tickets:hold.erase')} />}
            </>
          ) : (
            <>
              <Deed form={form} intent="bulk-solve" label={t('tickets:solve')} />{' '}
              {page.assignees && (
                <Deed form={form} intent="bulk-take" label={t('tickets:bulk.take')} />
              )}{' '}
              <MenusForChosen
                key={done}
                form={form}
                page={page}
                answer={isDone ? undefined : answer}
              />{' '}
              <Deed form={form} intent="bulk-merge" label={t('tickets:merge.heading')} />{' '}
              <Deed form={form} intent="bulk-hold" label={t('tickets:spam.heading')} />
            </>
          )}
        </div>
      </div>
      {!page.ticket && <ErrorText error={answer?.errors.form} />}
      {answer?.eraseChosen && <EraseChosen form={form} numbers={answer.eraseChosen} />}
      {answer?.mergeChosen && (
        <MergeStep page={page} merge={answer.mergeChosen} form={form} ticked />
      )}
      {answer?.bulk && <Outcome bulk={answer.bulk} form={form} />}
    </>
  )
}

/** How many are ticked, and a way to tick all of the page, or none. */
function Ticked({ page: { query, after, ticket } }: { page: TicketsPage }) {
  const { t } = useTranslation()
  const count = useTicked()
  const list = { ticket: ticket?.number, after }
  function tickAll(event: MouseEvent, checked: boolean) {
    event.preventDefault()
    // As by hand, so that each is counted.
    for (const box of boxes()) if (box.checked !== checked) box.click()
    if (checked) announce(t('tickets:bulk.count', { count: boxes().length }))
    // The bar is gone.
    else boxes()[0]?.focus()
  }
  return (
    <p className="ticked">
      {count !== undefined && <span>{t('tickets:bulk.count', { count })}</span>}{' '}
      <AppLink
        to={ticketsAddress(query, { ...list, chosen: true })}
        onClick={(event) => tickAll(event, true)}
      >
        {t('tickets:bulk.all')}
      </AppLink>{' '}
      <AppLink to={ticketsAddress(query, list)} onClick={(event) => tickAll(event, false)}>
        {t('tickets:bulk.none')}
      </AppLink>
    </p>
  )
}

function Deed({ form, intent, label }: { form: string; intent: string; label: string }) {
  const { t } = useTranslation()
  return (
    <button
      className="plain-button"
      form={form}
      name="intent"
      value={intent}
      // Beside an open ticket, whose buttons say the same.
      aria-label={`${label}: ${t('tickets:bulk.selected')}`}
    >
      {label}
    </button>
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

const refusals = { undo: 'tickets:bulk.undoLate', tag: 'tickets:bulk.tooManyTags' } as const

function Outcome({ bulk, form }: { bulk: NonNullable<TicketsAnswer['bulk']>; form: string }) {
  const { t } = useTranslation()
  const { event, moved, refused, unknown, undo } = bulk
  const stayed = [...refused, ...unknown]
  const refusal = event === 'undo' || event === 'tag' ? refusals[event] : 'tickets:bulk.refused'
  const counted = (numbers: number[]) => ({ count: numbers.length, numbers: numbers.join(', ') })
  const done = moved.length > 0 ? t(`tickets:bulk.done.${event}`, counted(moved)) : ''
  const left = stayed.length > 0 ? t(refusal, counted(stayed)) : ''
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
