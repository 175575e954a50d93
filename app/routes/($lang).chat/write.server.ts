import { type AppLoadContext, redirect } from '@remix-run/node'
import { z } from 'zod'
import { AttachmentGone, type HeldAttachment } from '~/domain/files/attachments'
import type { FormAnswer } from '~/domain/forms/forms'
import { endTyping } from '~/domain/live/presence'
import type { Language } from '~/domain/text/languages'
import { startTicket, writeAsVisitor } from '~/domain/tickets/conversations'
import {
  formKey,
  messageFiles,
  messageText,
  needsWordsOrFiles,
} from '~/domain/tickets/message-input'
import { visitorDetails } from '~/domain/tickets/visitors'
import { findByClearKey, formKeyHash } from '~/http/forms/key.server'
import { recoverSecret, secretHash, ticketSecret } from '~/http/links/ticket-link.server'
import { localizedPath } from '~/i18n/addresses'
import { holdReasonOf, spamFields } from './spam.server'
import type { Visit } from './visit.server'

export const chatForm = z
  .object({ key: formKey, body: messageText, files: messageFiles })
  .and(visitorDetails)
  .and(spamFields)
  .superRefine(needsWordsOrFiles)

export type Written = { kind: 'sent'; address: string } | { kind: 'again'; answer: FormAnswer }

type ChatForm = z.output<typeof chatForm> & { attachments: HeldAttachment[] }
type At<Kind extends Visit['kind']> = Extract<Visit, { kind: Kind }>

/** The first message, a further one, or a follow-up to a closed ticket. */
export async function write(
  visit: At<'desk'> | At<'ticket'>,
  form: ChatForm,
  typed: FormAnswer['typed'],
  language: Language,
  context: AppLoadContext,
): Promise<Written> {
  try {
    return await take(visit, form, typed, language, context)
  } catch (error) {
    if (!(error instanceof AttachmentGone)) throw error
    return { kind: 'again', answer: { typed, errors: { files: 'thread:errors.files.gone' } } }
  }
}

async function take(
  visit: At<'desk'> | At<'ticket'>,
  form: ChatForm,
  typed: FormAnswer['typed'],
  language: Language,
  context: AppLoadContext,
): Promise<Written> {
  const { services, now } = context
  if (visit.kind === 'desk') return begin(visit, form, typed, language, context)
  const { key, body, attachments } = form
  const writing = { clientKey: formKeyHash(key), body, attachments, locale: language }
  const result = await writeAsVisitor(services, secretHash(visit.secret), writing, now())
  if (result.kind === 'added') await endTyping(services, result.ticket, 'visitor', now())
  switch (result.kind) {
    case 'added':
    case 'again':
      return sent(visit.secret, language, result.message.seq)
    case 'conflict':
      return conflict(typed)
    case 'refused':
      return begin(visit, form, typed, language, context)
    case 'unknown':
      throw redirect(localizedPath(`/chat?t=${encodeURIComponent(visit.secret)}`, language), 303)
  }
}

async function begin(
  visit: At<'desk'> | At<'ticket'>,
  form: ChatForm,
  typed: FormAnswer['typed'],
  language: Language,
  context: AppLoadContext,
): Promise<Written> {
  const { services, config, now } = context
  const before = visit.kind === 'ticket' ? visit.ticket : undefined
  if (await findByClearKey(context, visit.desk.id, form.key)) return conflict(typed)
  const startKey = formKeyHash(form.key)
  const secret = ticketSecret(config.secrets[0] ?? '', visit.desk.id, startKey)
  // A resent form begins nothing and costs nothing.
  const begun = await services.tickets.find({ secretHash: secretHash(secret) })
  const started = await startTicket(
    services,
    {
      deskId: visit.desk.id,
      startKey,
      secretHash: secretHash(secret),
      body: form.body,
      attachments: form.attachments,
      locale: language,
      name: form.name || before?.visitorName || '',
      email: form.email || before?.visitorEmail || '',
      followUpOf: before?.id,
      heldFor: begun ? undefined : await holdReasonOf(visit.desk, before, form, context),
    },
    now(),
  )
  if (started.kind === 'added') return sent(secret, language, 1)
  if (started.kind !== 'again') return conflict(typed)
  const earlier = recoverSecret(config.secrets, started.ticket)
  return earlier ? sent(earlier, language, started.message.seq) : conflict(typed)
}

function sent(secret: string, language: Language, seq: number): Written {
  return { kind: 'sent', address: localizedPath(`/chat?t=${secret}#m-${seq}`, language) }
}

/** With a new key, so that the button now sends it as another message. */
function conflict({ key: _, ...typed }: FormAnswer['typed']): Written {
  return { kind: 'again', answer: { typed, errors: { body: 'errors:message.sentBefore' } } }
}
