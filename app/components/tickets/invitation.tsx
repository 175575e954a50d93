import type { Language } from '~/domain/text/languages'
import { type Invitation as Given, isWholeDay } from '~/domain/tickets/invitations'
import { formatClock, formatFullDate, formatWeekday, listOfNames } from '~/i18n/formats'
import { useTranslation } from '~/i18n/translation'

/** What an e-mail's calendar file says: what, when in the reader's time zone, where, and with whom. */
export function Invitation({
  given,
  language,
  timeZone,
}: {
  given: Given
  language: Language
  timeZone: string
}) {
  const { t } = useTranslation()
  const { kind, what, begins, repeats, place, by, with: people = [] } = given
  return (
    <div className="invitation">
      <p>
        <span className="quiet">{t(`thread:invitation.${kind}`)}</span> <strong>{what}</strong>
      </p>
      <p>
        <time dateTime={begins}>{spanOf(given, language, timeZone)}</time>
        {repeats && ` (${t('thread:invitation.repeats')})`}
      </p>
      {place && <p>{place}</p>}
      {by && <p>{t('thread:invitation.by', { name: by })}</p>}
      {people.length > 0 && (
        <p>{t('thread:invitation.with', { names: listOfNames(people, language) })}</p>
      )}
    </div>
  )
}

/** "Wednesday, 15 July 2026, 18:00–22:00"; days without a clock. */
function spanOf({ begins, ends = begins }: Given, language: Language, timeZone: string): string {
  const zone = isWholeDay(begins) ? 'UTC' : timeZone
  const day = (time: string) => {
    const at = new Date(time)
    return `${formatWeekday(at, language, zone)}, ${formatFullDate(at, language, zone)}`
  }
  const clock = (time: string) =>
    isWholeDay(time) ? '' : formatClock(new Date(time), language, zone)
  const [first, last] = [day(begins), day(ends)]
  const [from, until] = [clock(begins), clock(ends)]
  const start = from ? `${first}, ${from}` : first
  if (begins === ends) return start
  if (first === last) return until ? `${start}–${until}` : start
  return `${start} – ${until ? `${last}, ${until}` : last}`
}
