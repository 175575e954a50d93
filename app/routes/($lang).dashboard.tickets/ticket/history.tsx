import { soonText } from '~/components/tickets/soon'
import { isLanguage } from '~/domain/text/languages'
import type { Actor, HistoryEntry, HistoryKind } from '~/domain/tickets/history-entries'
import type { HoldReason } from '~/domain/tickets/spam'
import { languageName } from '~/i18n/countries'
import { formatDateTime } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import type { TicketThread } from './thread-page.server'

/** Who does what; old data may say otherwise. */
const usual: Record<Actor, readonly HistoryKind[]> = {
  owner: [
    ...(['owner-replies', 'snooze', 'wake', 'solve', 'close', 'reopen', 'release'] as const),
    ...(['block', 'priority', 'tags', 'language', 'merged-into', 'merged-from'] as const),
  ],
  visitor: ['started', 'visitor-writes', 'followed-up', 'close'],
  desk: ['held', 'release', 'reminded', 'wake', 'solve', 'close'],
}

function isUsual(actor: Actor, kind: HistoryKind): boolean {
  return usual[actor].includes(kind)
}

export function History({ ticket, timeZone }: { ticket: TicketThread; timeZone: string }) {
  const { t } = useTranslation()
  const { history, number } = ticket
  if (history.length === 0) return null
  return (
    <details>
      <summary>{t('tickets:history.heading', { count: history.length })}</summary>
      <ol className="history">
        {history.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are added at the end, never changed
          <Line key={index} entry={entry} number={number} timeZone={timeZone} />
        ))}
      </ol>
    </details>
  )
}

function Line({
  entry,
  number,
  timeZone,
}: {
  entry: HistoryEntry
  number: number
  timeZone: string
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { at, actor, kind, detail } = entry
  const removed = !detail && (kind === 'tags' || kind === 'language')
  return (
    <li>
      <time dateTime={at.toISOString()}>{formatDateTime(at, language, timeZone)}</time>
      <span>
        {entry.number !== number && `${entry.number}: `}
        {removed
          ? t(`tickets:history.removed.${kind}`)
          : isUsual(actor, kind)
            ? t(`tickets:history.${actor}.${kind}` as 'tickets:history.owner.tags', {
                detail: detailText(),
              })
            : t('tickets:history.else')}
      </span>
    </li>
  )

  function detailText(): string {
    if (kind === 'snooze') return soonText(t, new Date(detail), at, language, timeZone)
    if (kind === 'priority') return t(`tickets:priorities.${detail as 'high'}`)
    if (kind === 'held') return t(`tickets:hold.reasons.${detail as HoldReason}`)
    return kind === 'language' && isLanguage(detail) ? languageName(detail, language) : detail
  }
}
