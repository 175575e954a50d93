import { Opinion } from '~/components/feedback/opinion'
import { DefaultButton } from '~/components/site/language-switch'
import { useDeskFiles } from '~/components/tickets/attachments'
import { useDayClock } from '~/components/tickets/day-clock'
import { useLetters } from '~/components/tickets/letter-frame'
import { type ShownMessage, ThreadItems } from '~/components/tickets/thread'
import { ThreadPages } from '~/components/tickets/thread-pages'
import { useSeen } from '~/components/tickets/use-seen'
import { excerpt } from '~/domain/tickets/messages'
import { useLanguage } from '~/i18n/language'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { ticketsAddress } from '../address'
import type { TicketsPage } from '../loader.server'
import type { TicketsAnswer } from './answer'
import { EraseStep, HoldNotice } from './hold'
import { MergeStep } from './merge-step'
import { Reply } from './reply'
import { ThreadHead } from './thread-head'
import type { TicketThread } from './thread-page.server'
import { Visitor } from './visitor'

export function Thread({
  page,
  ticket,
  answer,
}: {
  page: TicketsPage
  ticket: TicketThread
  answer?: TicketsAnswer
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  const fileAddress = useDeskFiles()
  const letterAddress = useLetters()
  const { query, timeZone } = page
  const now = useDayClock(page.now, timeZone)
  const { number, seenSeq, shown } = ticket
  useSeen(ticket)
  const splitHere = ({ seq, author, kind, body }: ShownMessage) =>
    seq > 1 &&
    author === 'visitor' &&
    kind === 'text' && (
      <button
        className="plain-button"
        form="reply"
        name="splitHere"
        value={seq}
        aria-label={`${t('tickets:split.here')}: ${excerpt(body, 60)}`}
      >
        {t('tickets:split.here')}
      </button>
    )
  return (
    <>
      <div className="talk">
        <DefaultButton form="reply" />
        <ThreadHead page={page} ticket={ticket} answer={answer} />
        {ticket.rated && (
          <ul className="opinions" aria-label={t('tickets:rated')}>
            <li>
              <Opinion given={ticket.rated} timeZone={timeZone} />
            </li>
          </ul>
        )}
        {!answer?.erase && <HoldNotice ticket={ticket} answer={answer} />}
        {answer?.erase && <EraseStep ticket={ticket} />}
        {answer?.merge && <MergeStep page={page} merge={answer.merge} form="reply" />}
        {!shown.all && shown.after > 0 && (
          <p className="earlier">
            <AppLink to={ticketsAddress(query, { ticket: number, all: true })}>
              {t('thread:earlier')}
            </AppLink>
          </p>
        )}
        {/* Additions are read out once. */}
        <div role="log" aria-label={t('thread:heading')} aria-relevant="additions">
          <ol className="thread">
            <ThreadItems
              messages={ticket.messages}
              view={{
                viewer: 'owner',
                language,
                timeZone,
                other: ticket.visitorName || ticket.visitorEmail || t('ledger:visitor'),
                seenSeq,
                now,
                fileAddress,
                letterAddress,
                // A long e-mail is read from its beginning.
                lastId: 'newest',
                foundSeq: shown.found,
                tools: ticket.canSplit ? splitHere : undefined,
              }}
            />
          </ol>
          {/* A form that sticks is no place to scroll to. */}
          <div id="end" />
        </div>
        <ThreadPages
          pages={shown}
          address={(until) => ticketsAddress(query, { ticket: number, until })}
        />
        <Reply
          ticket={ticket}
          timeZone={timeZone}
          now={now}
          address={ticketsAddress(query, { ticket: number, below: page.below })}
          answer={answer}
        />
      </div>
      <Visitor page={page} ticket={ticket} answer={answer} />
    </>
  )
}
