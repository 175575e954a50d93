import type { Desk } from '~/domain/desks/desks'
import type { Attendance } from '~/domain/live/presence'
import type { Language } from '~/domain/text/languages'
import type { MessagePage } from '~/domain/tickets/message-pages'
import type { Message } from '~/domain/tickets/messages'
import type { Ticket } from '~/domain/tickets/tickets'
import { dayKey, formatClock, formatRecent } from '~/i18n/formats'
import { translations } from '~/i18n/translation.server'

/** Undefined on a page of earlier messages. */
export function wroteText(
  messages: readonly Message[],
  { later }: MessagePage,
  { desk, now }: { desk: Desk; now: Date },
  language: Language,
): string | undefined {
  const last = messages.findLast(({ author }) => author === 'visitor')
  if (!last || later !== undefined) return undefined
  const at = recentText(last.createdAt, now, language, desk.timeZone)
  return translations(language).t('history:wrote', { at })
}

/** Only where it is later than their last message. Who is here now is shown above the reply. */
export function wasHereText(
  { visitorSeenAt }: Ticket,
  messages: readonly Message[],
  { visitor }: Attendance,
  { desk, now }: { desk: Desk; now: Date },
  language: Language,
): string | undefined {
  const last = messages.findLast(({ author }) => author === 'visitor')
  if (!visitorSeenAt || visitor !== 'away') return undefined
  if (last && last.createdAt > visitorSeenAt) return undefined
  const at = recentText(visitorSeenAt, now, language, desk.timeZone)
  return translations(language).t('history:wasHere', { at })
}

/** Yesterday with its time, which may be minutes ago. */
function recentText(at: Date, now: Date, language: Language, timeZone: string): string {
  const age = Date.parse(dayKey(now, timeZone)) - Date.parse(dayKey(at, timeZone))
  if (age !== 86_400_000) return formatRecent(at, now, language, timeZone)
  const time = formatClock(at, language, timeZone)
  return translations(language).t('history:yesterday', { time })
}
