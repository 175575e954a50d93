import type { TFunction } from 'i18next'
import type { CounterHours, Presence } from '~/domain/desks/availability'
import { shopTimeZone } from '~/domain/shop/orders'
import type { Language } from '~/domain/text/languages'
import { dayKey, formatClock, formatDay, formatWeekday, zoneName } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'

const day = 24 * 3_600_000

/** The dot is full while somebody is there. */
export function AvailabilityLine({ presence }: { presence: Presence }) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <>
      <span className={presence.here ? 'dot here' : 'dot'} />
      {stateText(t, language, presence)}
    </>
  )
}

/** The sentences beside the dot. */
export function availabilityText(t: TFunction, language: Language, presence: Presence): string {
  return `${stateText(t, language, presence)} ${replyText(t, language, presence)}`.trimEnd()
}

function stateText(t: TFunction, language: Language, presence: Presence): string {
  const { here, afterHours, hours } = presence
  if (here) return t('counter:here')
  if (!hours || hours.open) return t('counter:away')
  const closed = closedText(t, language, hours)
  return afterHours ? `${closed} ${t('counter:afterHours')}` : closed
}

function closedText(t: TFunction, language: Language, hours: CounterHours): string {
  if (!hours.opensAt) return t('counter:closed')
  return t('counter:closedUntil', { time: momentText(t, language, hours.opensAt, hours) })
}

/** The reply time that the owner promises, or that past ones suggest; once answered, the latter alone. */
export function replyText(t: TFunction, language: Language, presence: Presence): string {
  const { here, afterHours, waiting, usualReply, hours } = presence
  if (waiting === false) return usualReply === undefined ? '' : usualText(t, usualReply)
  if (hours?.late) return t('counter:late')
  if (here && usualReply !== undefined && usualReply <= 3_600_000) return usualText(t, usualReply)
  if (hours?.answerBy) {
    const time = momentText(t, language, endOfDay(hours.answerBy, hours.timeZone), hours, 'by')
    return here || afterHours || hours.open || waiting
      ? t('counter:answerBy', { time })
      : t('counter:awayAnswerBy', { time })
  }
  if (!here && !afterHours && !waiting) {
    return hours && !hours.open ? t('counter:closedHint') : t('counter:awayHint')
  }
  return usualReply === undefined ? t('counter:soon') : usualText(t, usualReply)
}

function usualText(t: TFunction, usualReply: number): string {
  const minutes = roundUp(usualReply / 60_000)
  if (minutes <= 60) return t('counter:replies', { count: minutes })
  const hours = Math.ceil(usualReply / 3_600_000)
  return hours <= 12 ? t('counter:repliesHours', { count: hours }) : t('counter:repliesLater')
}

/** "16:30 tomorrow", with its time zone if its clock differs from the shop's. */
function momentText(
  t: TFunction,
  language: Language,
  at: Date,
  { timeZone, now }: Pick<CounterHours, 'timeZone' | 'now'>,
  when: 'at' | 'by' = 'at',
): string {
  const zone = zoneName(at, language, timeZone)
  const clock = formatClock(at, language, timeZone)
  const isOurs = zone === zoneName(at, language, shopTimeZone)
  const time = isOurs
    ? t('counter:clock', { time: clock })
    : t('counter:clockIn', { time: clock, zone })
  const on = dayKey(at, timeZone)
  if (on === dayKey(now, timeZone)) return t(`counter:${when}.today`, { time })
  if (on === dayAfter(dayKey(now, timeZone))) return t(`counter:${when}.tomorrow`, { time })
  const soon = at.getTime() - now.getTime() < 6 * day
  const tell = soon ? formatWeekday : formatDay
  return t(`counter:${when}.day`, { day: tell(at, language, timeZone), time })
}

function dayAfter(date: string): string {
  return new Date(Date.parse(date) + day).toISOString().slice(0, 10)
}

/** Midnight is written as the last minute of the day that it ends. */
function endOfDay(at: Date, timeZone: string): Date {
  const before = new Date(at.getTime() - 60_000)
  return dayKey(before, timeZone) === dayKey(at, timeZone) ? at : before
}

function roundUp(minutes: number): number {
  if (minutes <= 2) return Math.max(1, Math.ceil(minutes))
  return Math.ceil(minutes / 5) * 5
}
