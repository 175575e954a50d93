import { useLoaderData } from '@remix-run/react'
import { useForm } from '~/components/forms/use-form'
import type { PageDetails, PageHandle, PageSubject } from '~/components/site/page'
import { useTranslation } from '~/i18n/translation'
import { ChatLayout } from './chat-layout'
import { Composer } from './composer'
import { Conversation } from './conversation'
import type { ChatPage } from './conversation.server'
import { FeedbackForm } from './feedback-form'
import type { ChatLoaded, loader } from './loader.server'
import { Messages } from './messages'
import { NoChat } from './no-chat'
import { ErasureStep } from './rights'

export { secretPageHeaders as headers } from '~/http/responses/page-headers'
export { action } from './actions.server'
export { loader } from './loader.server'

export const handle: PageHandle = {
  page: 'chat:page',
  stylesheet: 'chat',
  scripts: 'chat',
  allows: ['frames'],
  indexed: true,
  details: detailsOf,
}

function detailsOf(data: unknown): PageDetails {
  const loaded = data as ChatLoaded | undefined
  const { page, missing, erasure, feedbackForm, embed } = loaded ?? {}
  const begun = page?.conversation ?? missing ?? erasure ?? feedbackForm
  return {
    // Where nothing has begun, those of the form alone; none for what the page's script reads.
    stylesheet: page?.part ? 'none' : begun ? undefined : 'begin',
    scripts: page?.conversation === null ? (page.earlier ? 'again' : 'begin') : undefined,
    embed: embed ?? undefined,
    ...(page
      ? { draftForm: 'composer' }
      : feedbackForm?.thanks === false && { draftForm: 'tell', draftIntent: 'tell' }),
    about: subjectOf(loaded),
  }
}

/** Only the site's own desk is listed under the site's name. */
function subjectOf({ desk }: Partial<ChatLoaded> = {}): PageSubject | undefined {
  if (!desk?.name || desk.ofSite) return undefined
  return { title: desk.name, description: '', query: `?desk=${desk.publicKey}`, own: true }
}

export default function Chat() {
  const { missing, desk, page, erasure, feedbackForm } = useLoaderData<typeof loader>()
  const typed = useForm()?.typed
  if (page?.part) return <News page={page} />
  return (
    <ChatLayout desk={desk} fills={Boolean(page?.conversation)}>
      {page && desk ? (
        <Conversation page={page} desk={desk} />
      ) : erasure ? (
        <ErasureStep erasure={erasure} />
      ) : feedbackForm ? (
        <FeedbackForm feedbackForm={feedbackForm} />
      ) : (
        missing && <NoChat why={missing} typed={typed?.body} />
      )}
    </ChatLayout>
  )
}

/** What the page's script gets: new messages, and the form if it was refused. */
function News({ page }: { page: ChatPage }) {
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
