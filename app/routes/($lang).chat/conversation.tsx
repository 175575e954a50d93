import { availabilityText } from '~/components/desks/availability'
import { useForm } from '~/components/forms/use-form'
import { useServedPage } from '~/components/site/page'
import { PageScript } from '~/components/site/page-script'
import { ThreadPages } from '~/components/tickets/thread-pages'
import { localizedPath } from '~/i18n/addresses'
import { useLanguage } from '~/i18n/language'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { Composer, Keys } from './composer'
import type { ChatConversation, ChatPage } from './conversation.server'
import type { ShownDesk } from './desk.server'
import { BeforeLink, Earlier } from './earlier'
import { FeedbackLink } from './feedback-form'
import { Keep } from './keep'
import { firstLink, KeepLink } from './keep-link'
import { Messages } from './messages'
import { Outbox, Typing } from './outbox'
import { OwnWindow } from './own-window'
import { Rate } from './rate'
import { Rights } from './rights'

interface Parts {
  page: ChatPage
  desk: ShownDesk
}

export function Conversation({ page, desk }: Parts) {
  const { conversation } = page
  const begun = conversation && (conversation.shown.all ? 'begun' : 'begun growing')
  return (
    <div className={begun ? `chat ${begun}` : 'chat'}>
      <ChatHead page={page} desk={desk} />
      {conversation ? <Begun page={page} conversation={conversation} /> : <Beginning page={page} />}
      {/* New messages are appended only where the newest ones are shown. */}
      {!conversation?.shown.later && <PageScript />}
    </div>
  )
}

function ChatHead({ page: { presence, conversation }, desk }: Pick<Parts, 'page' | 'desk'>) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { framed } = useServedPage()
  const number = conversation && t('chat:number', { number: conversation.number })
  // Another desk's page has its name in the header.
  const named = framed || desk.ofSite
  return (
    <header className="chat-head">
      <h1>{named ? desk.name || t('counter:unnamed') : (number ?? t('chat:heading'))}</h1>
      {conversation && (
        <p className="quiet">
          {named && <span className="number">{number}</span>}{' '}
          {!framed && (
            <LocalizedLink
              className="afresh"
              to={`/chat?${desk.ofSite ? '' : `desk=${desk.publicKey}&`}new`}
            >
              {t('chat:new')}
            </LocalizedLink>
          )}
        </p>
      )}
      <p className="state">
        <span id="presence">
          <span className={presence.here ? 'dot here' : 'dot'} />
          {availabilityText(t, language, presence)}
        </span>{' '}
        {conversation && <span id="word">{t(`chat:${conversation.word}`)}</span>}
      </p>
    </header>
  )
}

function Beginning({ page }: Omit<Parts, 'desk'>) {
  const { greeting, publicKey } = page.desk
  return (
    <>
      {page.earlier && <Earlier {...page.earlier} />}
      {greeting && (
        <p className="greeting" lang={greeting.language}>
          {greeting.text}
        </p>
      )}
      <Outbox />
      <Composer page={page} />
      <FeedbackLink publicKey={publicKey} />
    </>
  )
}

function Begun({ page, conversation }: Omit<Parts, 'desk'> & { conversation: ChatConversation }) {
  const { t } = useTranslation()
  const { framed } = useServedPage()
  const refused = useForm('send-link', 'correct-address') !== undefined && conversation.lastSeq > 1
  return (
    <>
      <Thread page={page} conversation={conversation} />
      <Typing name={page.desk.name || t('counter:unnamed')} />
      <Composer page={page} />
      <div className="under">
        <details className="more" open={refused || undefined}>
          <summary>{t('chat:more')}</summary>
          <div>
            <KeepLink conversation={conversation} id="link-email" />
            {framed ? (
              <OwnWindow secret={conversation.secret} />
            ) : (
              <Keep conversation={conversation} />
            )}
            <Rights conversation={conversation} />
          </div>
        </details>
        {!conversation.shown.later && <Keys />}
      </div>
    </>
  )
}

/** Without scripts a frame that grows replaces the list, unless the visitor wants long pages. */
function Thread({ page, conversation }: Omit<Parts, 'desk'> & { conversation: ChatConversation }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { secret, shown } = conversation
  const query = new URLSearchParams({ t: secret })
  const here = localizedPath(`/chat?${query}`, language)
  const stream = `/live?${query}&as=page&lang=${language}`
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled with the keyboard
    <div className="scroll" tabIndex={0}>
      {!shown.all && (
        <noscript>
          <iframe className="log-frame" name="log" src={stream} title={t('chat:live')} />
          <a href={stream} target="log">
            {t('chat:check')}
          </a>
        </noscript>
      )}
      <div>
        {conversation.before && (
          <BeforeLink before={conversation.before} timeZone={page.desk.timeZone} />
        )}
        {!shown.all && shown.after > 0 && (
          <p>
            <a href={`${here}&all`}>{t('thread:earlier')}</a>
          </p>
        )}
        <div className="page-log">
          <Messages page={page} conversation={conversation} />
          <ThreadPages pages={shown} address={(until) => `/chat?${query}&until=${until}`} />
          <p className="check">
            <a href={here}>{t('chat:check')}</a>
          </p>
        </div>
        <Outbox />
        {conversation.lastSeq === 1 && <KeepLink conversation={conversation} id={firstLink} />}
        <Rate page={page} conversation={conversation} />
      </div>
    </div>
  )
}
