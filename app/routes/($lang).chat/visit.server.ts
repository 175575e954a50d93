import type { AppLoadContext } from '@remix-run/node'
import { type Desk, findSiteDesk } from '~/domain/desks/desks'
import { ownLook } from '~/domain/desks/embeds'
import type { Ticket } from '~/domain/tickets/tickets'
import { secretHash } from '~/http/links/ticket-link.server'

export interface AtDesk {
  kind: 'desk'
  desk: Desk
}

export interface AtTicket {
  kind: 'ticket'
  desk: Desk
  ticket: Ticket
  secret: string
}

export type Visit =
  | AtDesk
  | AtTicket
  | { kind: 'none' }
  | { kind: 'unknown-desk' }
  | { kind: 'unknown-ticket' }

/** `t` is a ticket's secret, `desk` a public key; without both, the site's desk. */
export async function readVisit({ url, services, config, now }: AppLoadContext): Promise<Visit> {
  const { desks, tickets } = services
  const secret = url.searchParams.get('t')
  const key = url.searchParams.get('desk')
  if (secret !== null) {
    const ticket = await tickets.find({ secretHash: secretHash(secret) })
    const desk = ticket && (await desks.findById(ticket.deskId))
    return ticket && desk ? { kind: 'ticket', desk, ticket, secret } : { kind: 'unknown-ticket' }
  }
  if (key !== null) {
    const desk = await desks.findByPublicKey(key, now())
    return desk ? { kind: 'desk', desk } : { kind: 'unknown-desk' }
  }
  const desk = await findSiteDesk(services, config.siteDesk)
  return desk ? { kind: 'desk', desk } : { kind: 'none' }
}

/** Any site may frame this page: nothing on it is personal or can be done. */
export function embedOfNone({ headers }: AppLoadContext) {
  if (headers.get('Sec-Fetch-Dest') !== 'iframe') return null
  // Conversations lead here, and browsers report an error where only one of two pages asks for a
  // view transition.
  return { look: ownLook, origins: ['*'], sheet: 'chat' as const }
}
