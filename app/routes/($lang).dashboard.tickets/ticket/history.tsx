import { ToolSummary } from '~/components/tickets/tool'
import { formatDateTime } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import type { TicketThread } from './thread-page.server'

export function History({ ticket, timeZone }: { ticket: TicketThread; timeZone: string }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { history } = ticket
  if (history.length === 0) return null
  return (
    <details className="over">
      <ToolSummary tool="history">
        {t('tickets:history.heading', { count: history.length })}
      </ToolSummary>
      <ol className="history">
        {history.map(({ at, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are added at the end, never changed
          <li key={index}>
            <time dateTime={at.toISOString()}>{formatDateTime(at, language, timeZone)}</time>{' '}
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </details>
  )
}
