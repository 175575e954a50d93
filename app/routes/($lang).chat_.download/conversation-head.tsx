import type { Feedback } from '~/domain/feedback/feedback'
import type { Language } from '~/domain/text/languages'
import { visitorWord } from '~/domain/tickets/states'
import type { Ticket } from '~/domain/tickets/tickets'
import { formatDateTime } from '~/i18n/formats'
import { useTranslation } from '~/i18n/translation'

export function ConversationHead({
  ticket,
  other,
  timeZone,
  language,
  given,
  now,
}: {
  ticket: Ticket
  other: string
  timeZone: string
  language: Language
  given?: Pick<Feedback, 'rating' | 'comment'>
  now: Date
}) {
  const { t } = useTranslation()
  const { number, visitorName, visitorEmail, createdAt } = ticket
  const time = (at: Date) => formatDateTime(at, language, timeZone)
  const facts = [
    t('chat:number', { number }),
    time(createdAt),
    t(`chat:${visitorWord(ticket)}`),
    visitorName,
    visitorEmail,
  ]
  return (
    <>
      <h1>{t('chat:rights.record', { name: other })}</h1>
      <p className="state">{facts.filter(Boolean).join(' · ')}</p>
      {given && (
        <p className="state">
          {[t('rating:gave', given), given.comment].filter(Boolean).join(' · ')}
        </p>
      )}
      <p className="state">{t('export:asOf', { time: time(now) })}</p>
    </>
  )
}
