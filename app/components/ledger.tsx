import type { Ticket } from '~/domain/tickets'
import { formatDateTime, formatSpan } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'

/** A ticket as a line of the list. */
export type LedgerLine = Pick<
  Ticket,
  'number' | 'visitorName' | 'latest' | 'locale' | 'waitingSince' | 'updatedAt'
>

/** From here on a waiting time is the one loud thing of its line. */
const long = 60 * 60_000

export function ledgerLine(ticket: Ticket): LedgerLine {
  const { number, visitorName, latest, locale, waitingSince, updatedAt } = ticket
  return { number, visitorName, latest, locale, waitingSince, updatedAt }
}

/** Tickets like lines of a well-kept ledger. `address` gives where a number leads. */
export function Ledger({
  lines,
  chosen,
  address,
  now,
  timeZone,
}: {
  lines: LedgerLine[]
  chosen?: number
  address: (number: number) => string
  now: Date
  timeZone: string
}) {
  const { t } = useTranslation()
  return (
    <ul className="ledger">
      {lines.map((line) => (
        <li key={line.number}>
          <AppLink to={address(line.number)} aria-current={line.number === chosen || undefined}>
            <span className="who">
              {line.number} · {line.visitorName || t('tickets.visitor')}
            </span>
            <Since line={line} now={now} timeZone={timeZone} />
            <span className="latest" lang={line.locale}>
              {line.latest}
            </span>
          </AppLink>
        </li>
      ))}
    </ul>
  )
}

function Since({ line, now, timeZone }: { line: LedgerLine; now: Date; timeZone: string }) {
  const language = useLanguage()
  if (!line.waitingSince) {
    return <span className="since">{formatDateTime(line.updatedAt, language, timeZone)}</span>
  }
  const span = now.getTime() - line.waitingSince.getTime()
  return <span className={span >= long ? 'since long' : 'since'}>{formatSpan(span, language)}</span>
}
