import type { AppLoadContext } from '@remix-run/node'
import { type VisitorWord, visitorWord } from '~/domain/tickets/states'
import { unseenAnswers } from '~/domain/tickets/unseen'
import {
  rememberConversation,
  rememberedConversation,
  rememberedConversations,
} from '~/http/cookies/conversations.server'
import type { ActionResult, Asked } from '~/http/forms/form-action.server'
import { recoverSecret, secretHash } from '~/http/links/ticket-link.server'
import { type AtDesk, type AtTicket, deskAddress, type Recipient } from './visit.server'

/** A conversation to which the desk's page leads back. */
export interface EarlierConversation {
  secret: string
  number: number
  word: VisitorWord
  /** Whether an answer in it was not seen yet. */
  answered: boolean
  /** Whether the desk's page opens it by itself. */
  goesOn: boolean
}

/** Milliseconds since its last message for which a conversation goes on. */
const pause = 14 * 86_400_000

/** What this browser began here, unless it was erased. */
export async function readEarlier(
  { desk }: AtDesk,
  context: AppLoadContext,
): Promise<EarlierConversation | undefined> {
  const secret = rememberedConversation(context, desk.id)
  const ticket = secret && (await context.services.tickets.find({ secretHash: secretHash(secret) }))
  if (!ticket || ticket.deskId !== desk.id) return undefined
  const { tickets } = context.services
  const answered = (await unseenAnswers(tickets, ticket)).length > 0
  const word = visitorWord(ticket)
  const last = ticket.lastAt ?? ticket.createdAt
  const goesOn = word !== 'done' && context.now().getTime() - last.getTime() < pause
  return { secret, number: ticket.number, word, answered, goesOn }
}

/** The conversation before another one. */
export interface ConversationBefore {
  secret: string
  begun: Date
}

/** The ended one that it continues, or else the one that this browser began here before it. */
export async function readBefore(
  visit: AtTicket,
  context: AppLoadContext,
): Promise<ConversationBefore | undefined> {
  return (await readContinued(visit, context)) ?? readBegunBefore(visit, context)
}

/** A chat that continues another was begun with its link; an e-mail may come from anybody. */
async function readContinued({ ticket, secret }: AtTicket, context: AppLoadContext) {
  const { services, config } = context
  const { id, deskId, number } = ticket
  if (!ticket.followUpOf || ticket.secretHash !== secretHash(secret)) return undefined
  const [[first], { followUpOf }] = await Promise.all([
    services.tickets.messages(ticket, 0, 1),
    services.ticketHistory.links({ id, deskId, number }),
  ])
  if (!followUpOf || first?.kind !== 'text' || first.mail) return undefined
  const before = await services.tickets.find({ deskId, number: followUpOf.number })
  const itsSecret = before && recoverSecret(config.secrets, before)
  return itsSecret ? { secret: itsSecret, begun: before.createdAt } : undefined
}

async function readBegunBefore({ ticket, secret }: AtTicket, context: AppLoadContext) {
  const all = rememberedConversations(context, ticket.deskId)
  const before = all.includes(secret) ? all[all.indexOf(secret) + 1] : undefined
  const found = before && (await context.services.tickets.find({ secretHash: secretHash(before) }))
  if (!found || found.deskId !== ticket.deskId || found.id === ticket.id) return undefined
  return { secret: before, begun: found.createdAt }
}

export async function forget(
  _: unknown,
  { deskId, context }: Asked<Recipient>,
): Promise<ActionResult> {
  const address = await deskAddress(context)
  return {
    // The frame's script forgets by this word.
    to: `${address}${address.includes('?') ? '&' : '?'}forgotten`,
    notice: 'forgotten',
    cookies: [rememberConversation(context, deskId)],
  }
}
