import type { AppLoadContext } from '@remix-run/node'
import { type Desk, findSiteDesk } from '~/domain/desks/desks'
import { ownLook } from '~/domain/desks/embeds'
import type { Language } from '~/domain/text/languages'
import type { Ticket } from '~/domain/tickets/tickets'
import { secretHash } from '~/http/links/ticket-link.server'
import { localizedPath } from '~/i18n/addresses'

export interface AtDesk {
  kind: 'desk'
  desk: Desk
  ofSite: boolean
}

export interface AtTicket {
  kind: 'ticket'
  desk: Desk
  ofSite: boolean
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
  const site = findSiteDesk(services, config.siteDesk)
  if (secret !== null) {
    const [ticket, own] = await Promise.all([
      tickets.find({ secretHash: secretHash(secret) }),
      site,
    ])
    if (!ticket) return { kind: 'unknown-ticket' }
    const ofSite = own?.id === ticket.deskId
    const desk = ofSite ? own : await desks.findById(ticket.deskId)
    return desk ? { kind: 'ticket', desk, ofSite, ticket, secret } : { kind: 'unknown-ticket' }
  }
  const [own, desk] = await Promise.all([
    site,
    key === null ? site : desks.findByPublicKey(key, now()),
  ])
  if (!desk) return { kind: key === null ? 'none' : 'unknown-desk' }
  return { kind: 'desk', desk, ofSite: own?.id === desk.id }
}

/** The desk's page, where the visitor may begin again. */
export function deskAddress({ desk, ofSite }: AtDesk | AtTicket, language: Language): string {
  return localizedPath(ofSite ? '/chat' : `/chat?desk=${desk.publicKey}`, language)
}

/** Any site may frame this page: nothing on it is personal or can be done. */
export function embedOfNone({ headers }: AppLoadContext) {
  if (headers.get('Sec-Fetch-Dest') !== 'iframe') return null
  // Conversations lead here, and browsers report an error where only one of two pages asks for a
  // view transition.
  return { look: ownLook, origins: ['*'], sheet: 'chat' as const }
}
