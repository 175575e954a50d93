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
import { AssigneeMenu } from './menus'
import type { TicketThread } from './thread-page.server'

export function ThreadHead({ page, ticket }: { page: TicketsPage; ticket: TicketThread }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { timeZone, asked } = page
  const { number, visitorName, visitorEmail, snoozedUntil, links } = ticket
  const mail = visitorEmail && (
    <a href={`mailto:${visitorEmail}`}>
      <AddressText text={visitorEmail} />
    </a>
  )
  return (
    <>
      <header className="ticket-head">
        {asked !== null && <BackLink to={ticketsAddress(page.query)} text={t('tickets:back')} />}
        <div className="who">
          <h2>
            {number} · {visitorName || mail || t('ledger:visitor')}
          </h2>{' '}
          <span className="tag">
            {snoozedUntil
              ? t('tickets:snoozedUntil', {
                  at: soonText(t, snoozedUntil, page.now, language, timeZone),
                })
              : t(`tickets:state.${listedState(ticket.state)}`)}
          </span>{' '}
          <AssigneeMenu ticket={ticket} />
          {asked !== null && asked !== number && (
            <p className="merged">{t('tickets:mergedHere', { from: asked, number })}</p>
          )}
        </div>
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
