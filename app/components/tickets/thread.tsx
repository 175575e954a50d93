import { Fragment } from 'react'
import type { Language } from '~/domain/text/languages'
import type { Message } from '~/domain/tickets/messages'
import { dayKey, formatDay, formatTime } from '~/i18n/formats'
import { useTranslation } from '~/i18n/translation'
import { Attachments, type FileAddress } from './attachments'

export interface ThreadView {
  viewer: 'visitor' | 'owner'
  language: Language
  timeZone: string
  other: string
  seenSeq: number
  now: Date
  fileAddress: FileAddress
  /** Whether it cannot change once drawn, and so leaves out what the other side has seen. */
  fixed?: boolean
}

export type ShownMessage = Pick<
  Message,
  'seq' | 'author' | 'kind' | 'body' | 'attachments' | 'locale' | 'createdAt'
>

/**
 * Messages as list items, with a line for each new day; draws the page, the live fragments and the
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
  return messages.map((message, index) => (
    <Fragment key={message.seq}>
      {days[index] !== days[index + 1] && <Day at={message.createdAt} view={view} />}
      <MessageItem message={message} view={view} />
    </Fragment>
  ))
}

function Day({ at, view }: { at: Date; view: ThreadView }) {
  const { t } = useTranslation()
  const { timeZone, now, language } = view
  const day = dayKey(at, timeZone)
  const yesterday = new Date(now.getTime() - 86_400_000)
  const text =
    day === dayKey(now, timeZone)
      ? t('thread:today')
      : day === dayKey(yesterday, timeZone)
        ? t('thread:yesterday')
        : formatDay(at, language, timeZone)
  return <li className="day">{text}</li>
}

function MessageItem({ message, view }: { message: ShownMessage; view: ThreadView }) {
  const { t } = useTranslation()
  const own = message.author === view.viewer
  const note = message.kind === 'note'
  const time = formatTime(message.createdAt, view.language, view.timeZone)
  const by = note ? t('thread:note') : own ? t('thread:you') : view.other
  const seen = message.seq <= view.seenSeq
  return (
    <li
      className={`message${own ? ' own' : ''}${note ? ' note' : ''}`}
      id={`m-${message.seq}`}
      data-seq={message.seq}
    >
      {message.body && (
        <p className="words" dir="auto" lang={message.locale}>
          {message.body}
        </p>
      )}
      {message.attachments && (
        <Attachments
          attachments={message.attachments}
          address={view.fileAddress}
          language={view.language}
        />
      )}
      <p className="by">
        {by}, <time dateTime={message.createdAt.toISOString()}>{time}</time>
        {own && !note && !view.fixed && (
          <>
            {' · '}
            <span className="status">{seen ? t('thread:seen') : t('thread:sent')}</span>
          </>
        )}
      </p>
    </li>
  )
}
