import type { AppLoadContext } from '@remix-run/node'
import { type Desk, findSiteDesk } from '~/domain/desks/desks'
import { ownLook } from '~/domain/desks/embeds'
import type { Ticket } from '~/domain/tickets/tickets'
import { secretHash } from '~/http/links/ticket-link.server'

/** Where a visitor stands: at a desk, with their ticket or without one yet. */
export type Visit =
  | { kind: 'desk'; desk: Desk }
  | { kind: 'ticket'; desk: Desk; ticket: Ticket; secret: string }
  /** Nobody has set up a desk on this site. */
  | { kind: 'none' }
  | { kind: 'unknown-desk' }
  | { kind: 'unknown-ticket' }

/** Reads the address: `t` is a ticket's secret, `desk` a desk's public key, neither the site's own desk. */
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

/**
 * Where there is nobody to write to, a frame says so on whichever site it is: nothing on that page is
 * anybody's, and nothing can be done there.
 */
export function embedOfNone({ headers }: AppLoadContext) {
  if (headers.get('Sec-Fetch-Dest') !== 'iframe') return null
  // Conversations lead here, and a browser that is to draw the way from one page to the next reports an
  // error where the other page's sheet does not ask for it, too.
  return { look: ownLook, origins: ['*'], sheet: 'chat' as const }
}
