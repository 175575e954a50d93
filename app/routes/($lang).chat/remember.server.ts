import type { AppLoadContext } from '@remix-run/node'
import { type VisitorWord, visitorWord } from '~/domain/tickets/states'
import { unseenAnswers } from '~/domain/tickets/unseen'
import { rememberConversation, rememberedConversation } from '~/http/cookies/conversations.server'
import type { ActionResult, Asked } from '~/http/forms/form-action.server'
import { secretHash } from '~/http/links/ticket-link.server'
import { type AtDesk, deskAddress, type Recipient } from './visit.server'

/** A conversation to which the desk's page leads back. */
export interface EarlierConversation {
  secret: string
  number: number
  word: VisitorWord
  /** Whether an answer in it was not seen yet. */
  answered: boolean
}

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
  return { secret, number: ticket.number, word: visitorWord(ticket), answered }
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
