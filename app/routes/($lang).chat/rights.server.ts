import { type AppLoadContext, redirect } from '@remix-run/node'
import { findSiteDesk } from '~/domain/desks/desks'
import { eraseTicket } from '~/domain/erasure/tickets'
import type { FormError } from '~/domain/forms/forms'
import { TooManyAttempts, waitInWords } from '~/domain/limits/attempts'
import { endAsVisitor } from '~/domain/tickets/conversations'
import { flash } from '~/http/cookies/flash.server'
import { attempt } from '~/http/limits/attempts.server'
import { secretHash } from '~/http/links/ticket-link.server'
import { localizedPath } from '~/i18n/addresses'
import type { Visit } from './visit.server'

type AtTicket = Extract<Visit, { kind: 'ticket' }>

/** More than any conversation between people. */
const mostCounted = 10_000

export interface Erasure {
  secret: string
  number: number
  messages: number
  hasFiles: boolean
  hasDetails: boolean
  hasRating: boolean
  mergedFrom: number[]
}

export async function readErasure(
  { ticket, secret }: AtTicket,
  { services }: AppLoadContext,
): Promise<Erasure> {
  const { deskId, number, visitorName, visitorEmail } = ticket
  const [messages, { mergedFrom }, rating] = await Promise.all([
    services.tickets.messages(ticket, 0, mostCounted),
    services.ticketHistory.links({ id: ticket.id, deskId, number }),
    services.feedback.findOf(ticket),
  ])
  return {
    secret,
    number,
    messages: messages.length,
    hasFiles: messages.some(({ attachments }) => attachments),
    hasRating: rating !== undefined,
    hasDetails: Boolean(visitorName || visitorEmail),
    mergedFrom: mergedFrom.map((each) => each.number),
  }
}

/** Retry after `seconds`. */
export interface Refusal {
  error: FormError
  retryAfter: number
}

/** Throws the redirect, or returns why not. Knowing the link is the permission. */
export async function exerciseIfAsked(
  visit: AtTicket,
  intent: string,
  context: AppLoadContext,
): Promise<Refusal | undefined> {
  const { services, now } = context
  const url = new URL(context.url)
  const scope = secretHash(visit.secret)
  if (intent === 'end') {
    const ended = await endAsVisitor(services, scope, now())
    const said = ended.kind === 'moved' ? { 'Set-Cookie': flash(context, 'ended') } : undefined
    throw redirect(url.pathname + url.search, { status: 303, headers: said })
  }
  if (intent === 'erase') {
    url.searchParams.set('erase', '1')
    throw redirect(url.pathname + url.search, 303)
  }
  if (intent !== 'erase-for-good') return undefined
  try {
    await attempt(context, { act: 'work' }, () =>
      eraseTicket(services, { secretHash: scope }, now()),
    )
  } catch (error) {
    if (!(error instanceof TooManyAttempts)) throw error
    return { error: waitInWords(error.retryAfter), retryAfter: error.retryAfter }
  }
  const headers = new Headers({ 'Clear-Site-Data': '"cache"' })
  headers.append('Set-Cookie', flash(context, 'conversationErased'))
  throw redirect(await counterAddress(visit, context), { status: 303, headers })
}

/** The desk's page, where the visitor may begin again. */
async function counterAddress({ desk }: AtTicket, { language, services, config }: AppLoadContext) {
  const own = await findSiteDesk(services, config.siteDesk)
  const query = own?.id === desk.id ? '' : `?desk=${desk.publicKey}`
  return localizedPath(`/chat${query}`, language)
}
