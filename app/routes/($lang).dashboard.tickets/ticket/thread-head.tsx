import { AddressText } from '~/components/site/address-text'
import { BackLink } from '~/components/site/back-link'
import { soonText } from '~/components/tickets/soon'
import type { TicketLink } from '~/domain/tickets/history'
import { listedState } from '~/domain/tickets/states'
import { useLanguage } from '~/i18n/language'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { ticketsAddress } from '../address'
import type { TicketsPage } from '../loader.server'
import type { TicketsAnswer } from './answer'
import { History } from './history'
import { Menus } from './menus'
import { MoreForTicket } from './more-for-ticket'
import type { TicketThread } from './thread-page.server'

interface Props {
  page: TicketsPage
  ticket: TicketThread
  answer?: TicketsAnswer
}

export function ThreadHead({ page, ticket, answer }: Props) {
  const { t } = useTranslation()
  const { asked, timeZone } = page
  const { number, visitorName, visitorEmail, subject, links } = ticket
  const mail = visitorEmail && (
    <a href={`mailto:${visitorEmail}`}>
      <AddressText text={visitorEmail} />
    </a>
  )
  return (
    <>
      <header className="ticket-head">
        {asked !== null && <BackLink to={ticketsAddress(page.query)} text={t('tickets:back')} />}
        <h2>
          {number} · {visitorName || mail || t('ledger:visitor')}
          {subject && <small> {subject}</small>}
        </h2>{' '}
        {asked !== null && asked !== number && (
          <p className="merged">{t('tickets:mergedHere', { from: asked, number })}</p>
        )}
        {/* What is to be confirmed first stands alone. */}
        {answer?.erase || answer?.merge ? (
          <State page={page} ticket={ticket} />
        ) : (
          <>
            <ul className="facts">
              <li>
                <State page={page} ticket={ticket} />
              </li>
              <Menus page={page} ticket={ticket} answer={answer} />
            </ul>{' '}
            <History ticket={ticket} timeZone={timeZone} />{' '}
            <MoreForTicket page={page} ticket={ticket} answer={answer} />
          </>
        )}
      </header>
      <div className="ticket-facts">
        <p className="quiet contact">
          {visitorName && mail && (
            <>
              {mail}
              {', '}
            </>
          )}
          {ticket.languages}
        </p>
        {links.followUpOf && (
          <Relative page={page} link={links.followUpOf} text={t('tickets:follows')} />
        )}
        {links.followUps.map((link) => (
          <Relative key={link.number} page={page} link={link} text={t('tickets:followedBy')} />
        ))}
        {ticket.heldReplies.map((link) => (
          <Relative key={link.number} page={page} link={link} text={link.text} />
        ))}
        {links.mergedFrom.length > 0 && (
          <p className="quiet">
            {t('tickets:mergedFrom', {
              numbers: links.mergedFrom.map((each) => each.number).join(', '),
            })}
          </p>
        )}
      </div>
    </>
  )
}

function State({ page: { now, timeZone }, ticket: { state, snoozedUntil } }: Props) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <span className="tag">
      {snoozedUntil
        ? t('ledger:back', { at: soonText(t, snoozedUntil, now, language, timeZone) })
        : t(`tickets:state.${listedState(state)}`)}
    </span>
  )
}

function Relative({ page, link, text }: { page: TicketsPage; link: TicketLink; text: string }) {
  const address = ticketsAddress(page.query, { ticket: link.number })
  return (
    <p className="quiet">
      {text}{' '}
      <AppLink to={address}>
        {link.number} · {link.title}
      </AppLink>
    </p>
  )
}
