import { availabilityText } from '~/components/desks/availability'
import { useServedPage } from '~/components/site/page'
import { PageScript } from '~/components/site/page-script'
import { ThreadPages } from '~/components/tickets/thread-pages'
import { localizedPath } from '~/i18n/addresses'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import { Composer } from './composer'
import type { ChatConversation, ChatPage } from './conversation.server'
import { Footer } from './footer'
import { Keep } from './keep'
import { Messages } from './messages'
import { Outbox } from './outbox'
import { OwnWindow } from './own-window'
import { Rate } from './rate'
import { Rights } from './rights'
import { TellLink } from './tell'

export function Conversation({ page }: { page: ChatPage }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { framed } = useServedPage()
  const { desk, presence, conversation } = page
  return (
    <div className="chat">
      <header className="chat-head">
        <div>
          <h1>{desk.name || t('counter:unnamed')}</h1>
          <p className="state" id="presence">
            <span className={presence.here ? 'dot here' : 'dot'} />
            {availabilityText(t, language, presence)}
          </p>
        </div>
        {conversation && (
          <p className="quiet">
            {t('chat:number', { number: conversation.number })} ·{' '}
            <span id="word">{t(`chat:${conversation.word}`)}</span>
          </p>
        )}
      </header>
      {conversation ? (
        <Thread page={page} conversation={conversation} />
      ) : (
        desk.greeting && (
          <p className="greeting" lang={desk.greeting.language}>
            {desk.greeting.text}
          </p>
        )
      )}
      {conversation && <Rate page={page} conversation={conversation} />}
      <Outbox other={conversation ? desk.name || t('counter:unnamed') : undefined} />
      <Composer page={page} />
      {conversation && (
        <>
          {framed ? (
            <OwnWindow secret={conversation.secret} />
          ) : (
            <Keep conversation={conversation} />
          )}
          <Rights conversation={conversation} />
        </>
      )}
      {!conversation && <TellLink publicKey={desk.publicKey} />}
      <Footer branded={desk.branded} />
      {/* What is new belongs behind the newest messages alone. */}
      {!conversation?.shown.later && <PageScript />}
    </div>
  )
}

/** Without scripts a frame grows in place of the list, unless long pages are asked for. */
function Thread({ page, conversation }: { page: ChatPage; conversation: ChatConversation }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { secret, shown } = conversation
  const query = new URLSearchParams({ t: secret })
  const here = localizedPath(`/chat?${query}`, language)
  const stream = `/live?${query}&as=page&lang=${language}`
  return (
    <div>
      {!shown.all && shown.after > 0 && (
        <p>
          <a href={`${here}&all`}>{t('thread:earlier')}</a>
        </p>
      )}
      {!shown.all && (
        <noscript>
          <iframe className="log-frame" name="log" src={stream} title={t('chat:live')} />
          <a href={stream} target="log">
            {t('chat:check')}
          </a>
        </noscript>
      )}
      <div className="page-log">
        <Messages page={page} conversation={conversation} />
        <ThreadPages pages={shown} address={(until) => `/chat?${query}&until=${until}`} />
        <p className="check">
          <a href={here}>{t('chat:check')}</a>
        </p>
      </div>
    </div>
  )
}
