import { useManages } from '~/components/forms/desk-form'
import { stepHeading } from '~/components/site/arrival'
import { useTranslation } from '~/i18n/translation'
import type { TicketsAnswer } from './answer'
import type { TicketThread } from './thread-page.server'

export function HoldNotice({ ticket, answer }: { ticket: TicketThread; answer?: TicketsAnswer }) {
  const { t } = useTranslation()
  const { state, heldFor } = ticket
  const manages = useManages()
  const blocked = heldFor === 'blocked'
  if (state !== 'held') return null
  return (
    // It keeps the focus, and the place, when the page is read again.
    <div
      className="banner hold"
      id="held"
      {...(answer?.intent === 'block' && stepHeading)}
      tabIndex={-1}
    >
      {ticket.held && <p>{ticket.held}</p>}
      <p className="deeds">
        <button className="button" form="reply" name="intent" value="release">
          {blocked ? t('tickets:block.undo') : t('tickets:release')}
        </button>{' '}
        {manages && (
          <button className="button second" form="reply" name="intent" value="erase">
            {t('tickets:hold.erase')}
          </button>
        )}
      </p>
    </div>
  )
}

export function EraseStep({ ticket: { number } }: { ticket: TicketThread }) {
  const { t } = useTranslation()
  return (
    <section className="merge" aria-labelledby="erase-heading">
      <h3 id="erase-heading" {...stepHeading}>
        {t('tickets:hold.question', { number })}
      </h3>
      <p className="quiet">{t('tickets:hold.warning')}</p>
      <p className="deeds">
        <button className="button danger" form="reply" name="intent" value="erase-for-good">
          {t('tickets:hold.confirm', { number })}
        </button>{' '}
        <button className="button second" form="reply" name="intent" value="keep">
          {t('tickets:hold.cancel')}
        </button>
      </p>
    </section>
  )
}
