import { filesFor } from '~/components/tickets/attachments'
import { ThreadItems } from '~/components/tickets/thread'
import { untilMidnight } from '~/domain/time/days'
import { dayKey } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import type { ChatConversation, ChatPage } from './conversation.server'

export function Messages({
  page,
  conversation,
}: {
  page: ChatPage
  conversation: ChatConversation
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { secret, arrangement, lastSeq, seenSeq, readSeq, messages } = conversation
  const query = new URLSearchParams({
    t: secret,
    lang: language,
    ...(arrangement > 0 && { arrangement: String(arrangement) }),
  })
  return (
    <ol
      className="thread"
      id="log"
      aria-label={t('thread:heading')}
      data-live={`/live?${query}`}
      data-last={lastSeq}
      data-sent={t('thread:sent')}
      data-seen={t('thread:seen')}
      data-seen-seq={seenSeq}
      data-today={dayKey(page.now, page.desk.timeZone)}
      data-until-midnight={untilMidnight(page.now, page.desk.timeZone)}
      data-yesterday={t('thread:yesterday')}
    >
      <ThreadItems
        messages={messages}
        view={{
          viewer: 'visitor',
          language,
          timeZone: page.desk.timeZone,
          other: page.desk.name || t('counter:unnamed'),
          seenSeq,
          readSeq,
          now: page.now,
          fileAddress: filesFor(secret),
        }}
      />
    </ol>
  )
}
