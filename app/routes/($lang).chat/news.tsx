import type { FormAnswer } from '~/domain/forms/forms'
import { useTranslation } from '~/i18n/translation'
import type { ChatPage } from './chat-page.server'
import { Composer } from './composer'
import { Messages } from './messages'

/** What the page's script gets: new messages, and the form if it was refused. */
export function News({ page, answer }: { page: ChatPage; answer?: FormAnswer }) {
  const { t } = useTranslation()
  const { conversation } = page
  return (
    <main id="main">
      {conversation && (
        <>
          <p id="word">{t(`chat:${conversation.word}`)}</p>
          <Messages page={page} conversation={conversation} />
        </>
      )}
      {answer && <Composer page={page} answer={answer} />}
    </main>
  )
}
