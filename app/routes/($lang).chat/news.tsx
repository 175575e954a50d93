import { useForm } from '~/components/forms/use-form'
import { useTranslation } from '~/i18n/translation'
import { Composer } from './composer'
import type { ChatPage } from './conversation.server'
import { Messages } from './messages'

/**
 * What the page's script is answered: of the conversation what came since it looked last, and the form
 * when something is wrong with it.
 */
export function News({ page }: { page: ChatPage }) {
  const { t } = useTranslation()
  const { conversation } = page
  const answer = useForm()
  return (
    <main id="main">
      {conversation && (
        <>
          <p id="word">{t(`chat:${conversation.word}`)}</p>
          <Messages page={page} conversation={conversation} />
        </>
      )}
      {answer && <Composer page={page} />}
    </main>
  )
}
