import { Fragment, type ReactNode } from 'react'
import { AddressText } from '~/components/site/address-text'
import type { Language } from '~/domain/text/languages'
import type { Invitation as Appointment } from '~/domain/tickets/invitations'
import type { Message } from '~/domain/tickets/messages'
import { nearDay } from '~/domain/time/days'
import { dayKey, formatClock, formatDay } from '~/i18n/formats'
import { useTranslation } from '~/i18n/translation'
import { Attachments, type FileAddress } from './attachments'
import { Invitation } from './invitation'
import { type LetterAddress, LetterFrame } from './letter-frame'
import { LinkedText } from './linked-text'

export interface ThreadView {
  viewer: 'visitor' | 'owner'
  language: Language
  timeZone: string
  other: string
  seenSeq: number
  /** Up to which the viewer has read, where a line is to mark what is new. */
  readSeq?: number
  /** Without it, days are dates: a saved or endless page does not know which day is today. */
  now?: Date
  fileAddress: FileAddress
  /** Where e-mails are shown as they were sent, too. */
  letterAddress?: LetterAddress
  /** What can be done with a message, beside its byline. */
  tools?: (message: ShownMessage) => ReactNode
  /** Whether it cannot change once rendered, and so omits what the other side has seen. */
  fixed?: boolean
  /** The id of where the last message begins. */
  lastId?: string
  /** The message that a search has found. */
  foundSeq?: number
}

export type ShownMessage = Pick<
  Message,
  'seq' | 'author' | 'kind' | 'body' | 'attachments' | 'locale' | 'createdAt'
> & {
  /** The name of its author, unless it is the desk or the reader. */
  by?: string
  /** Of a note that names members: its words in pieces, every second one a name. */
  named?: string[]
  /** Of an e-mail, a declaration, or what the desk wrote first: its subject. Of an e-mail: what it quotes, and sentences about it. */
  subject?: string
  quoted?: string
  notes?: string[]
  /** Of an e-mail with HTML: its original, whether pictures of other servers are in it, and whether it has few lines. */
  letter?: { id: string; elsewhere: boolean; short?: true }
  /** Its file with the whole e-mail. */
  original?: string
  invitation?: Appointment
  /** Of messages that were split off: how their guest gets there. */
  way?: { text: string; address?: string; target?: '_blank' | '_parent' }
}

/**
 * Messages as list items, with a line for each new day; renders the page, the live fragments and the
 * streamed frame. `before` is when the preceding message was written, so that a fragment does not
 * repeat the day.
 */
export function ThreadItems({
  messages,
  view,
  before,
}: {
  messages: ShownMessage[]
  view: ThreadView
  before?: Date
}) {
  const days = [before, ...messages.map(({ createdAt }) => createdAt)].map(
    (at) => at && dayKey(at, view.timeZone),
  )
  const { readSeq = Number.POSITIVE_INFINITY } = view
  const isPlace = ({ kind }: ShownMessage) => kind === 'split' && view.viewer === 'visitor'
  const isNew = (message: ShownMessage) =>
    message.author !== view.viewer && message.seq > readSeq && !isPlace(message)
  const firstNew = messages.findIndex(isNew)
  return messages.map((message, index) => (
    <Fragment key={message.seq}>
      {days[index] !== days[index + 1] && <Day at={message.createdAt} view={view} />}
      {index === firstNew && days[index] && <New />}
      {isPlace(message) ? (
        <SplitPlace {...message} />
      ) : (
        <MessageItem
          message={message}
          view={view}
          startId={index === messages.length - 1 ? view.lastId : undefined}
        />
      )}
    </Fragment>
  ))
}

/** Where messages of the guest were that have a conversation of their own. */
function SplitPlace({ seq, body, way }: ShownMessage) {
  return (
    <li className="day pause" id={`m-${seq}`} data-seq={seq}>
      <span>
        {body}
        {way && ' '}
        {way?.address ? (
          <a href={way.address} target={way.target}>
            {way.text}
          </a>
        ) : (
          way?.text
        )}
      </span>
    </li>
  )
}

function New() {
  const { t } = useTranslation()
  return (
    <li className="day new" id="new">
      {t('thread:new')}
    </li>
  )
}

function Day({ at, view }: { at: Date; view: ThreadView }) {
  const { t } = useTranslation()
  const { timeZone, now, language } = view
  const [day, date] = [dayKey(at, timeZone), formatDay(at, language, timeZone)]
  const near = now && nearDay(day, now, timeZone)
  return (
    <li className="day" data-day={day}>
      <time dateTime={day} data-near={near} data-date={near && date}>
        {near ? t(`thread:${near}`) : date}
      </time>
    </li>
  )
}

function MessageItem({
  message,
  view,
  startId,
}: {
  message: ShownMessage
  view: ThreadView
  startId?: string
}) {
  const { t } = useTranslation()
  const own = message.author === view.viewer
  const note = message.kind !== 'text'
  const time = formatClock(message.createdAt, view.language, view.timeZone)
  const author = message.by ?? (own ? t('thread:you') : view.other)
  const by = note ? `${t('thread:note')} · ${author}` : author
  const seen = message.seq <= view.seenSeq
  const letter = view.letterAddress && message.letter && (
    <LetterFrame {...message.letter} address={view.letterAddress} />
  )
  const found = message.seq === view.foundSeq
  return (
    <li
      className={`message${own ? ' own' : ''}${note ? ' note' : ''}${found ? ' found' : ''}`}
      id={`m-${message.seq}`}
      data-seq={message.seq}
    >
      {message.subject && <p className="quiet">{message.subject}</p>}
      {message.body && (
        <p className="words" dir="auto" lang={message.locale}>
          <Words text={message.body} named={message.named} />
        </p>
      )}
      {message.invitation && (
        <Invitation given={message.invitation} language={view.language} timeZone={view.timeZone} />
      )}
      {(message.quoted || letter) && (
        <div className="folds">
          {message.quoted && (
            <details className="quoted">
              <summary>{t('thread:quoted')}</summary>
              <p className="words" dir="auto" lang={message.locale}>
                {message.quoted}
              </p>
            </details>
          )}
          {letter}
        </div>
      )}
      {message.attachments && (
        <Attachments
          attachments={message.attachments}
          address={view.fileAddress}
          language={view.language}
        />
      )}
      {message.notes?.map((note) => (
        <p className="quiet" key={note}>
          <AddressText text={note} />
        </p>
      ))}
      <p className="by">
        <AddressText text={by} />, <time dateTime={message.createdAt.toISOString()}>{time}</time>
        {own && !note && !view.fixed && (
          <>
            {' · '}
            <span className="status">{seen ? t('thread:seen') : t('thread:sent')}</span>
          </>
        )}
        {view.tools?.(message)}
      </p>
      {startId && <span className="start" id={startId} />}
    </li>
  )
}

function Words({ text, named }: { text: string; named?: string[] }) {
  if (!named) return <LinkedText text={text} />
  return named.map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes, and may repeat a name
    <Fragment key={index}>
      {index % 2 ? <strong>{piece}</strong> : <LinkedText text={piece} />}
    </Fragment>
  ))
}
