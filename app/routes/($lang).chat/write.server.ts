import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import { AttachmentGone, type HeldAttachment } from '~/domain/files/attachments'
import type { FormAnswer } from '~/domain/forms/forms'
import { subnetOf } from '~/domain/limits/networks'
import { takeTextRoom } from '~/domain/limits/text-room'
import { endTyping } from '~/domain/live/presence'
import { bestEffort } from '~/domain/stores'
import { noteVisitor } from '~/domain/tickets/auto-release'
import { writeAsVisitor } from '~/domain/tickets/conversations'
import {
  formKey,
  messageFiles,
  messageText,
  needsWordsOrFiles,
  seenUpTo,
} from '~/domain/tickets/message-input'
import { receiveTicket } from '~/domain/tickets/round-robin'
import { visitorDetails } from '~/domain/tickets/visitors'
import { rememberConversation } from '~/http/cookies/conversations.server'
import { type ActionResult, type Asked, comeAgain } from '~/http/forms/form-action.server'
import { findByClearKey, formKeyHash } from '~/http/forms/key.server'
import type { NextPage } from '~/http/forms/next-page.server'
import { consume, giveBack } from '~/http/limits/rate-limits.server'
import { recoverSecret, secretHash, ticketSecret } from '~/http/links/ticket-link.server'
import { localizedPath } from '~/i18n/addresses'
import { askedAfter, withAfter } from './conversation.server'
import { holdReasonOf, spamFields } from './spam.server'
import type { Recipient, ToTicket } from './visit.server'

export const messageInput = z
  .object({ key: formKey, body: messageText, files: messageFiles })
  .merge(visitorDetails)
  .merge(spamFields)
  .merge(z.object({ seen: seenUpTo }))
  .superRefine(needsWordsOrFiles)

type MessageForm = z.output<typeof messageInput>

export type Sender = Recipient & { attachments: HeldAttachment[] }

/** The first message, a further one, or a follow-up to a closed ticket. */
export async function write(form: MessageForm, asked: Asked<Sender>): Promise<ActionResult> {
  try {
    return asked.kind === 'desk' ? await begin(form, asked) : await add(form, asked)
  } catch (error) {
    if (!(error instanceof AttachmentGone)) throw error
    return { status: 409, errors: { files: 'files:gone' } }
  }
}

/** Resent messages are confirmed again and cost nothing. */
async function add(
  { key, ...form }: MessageForm,
  asked: Asked<ToTicket & Sender>,
): Promise<ActionResult> {
  const { ticket, secret, attachments, typed, context } = asked
  const { services, language, now, clientAddress } = context
  const { deskId } = ticket
  const [scope, clientKey] = [{ secretHash: secretHash(secret) }, formKeyHash(key)]
  // Here, or in the ticket that it began because this one is closed.
  const isStored = async () =>
    (await services.tickets.findByKey(scope, clientKey)) ??
    (await findBegun(context, deskId, clientKey))
  const wait = await consume(context, 'message', ticket.id)
  if (wait > 0 && !(await isStored())) return mustWait(wait)
  const writer = ticket.firstReplyAt ? { answered: ticket.id } : 'stranger'
  const from = { deskId, writer, clientAddress } as const
  const room = wait > 0 ? undefined : await takeTextRoom(services, from, form.body, now())
  const full = room?.seconds ?? 0
  if (full > 0 && !(await isStored())) return comeAgain(full, 'body')
  const subnet = subnetOf(clientAddress)
  await bestEffort(noteVisitor(services, ticket, subnet, now()), context.report)
  // Without scripts only the form shows which messages were seen.
  const seen = form.seen ?? ticket.lastSeq
  const writing = { clientKey, body: form.body, attachments, locale: language, seen }
  const result = await writeAsVisitor(services, scope.secretHash, writing, now())
  if (wait === 0 && result.kind === 'again') {
    await giveBack(context, 'message', ticket.id)
    await room?.giveBack(now())
  }
  if (result.kind === 'added') await endTyping(services, result.ticket, 'visitor', now())
  switch (result.kind) {
    case 'added':
    case 'again':
      return sent(secret, result.message.seq, context)
    case 'conflict':
      return conflict(typed)
    case 'refused':
      return begin({ key, ...form }, asked)
    case 'unknown':
      return { to: localizedPath(`/chat?t=${encodeURIComponent(secret)}`, language) }
  }
}

/** The conversation that a form of this key's hash has begun. */
function findBegun({ services, config }: AppLoadContext, deskId: string, startKey: string) {
  const secret = ticketSecret(config.secrets[0] ?? '', deskId, startKey)
  return services.tickets.find({ secretHash: secretHash(secret) })
}

function mustWait(wait: number): ActionResult {
  const body = { key: 'errors:message.fast', values: { count: wait } }
  return { status: 429, errors: { body }, retryAfter: wait }
}

async function begin(form: MessageForm, asked: Asked<Sender>): Promise<ActionResult> {
  const { deskId, attachments, typed, context } = asked
  const { services, config, language, now, clientAddress } = context
  const before = asked.kind === 'ticket' ? asked.ticket : undefined
  if (await findByClearKey(context, deskId, form.key)) return conflict(typed)
  const startKey = formKeyHash(form.key)
  const secret = ticketSecret(config.secrets[0] ?? '', deskId, startKey)
  // A resent form begins nothing and costs nothing.
  const begun = await findBegun(context, deskId, startKey)
  const from = { deskId, writer: 'stranger', clientAddress } as const
  const room = begun ? undefined : await takeTextRoom(services, from, form.body, now())
  if (room && room.seconds > 0) return comeAgain(room.seconds, 'body')
  const started = await receiveTicket(
    services,
    {
      deskId,
      startKey,
      secretHash: secretHash(secret),
      body: form.body,
      attachments,
      locale: language,
      name: form.name || before?.visitorName || '',
      email: form.email || before?.visitorEmail || '',
      followUpOf: before?.id,
      heldFor: begun ? undefined : await holdReasonOf(deskId, before, form, context),
    },
    now(),
  )
  const found = (own: string, seq: number): ActionResult => ({
    ...sent(own, seq, context),
    cookies: [rememberConversation(context, deskId, own)],
  })
  if (started.kind === 'added') return found(secret, 1)
  if (started.kind !== 'again') return conflict(typed)
  await room?.giveBack(now())
  const earlier = recoverSecret(config.secrets, started.ticket)
  return earlier ? found(earlier, started.message.seq) : conflict(typed)
}

/** The page's script gets only what is new. */
function sent(secret: string, seq: number, { url, language }: AppLoadContext): NextPage {
  const address = localizedPath(`/chat?t=${secret}#m-${seq}`, language)
  const after = askedAfter(url)
  return { to: after === undefined ? address : withAfter(address, after) }
}

/** With a new key, so that the button now sends it as another message. */
function conflict({ key: _, ...typed }: FormAnswer['typed']): ActionResult {
  return { status: 409, typed, errors: { body: 'errors:message.sentBefore' } }
}
