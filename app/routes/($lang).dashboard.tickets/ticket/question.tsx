import { useAnnounced } from '~/components/site/announcer'
import { useTranslation } from '~/i18n/translation'
import type { Overtaken, TicketsAnswer } from './answer'
import type { TicketThread } from './thread-page.server'

/** Why what was written has not been sent yet: the next press counts. */
export function Question({ ticket, answer }: { ticket: TicketThread; answer: TicketsAnswer }) {
  const { t } = useTranslation()
  const { overtaken, named } = answer
  const isGone = overtaken && isPast(overtaken, ticket)
  useAnnounced(isGone ? overtaken.gone : undefined)
  const text = isGone ? overtaken.gone : (overtaken?.text ?? named?.text)
  if (!text) return null
  return (
    <div className="banner bad" data-problem tabIndex={-1}>
      {text}{' '}
      {named && (
        <button className="plain-button" name="intent" value="note">
          {t('tickets:addNote')}
        </button>
      )}
    </div>
  )
}

function isPast({ seq, assignee }: Overtaken, { messages, shown, assigned }: TicketThread) {
  if (seq === undefined) return assigned?.choice.chosen !== assignee
  return shown.later === undefined && !messages.some((message) => message.seq === seq)
}
