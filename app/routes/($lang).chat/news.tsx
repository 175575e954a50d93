import { useForm } from '~/components/forms/use-form'
import { useTranslation } from '~/i18n/translation'
import { Composer } from './composer'
import type { ChatPage } from './conversation.server'
import { Messages } from './messages'

/** What the page's script gets: new messages, and the form if it was refused. */
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
