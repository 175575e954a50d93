import type { FormAnswer } from '~/domain/forms/forms'
import { useTranslation } from '~/i18n/translation'
import type { ChatPage } from './chat-page.server'
import { Composer } from './composer'
import { Messages } from './messages'

/**
 * What the page's script is answered: of the conversation what came since it looked last, and the form
 * when something is wrong with it.
 */
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
