import { AddressText } from '~/components/site/address-text'
import { useHeadingFocus } from '~/components/site/arrival'
import { useIsFirstPage } from '~/components/site/first-page'
import type { WordsHandle } from '~/components/site/page'
import { PrintButton } from '~/components/site/print-button'
import { useDeskFiles } from '~/components/tickets/attachments'
import { ThreadItems } from '~/components/tickets/thread'
import { ThreadPages } from '~/components/tickets/thread-pages'
import { listedState } from '~/domain/tickets/states'
import { formatDateTime } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { ticketsAddress } from '../address'
import type { TicketsPage } from '../loader.server'
import type { TicketThread } from './thread-page.server'

export const handle: WordsHandle = { i18n: ['sheet'] }

export default function PrintPage({ page, ticket }: { page: TicketsPage; ticket: TicketThread }) {
  useHeadingFocus(useIsFirstPage())
  const { t } = useTranslation()
  const language = useLanguage()
  const fileAddress = useDeskFiles()
  const { query, timeZone, now, deskName } = page
  const { number, visitorName, visitorEmail, messages, shown, lastSeq } = ticket
  const name = visitorName || visitorEmail || t('ledger:visitor')
  const notes = page.print?.notes === true
  const some = messages.some(({ kind }) => kind !== 'text')
  const last = shown.after + shown.limit
  const view = { ticket: number, print: true, until: shown.later && last } as const
  const count = new Intl.NumberFormat(language).format
  return (
    <article className="sheet">
      <nav aria-label={t('sheet:nav')}>
        <AppLink to={ticketsAddress(query, { ticket: number })}>← {t('sheet:back')}</AppLink>{' '}
        {some && (
          <AppLink to={ticketsAddress(query, notes ? view : { ...view, notes: true })}>
            {notes ? t('sheet:withoutNotes') : t('sheet:withNotes')}
          </AppLink>
        )}{' '}
        <PrintButton label={t('sheet:print')} hint={t('sheet:hint')} />
      </nav>
      <header>
        {deskName && <p className="quiet">{deskName}</p>}
        <h1>
          <AddressText text={t('sheet:title', { number, name })} />
        </h1>
        <p className="quiet">
          {[
            visitorName && visitorEmail,
            t('sheet:begun', { at: formatDateTime(ticket.createdAt, language, timeZone) }),
            t(`tickets:state.${listedState(ticket.state)}`),
            ...ticket.tags,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </header>
      <ol className="thread">
        <ThreadItems
          messages={messages.filter(({ kind }) => notes || kind === 'text')}
          view={{
            viewer: 'owner',
            language,
            timeZone,
            other: name,
            seenSeq: ticket.seenSeq,
            fileAddress,
          }}
        />
      </ol>
      <ThreadPages
        pages={shown}
        address={(until) =>
          ticketsAddress(query, { ...view, until, ...(notes && { notes: true }) })
        }
      >
        {t('sheet:part', {
          first: count(shown.after + 1),
          last: count(last),
          all: count(lastSeq),
        })}
      </ThreadPages>
      <footer className="quiet">
        {t('sheet:asOf', { at: formatDateTime(now, language, timeZone) })}
      </footer>
    </article>
  )
}
