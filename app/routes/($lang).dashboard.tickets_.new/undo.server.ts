import { retractBeginning } from '~/domain/erasure/beginnings'
import type { HeldAttachment } from '~/domain/files/attachments'
import type { FormAnswer } from '~/domain/forms/forms'
import type { NoticeUndo } from '~/domain/forms/notices'
import type { Message } from '~/domain/tickets/messages'
import { readRetraction, retractionOf } from '~/domain/tickets/retracting'
import type { Ticket } from '~/domain/tickets/tickets'
import { noticeText } from '~/http/cookies/flash.server'
import type { ActionResult, Asked } from '~/http/forms/form-action.server'
import { uploadedOf } from '~/http/forms/message.server'
import { readOwnUndo, signUndo } from '~/http/forms/undo.server'
import type { OwnDesk } from '~/http/sessions/access.server'

export type AskedToWrite = Asked<OwnDesk & { attachments: HeldAttachment[] }>

/** The form with the words of a message that was taken back. */
export interface WritingAnswer extends FormAnswer {
  done?: string
}

const fields = ['email', 'name', 'copies', 'language', 'subject'] as const

/** Takes back the message that began the ticket. */
export function undoOf(
  { ticket, message }: { ticket: Ticket; message: Message },
  seconds: number,
  asked: AskedToWrite,
): NoticeUndo {
  const { context } = asked
  const text = retractionOf({ ticket, message, before: ticket }, seconds)
  return { action: context.path, value: signUndo(text, asked, context), seconds }
}

/** The words come back above those that are typed by now, and whom they went to where nobody else is typed. */
export async function takeBack(
  { undo }: { undo: string },
  asked: AskedToWrite,
): Promise<ActionResult<Pick<WritingAnswer, 'done' | 'uploaded'>>> {
  const { desk, member, typed, attachments, context } = asked
  const { services, now } = context
  const step = readRetraction(readOwnUndo(undo, asked, context) ?? '')
  if (!step) return { status: 409, errors: { form: 'tickets:errors.refused' } }
  const scope = { deskId: desk.id, number: step.number, byUid: member.uid }
  const result = await retractBeginning(services, scope, step, now())
  if (result.kind === 'unknown') return { status: 409, errors: { form: 'write:errors.gone' } }
  if (result.kind === 'refused' || !result.ticket.takenBack) {
    return { status: 409, errors: { form: 'write:errors.left' } }
  }
  const { visitorName: name, locale: language, subject = '', takenBack } = result.ticket
  const { body, to: email, copies, files } = takenBack
  const earlier = { email, name, copies: copies.join(', '), language, subject }
  const isWriting = Boolean(typed.body || typed.email)
  const later = fields.flatMap((name) => (isWriting && typed[name] ? [[name, typed[name]]] : []))
  const held = [...(await services.attachments.list(desk.id, files)), ...attachments]
  const target = { deskId: desk.id, side: 'owner' } as const
  return {
    status: 200,
    typed: {
      ...earlier,
      ...Object.fromEntries(later),
      body: [body, typed.body].filter(Boolean).join('\n\n'),
    },
    more: {
      done: noticeText(context, 'messageTakenBack'),
      uploaded: uploadedOf(held, target, context),
    },
  }
}
