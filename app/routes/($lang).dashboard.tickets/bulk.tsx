import { Form } from '@remix-run/react'
import { ErrorText } from '~/components/field'
import { localizedPath } from '~/i18n/addresses'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import { ticketsAddress } from './address'
import type { TicketsAnswer } from './ticket/forms.server'
import type { TicketsPage } from './tickets-page.server'

/** What is done with the tickets that are ticked in the list; shown once one is. */
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
  const action = localizedPath(ticketsAddress(page.query), language)
  return (
    <>
      {form === 'bulk' && <Form id="bulk" method="post" action={action} />}
      <div className="bulk">
        <span>{t('tickets.bulk.chosen')}</span>
        <button className="plain-button" form={form} name="intent" value="bulk-solve">
          {t('tickets.solve')}
        </button>
        <button className="plain-button" form={form} name="intent" value="bulk-close">
          {t('tickets.close')}
        </button>
      </div>
      <ErrorText error={answer?.errors.chosen} />
      {answer?.bulk && <Outcome bulk={answer.bulk} />}
    </>
  )
}

function Outcome({ bulk }: { bulk: NonNullable<TicketsAnswer['bulk']> }) {
  const { t } = useTranslation()
  const { event, moved, refused, unknown } = bulk
  const stayed = [...refused, ...unknown]
  return (
    <div className="banner" role="status">
      {moved.length > 0 && (
        <p>
          {event === 'solve'
            ? t('tickets.bulk.solved', { numbers: moved.join(', ') })
            : t('tickets.bulk.closed', { numbers: moved.join(', ') })}
        </p>
      )}
      {stayed.length > 0 && <p>{t('tickets.bulk.refused', { numbers: stayed.join(', ') })}</p>}
    </div>
  )
}
