import { useNavigation } from '@remix-run/react'
import { useState } from 'react'
import { Ledger } from '~/components/shop/ledger'
import { useAnnounced } from '~/components/site/announcer'
import { DefaultButton } from '~/components/site/language-switch'
import { listedStates } from '~/domain/tickets/states'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { isNarrowed, lineAddress, ownListIn, ticketsAddress } from './address'
import { Bulk } from './bulk'
import type { TicketsPage } from './loader.server'
import { Search } from './search'
import type { TicketsAnswer } from './ticket/answer'

export function TicketList({ page, answer }: { page: TicketsPage; answer?: TicketsAnswer }) {
  const { t } = useTranslation()
  const navigation = useNavigation()
  const busy = navigation.state === 'loading'
  const asked = Number(new URLSearchParams(navigation.location?.search).get('ticket'))
  const { query, lines, next, counts } = page
  // Held tickets are rare, so their tab appears only with some.
  const shown = listedStates.filter((each) => each !== 'held' || counts.held > 0)
  const narrowed = isNarrowed(query)
  // With a ticket open, its form takes the ticked ones along, so that no typed text is lost.
  const form = page.ticket ? 'reply' : 'bulk'
  const { bulk } = answer ?? {}
  const done = `${useDone(answer)} ${bulk?.event} ${bulk?.moved}`
  return (
    <section className="list" aria-label={t('tickets:list')} aria-busy={busy || undefined}>
      <DefaultButton form={form} />
      <h1>{t('tickets:heading')}</h1>
      <p>
        <AppLink to="/dashboard/tickets/new">{t('tickets:writeFirst')}</AppLink>
      </p>
      {page.noRoom && <p className="banner bad">{page.noRoom}</p>}
      {page.noFileRoom && <p className="banner bad">{page.noFileRoom}</p>}
      <Search page={page} />
      {page.whose && (
        <nav className="states" aria-label={page.whoseLabel}>
          {page.whose.map(({ name, whose, count }) => (
            <Tab
              key={name}
              to={ticketsAddress({ ...query, whose, assignee: undefined })}
              current={whose === query.whose && !query.assignee}
              name={name}
              count={count}
              isOwn={ownListIn({ whose }) !== undefined}
            />
          ))}
        </nav>
      )}
      {!ownListIn(query) && (
        <nav className="states" aria-label={t('tickets:states')}>
          {[...shown, ...(narrowed ? (['all'] as const) : [])].map((state) => (
            <Tab
              key={state}
              to={ticketsAddress({ ...query, state })}
              current={state === query.state}
              name={t(`tickets:state.${state}`)}
              // What is done is no number to work on, and grows for ever.
              count={narrowed || state === 'all' || state === 'done' ? undefined : counts[state]}
            />
          ))}
        </nav>
      )}
      <Found page={page} />
      <Bulk form={form} page={page} answer={answer} done={done} />
      {lines.length === 0 ? (
        <p className="quiet">
          {page.nothing ??
            (narrowed || query.state === 'all'
              ? t('tickets:nothingFound')
              : t(`tickets:empty.${query.state}`))}
        </p>
      ) : (
        <Ledger
          // Another list clears the ticks, as does what was done with those ticked.
          key={[query.state, query.whose, query.assignee, page.after, page.allChosen, done].join()}
          lines={lines}
          // A press marks its line before the ticket is there.
          chosen={lines.some(({ number }) => number === asked) ? asked : page.ticket?.number}
          address={(line) => lineAddress(query, line)}
          // What is to be confirmed names its tickets itself.
          form={answer?.eraseChosen || answer?.mergeChosen ? undefined : form}
          ticked={page.allChosen ? lines.map(({ number }) => number) : stillTicked(answer)}
        />
      )}
      {next && (
        <p>
          <AppLink to={ticketsAddress(query, { after: next })}>{t('tickets:more')}</AppLink>
        </p>
      )}
    </section>
  )
}

function Tab(tab: { to: string; current: boolean; name: string; count?: number; isOwn?: boolean }) {
  const { to, current, name, count, isOwn } = tab
  return (
    <>
      <AppLink to={to} aria-current={current ? 'page' : undefined} title={isOwn ? name : undefined}>
        {isOwn ? <span>{name}</span> : name}
        {count !== undefined && <small> {count}</small>}
      </AppLink>{' '}
    </>
  )
}

/** Without scripts, of those ticked for a press that did nothing. */
function stillTicked(answer?: TicketsAnswer): number[] | undefined {
  const isDone = answer?.bulk?.moved.length ?? Object.keys(answer?.errors ?? {}).length === 0
  return isDone ? undefined : answer?.ticked
}

/** What Enter in a field, or a button without an intent, is for; the first counts. */
const filled = ['assignee', 'untag', 'addTag', 'bulkAssignee', 'bulkTag', 'bulkTags', 'bulkDate']

/** How often a form for ticked tickets has led on, as it does once all of it is done. */
function useDone(answer?: TicketsAnswer): number {
  const { formData } = useNavigation()
  const deed = formData?.get('intent') || filled.find((name) => formData?.get(name))
  const isSent = `${deed}`.startsWith('bulk')
  const [{ sent, done }, setState] = useState({ sent: false, done: 0 })
  if (isSent !== sent) setState({ sent: isSent, done: sent && !answer ? done + 1 : done })
  return done
}

/** How many tickets a search or a filter has found, as far as they were counted. */
function Found({ page: { query, lines, after, next } }: { page: TicketsPage }) {
  const { t } = useTranslation()
  const isFirst = isNarrowed(query) && !after && lines.length > 0
  const count = lines.length
  const text = isFirst ? t(next ? 'tickets:foundMore' : 'tickets:found', { count }) : undefined
  useAnnounced(text, ticketsAddress(query))
  return text && <p className="quiet">{text}</p>
}
