import { useTranslation } from '~/i18n/translation'
import type { TicketThread } from './thread-page.server'

export function Block({ ticket }: { ticket: TicketThread }) {
  const { t } = useTranslation()
  const { visitorEmail: email } = ticket
  return (
    <fieldset>
      <legend>{t('tickets:block.heading')}</legend>
      <p className="quiet">
        {email ? t('tickets:block.withEmail', { email }) : t('tickets:block.withoutEmail')}
      </p>
      <button className="button second" form="reply" name="intent" value="block">
        {t('tickets:block.submit')}
      </button>
    </fieldset>
  )
}
