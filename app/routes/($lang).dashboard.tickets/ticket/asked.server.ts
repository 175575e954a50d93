import type { AppLoadContext } from '@remix-run/node'
import type { HeldAttachment } from '~/domain/files/attachments'
import type { FormAnswer } from '~/domain/forms/forms'
import type { Notice, NoticeSubject } from '~/domain/forms/notices'
import { bestEffort } from '~/domain/stores'
import { markSeen } from '~/domain/tickets/conversations'
import { formKey, seenUpTo } from '~/domain/tickets/message-input'
import type { DeskScope, OwnerScope } from '~/domain/tickets/scopes'
import type { Moved } from '~/domain/tickets/tickets'
import { noticeText } from '~/http/cookies/flash.server'
import type { ActionResult, Asked } from '~/http/forms/form-action.server'
import { signUndo } from '~/http/forms/undo.server'
import { type OwnDesk, requireDesk } from '~/http/sessions/access.server'
import { localizedPath } from '~/i18n/addresses'
import { readListQuery, ticketsAddress } from '../address'
import type { TicketsAnswer } from './answer'
import { answerTyped } from './answer-typed'
import { ticketNumber } from './loader.server'

/** Without a ticket in the address, number 0, which none has. */
export type AtTicket = OwnDesk & { scope: OwnerScope }

export type AskedOfTicket = Asked<AtTicket & { attachments: HeldAttachment[] }>

export type TicketResult = ActionResult<
  Partial<Omit<TicketsAnswer, keyof FormAnswer>> & Pick<FormAnswer, 'uploaded'>
>

export async function ownTicket(context: AppLoadContext): Promise<AtTicket> {
  const own = await requireDesk(context)
  return { ...own, scope: { ...scopeOf(own), number: ticketNumber(context.url) ?? 0 } }
}

export function scopeOf({ desk, member }: OwnDesk): DeskScope {
  return { deskId: desk.id, byUid: member.uid }
}

/** Moving a ticket marks the messages of its page as seen: without scripts nothing else does. */
export async function noteShown({ scope, member, typed, context }: AskedOfTicket): Promise<void> {
  const { services, report } = context
  const seen = seenUpTo.parse(typed.seen)
  const ticket = seen === undefined ? undefined : await services.tickets.find(scope)
  if (ticket) await bestEffort(markSeen(services, member, ticket, seen), report)
}

/**
 * Identifies a move that is sent again. The key of the message being written would not do: a
 * draft keeps it from one move to the next.
 */
export function formOf({ intent, typed }: AskedOfTicket): string | undefined {
  const { data } = formKey.safeParse(typed.moveKey ?? typed.key)
  return data && `${intent} ${data}`
}

/** A form sent again, as after a lost answer, is answered as the first time. */
export function moved(
  { kind }: Pick<Moved, 'kind'>,
  notice: Notice,
  asked: AskedOfTicket,
  to?: string,
  about?: NoticeSubject,
) {
  if (kind === 'moved' || kind === 'again') return done(notice, asked, to, about)
  const status = kind === 'unknown' ? 404 : 409
  return { status, errors: { form: 'tickets:errors.refused' } }
}

/** Redirects, or shows an unsent reply again with the notice. */
export function done(
  notice: Notice,
  { typed, attachments, context }: AskedOfTicket,
  to = context.path,
  about?: NoticeSubject,
): TicketResult {
  if (!typed.body && attachments.length === 0) return { to, notice, about }
  const said = { done: noticeText(context, notice, about), undo: about?.undo?.value }
  return { status: 200, typed: answerTyped(typed), more: said }
}

/** The ticket, and what undoes the step. */
export function subject(asked: AskedOfTicket, undo?: string, seconds?: number): NoticeSubject {
  const { scope, context } = asked
  if (!undo) return { number: scope.number }
  const value = signUndo(undo, asked, context)
  return { number: scope.number, undo: { action: context.path, value, seconds } }
}

/** The list, or one of its tickets at its newest message. */
export function inList(
  { url, language }: AppLoadContext,
  ticket?: number,
  query = readListQuery(url.searchParams),
): string {
  const to = localizedPath(ticketsAddress(query, { ticket }), language)
  return ticket ? `${to}#newest` : to
}
