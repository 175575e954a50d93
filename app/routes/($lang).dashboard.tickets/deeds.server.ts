import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import { moveTicket, noteAsOwner, replyAsOwner } from '~/domain/conversations'
import type { Desk } from '~/domain/desks'
import type { FormAnswer } from '~/domain/forms'
import type { Language } from '~/domain/languages'
import { formKey, messageBody } from '~/domain/message-input'
import type { Notice } from '~/domain/notices'
import { withReplyAtEnd } from '~/domain/saved-replies'
import type { Session } from '~/domain/sessions'
import type { Submitted } from '~/http/forms.server'
import { readFilledReplies } from './saved-replies.server'
import { type MoveEvent, moveEvents } from './tickets-page.server'

/** A move needs no text, a reply and a note do. */
export const ticketForm = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('reply'), key: formKey, body: messageBody }),
  z.object({ intent: z.literal('note'), key: formKey, body: messageBody }),
  z.object({ intent: z.literal('insert'), saved: z.string().default('') }),
  ...moveEvents.map((event) => z.object({ intent: z.literal(event) })),
] as [
  z.ZodObject<{ intent: z.ZodLiteral<'reply'>; key: typeof formKey; body: typeof messageBody }>,
  z.ZodObject<{ intent: z.ZodLiteral<'note'>; key: typeof formKey; body: typeof messageBody }>,
  z.ZodObject<{ intent: z.ZodLiteral<'insert'>; saved: z.ZodDefault<z.ZodString> }>,
  z.ZodObject<{ intent: z.ZodLiteral<MoveEvent> }>,
])

/** What the next page says of a move. */
const said: Record<MoveEvent, Notice> = {
  solve: 'solved',
  close: 'closed',
  reopen: 'reopened',
  release: 'released',
}

/** Who asks for a deed, where. */
export interface Asking {
  desk: Desk
  session: Session
  language: Language
  context: AppLoadContext
}

type TicketForm = Extract<Submitted<z.output<typeof ticketForm>>, { kind: 'valid' }>

/** What a deed comes to: done, done with a text that was not sent and is shown again, or refused. */
export type Done =
  | { kind: 'done'; seq?: number; notice?: Notice }
  | { kind: 'kept'; answer: FormAnswer }
  | { kind: 'refused'; answer: FormAnswer }
  | { kind: 'unknown'; answer: FormAnswer }

/** Carries out what the owner's form says of a ticket. */
export async function act(
  asking: Asking,
  number: number,
  { value, typed }: TicketForm,
): Promise<Done> {
  const { desk, language: locale } = asking
  const { services, now } = asking.context
  const scope = { deskId: desk.id, number }
  if (value.intent === 'insert') return insert(asking, scope, value.saved, typed)
  if (value.intent !== 'reply' && value.intent !== 'note') {
    const moved = await moveTicket(services, scope, value.intent, now())
    if (moved.kind !== 'moved') return { kind: moved.kind, answer: refused(typed) }
    return typed.body
      ? { kind: 'kept', answer: { typed, errors: {} } }
      : { kind: 'done', notice: said[value.intent] }
  }
  const write = value.intent === 'reply' ? replyAsOwner : noteAsOwner
  const writing = { clientKey: value.key, body: value.body, locale }
  const result = await write(services, scope, writing, now())
  switch (result.kind) {
    case 'added':
    case 'again':
      return { kind: 'done', seq: result.message.seq }
    case 'conflict': {
      const { key: _, ...rest } = typed
      return {
        kind: 'refused',
        answer: { typed: rest, errors: { body: 'errors.message.sentBefore' } },
      }
    }
    case 'refused':
      return { kind: 'refused', answer: { typed, errors: { body: 'errors.ticket.closed' } } }
    case 'unknown':
      return { kind: 'unknown', answer: refused(typed) }
  }
}

/** Nothing is sent: the form comes again with the saved reply at the end of what was typed. */
async function insert(
  { desk, session, context }: Asking,
  scope: { deskId: string; number: number },
  saved: string,
  typed: FormAnswer['typed'],
): Promise<Done> {
  const { tickets, savedReplies } = context.services
  const ticket = await tickets.find(scope)
  if (!ticket) return { kind: 'unknown', answer: refused(typed) }
  const replies = await readFilledReplies(savedReplies, desk, ticket, session.user.displayName)
  const reply = replies.find(({ id }) => id === saved)
  if (!reply) {
    return { kind: 'unknown', answer: { typed, errors: { form: 'errors.savedReply.chosenGone' } } }
  }
  const body = withReplyAtEnd(typed.body ?? '', reply.text)
  return {
    kind: 'kept',
    answer: { typed: { ...typed, body, inserted: reply.language }, errors: {} },
  }
}

function refused(typed: FormAnswer['typed']): FormAnswer {
  return { typed, errors: { form: 'errors.ticket.refused' } }
}
