import type { AppLoadContext } from '@remix-run/node'
import type { Desk } from '~/domain/desks/desks'
import { ownLook } from '~/domain/desks/embeds'
import { findSiteDesk } from '~/domain/desks/site-desk'
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

interface Nowhere {
  kind: 'none' | 'unknown-desk' | 'unknown-ticket'
}

export type Visit = AtDesk | AtTicket | Nowhere

/** Where a form is sent to. Most forms need no more of a ticket's desk than its id. */
export type Recipient = ToDesk | ToTicket

export type ToDesk = Pick<AtDesk, 'kind' | 'desk'> & { deskId: string }

export type ToTicket = Pick<AtTicket, 'kind' | 'ticket' | 'secret'> & { deskId: string }

/** `t` is a ticket's secret, `desk` a public key; without both, the site's desk. */
export async function readVisit({ url, services, now }: AppLoadContext): Promise<Visit> {
  const { desks, tickets } = services
  const secret = url.searchParams.get('t')
  const key = url.searchParams.get('desk')
  const site = findSiteDesk(services)
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

export async function readRecipient(context: AppLoadContext): Promise<Recipient | Nowhere> {
  const secret = context.url.searchParams.get('t')
  if (secret !== null) {
    const ticket = await context.services.tickets.find({ secretHash: secretHash(secret) })
    if (!ticket) return { kind: 'unknown-ticket' }
    return { kind: 'ticket', deskId: ticket.deskId, ticket, secret }
  }
  const visit = await readVisit(context)
  return visit.kind === 'desk' ? { ...visit, deskId: visit.desk.id } : { kind: 'none' }
}

/** The desk's page, where the visitor may begin again. */
export async function deskAddress(context: AppLoadContext): Promise<string> {
  const visit = await readVisit(context)
  const named = 'desk' in visit && !visit.ofSite
  return localizedPath(named ? `/chat?desk=${visit.desk.publicKey}` : '/chat', context.language)
}

/** Any site may frame this page: nothing on it is personal or can be done. */
export function embedOfNone({ headers }: AppLoadContext) {
  if (headers.get('Sec-Fetch-Dest') !== 'iframe') return null
  return { look: ownLook, origins: ['*'] }
}
