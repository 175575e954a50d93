import { z } from 'zod'
import { isNew } from '~/domain/desks/desks'
import { isShared } from '~/domain/desks/people'
import { AttachmentGone } from '~/domain/files/attachments'
import { givenEmail } from '~/domain/forms/email'
import { incompleteForm } from '~/domain/forms/forms'
import { hasUnsubscribed } from '~/domain/letters/visitor-mails'
import { languages } from '~/domain/text/languages'
import { nameLine } from '~/domain/text/single-line'
import { writeFirst } from '~/domain/tickets/conversations'
import { copiesTyped } from '~/domain/tickets/copies'
import { knownAs } from '~/domain/tickets/known-visitors'
import {
  formKey,
  messageFiles,
  messageText,
  needsWordsOrFiles,
} from '~/domain/tickets/message-input'
import { titleLength } from '~/domain/tickets/messages'
import { usualUndo } from '~/domain/tickets/undo-seconds'
import { visitorDetails } from '~/domain/tickets/visitors'
import { atDeskForms } from '~/http/desks/at-desk.server'
import { readCopies } from '~/http/forms/copies.server'
import { type ActionResult, form, formAction } from '~/http/forms/form-action.server'
import { formKeyHash } from '~/http/forms/key.server'
import { readMessageForm } from '~/http/forms/message.server'
import { secretHash, ticketSecret } from '~/http/links/ticket-link.server'
import { requireDesk } from '~/http/sessions/access.server'
import { localizedPath } from '~/i18n/addresses'
import { insert } from './insertion.server'
import { type AskedToWrite, takeBack, undoOf } from './undo.server'

const newConversation = visitorDetails
  .extend({
    key: formKey,
    body: messageText,
    files: messageFiles,
    email: givenEmail,
    /** Empty for the one that is known of the address, else the page's. */
    language: z.enum(['', ...languages], { message: incompleteForm }).default(''),
    subject: z
      .string()
      .default('')
      .transform(nameLine)
      .refine((subject) => subject.length <= titleLength, 'errors:subject.long'),
    copies: z.string().default(''),
  })
  .superRefine((form, context) => {
    needsWordsOrFiles(form, context)
    const read = copiesTyped(form.copies, [form.email])
    if (!('problem' in read)) return
    const { problem, address } = read
    const message = `errors:copies.${problem}`
    context.addIssue({ code: 'custom', path: ['copies'], message, params: { address } })
  })

const unsubscribed = { email: 'write:unsubscribed' }

export const action = formAction(
  requireDesk,
  {
    send: form(newConversation, send),
    undo: form(z.object({ undo: z.string().default('') }), takeBack),
    ...atDeskForms,
    '': form(z.object({ saved: z.string().default('') }), insert),
  },
  (request, { desk, session }, context) =>
    readMessageForm(request, context, {
      deskId: desk.id,
      side: 'owner',
      trusted: session.user.emailVerified && !isNew(desk, context.now()),
    }),
)

/** One conversation a key; its e-mail leaves as any answer does, once its undo ends and within the same limits. */
async function send(
  {
    key,
    name,
    email,
    language,
    subject,
    copies: typedCopies,
    body,
  }: z.output<typeof newConversation>,
  asked: AskedToWrite,
): Promise<ActionResult> {
  const { desk, member, session, attachments, typed, context } = asked
  const { services, config, now } = context
  if (!session.user.emailVerified) {
    return { status: 403, errors: { form: 'write:unverified' }, more: { see: '/verify-email' } }
  }
  const startKey = formKeyHash(key)
  const hash = secretHash(ticketSecret(config.secrets[0] ?? '', desk.id, startKey))
  const begun = await services.tickets.find({ secretHash: hash })
  const read = await readCopies(services, desk.id, typedCopies, [email])
  const refused = {
    ...(!begun && (await hasUnsubscribed(services, desk.id, email)) && unsubscribed),
    ...(!begun && 'errors' in read && read.errors),
  }
  if (Object.keys(refused).length > 0) return { status: 409, errors: refused }
  const { reader, undoSeconds = usualUndo } = member
  const known = name && language ? undefined : await knownAs(services, desk.id, email)
  const start = {
    deskId: desk.id,
    reader,
    startKey,
    secretHash: hash,
    body,
    attachments,
    title: subject,
    copies: 'copies' in read ? read.copies : [],
    name: name || known?.name || '',
    email,
    byUid: member.uid,
    takenBy: isShared(desk) ? member.uid : undefined,
    undoSeconds,
  }
  const locale = language || known?.language || context.language
  const started = await writeFirst(services, { ...start, locale }, now()).catch(
    (error: unknown) => {
      if (error instanceof AttachmentGone) return { kind: 'gone' as const }
      throw error
    },
  )
  if (started.kind === 'gone') return { status: 409, errors: { files: 'files:gone' } }
  if (started.kind === 'conflict') {
    const { key: _, ...rest } = typed
    return { status: 409, typed: rest, errors: { body: 'errors:message.sentBefore' } }
  }
  const { ticket } = started
  const address = `/dashboard/tickets?ticket=${ticket.number}`
  const undo = started.kind === 'added' && undoSeconds > 0 && undoOf(started, undoSeconds, asked)
  const about = undo ? { undo } : undefined
  return { to: localizedPath(address, context.language), notice: 'conversationBegun', about }
}
