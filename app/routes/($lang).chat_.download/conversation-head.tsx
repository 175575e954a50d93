import { nothingLeft } from '~/domain/export/export'
import type { Opinion } from '~/domain/feedback/feedback'
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
  given?: Omit<Opinion, 'locale'>
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
      {given && <Given opinion={given} />}
      <p className="state">{t('export:asOf', { time: time(now) })}</p>
    </>
  )
}

function Given({ opinion }: { opinion: Omit<Opinion, 'locale'> }) {
  const { t } = useTranslation()
  const { rating, comment, ...left } = opinion
  nothingLeft(left)
  return (
    <p className="state">{[t('rating:gave', { rating }), comment].filter(Boolean).join(' · ')}</p>
  )
}
