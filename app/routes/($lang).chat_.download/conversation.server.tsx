import type { AppLoadContext } from '@remix-run/node'
import { recordIn } from '~/components/site/record.server'
import { filesFor } from '~/components/tickets/attachments'
import { bylineForGuests } from '~/components/tickets/byline.server'
import type { Desk } from '~/domain/desks/desks'
import {
  type ExportedMessage,
  exportFiles,
  exportMessages,
  fileInArchive,
} from '~/domain/export/export'
import { opinionOf } from '~/domain/feedback/feedback'
import type { Attachment } from '~/domain/files/attachments'
import type { Language } from '~/domain/text/languages'
import { isForDesk } from '~/domain/tickets/messages'
import { visitorWord } from '~/domain/tickets/states'
import type { Ticket } from '~/domain/tickets/tickets'
import { jsonRecord } from '~/http/responses/json-record.server'
import type { ZipEntry } from '~/http/responses/zip.server'
import { translations } from '~/i18n/translation.server'
import { ConversationHead } from './conversation-head'

export interface Taking {
  ticket: Ticket
  desk: Desk
  secret: string
  language: Language
  context: AppLoadContext
  now: Date
}

/** By our address with the conversation's secret, or within the archive. */
type Files = 'linked' | 'beside'

export async function* pageOf(taking: Taking, files: Files): AsyncGenerator<string> {
  const { ticket, desk, language, now } = taking
  const { t } = translations(language)
  const given = await ratingOf(taking)
  const other = desk.name || t('counter:unnamed')
  const record = recordIn(language)
  yield record.open(t('chat:rights.record', { name: other }))
  yield record.render(
    <ConversationHead
      ticket={ticket}
      other={other}
      timeZone={desk.timeZone}
      language={language}
      given={given}
      now={now}
    />,
  )
  yield* record.thread(drawable(messagesOf(taking), files), {
    viewer: 'visitor',
    other,
    language,
    timeZone: desk.timeZone,
    seenSeq: ticket.ownerSeenSeq,
    fileAddress: (file) => addressOf(taking, files, file),
  })
  yield record.close()
}

/** JSON; times are ISO 8601. */
export async function* dataOf(taking: Taking, files: Files): AsyncGenerator<string> {
  const { ticket, desk } = taking
  const { number, title, locale, visitorName, visitorEmail, createdAt, updatedAt } = ticket
  const state = visitorWord(ticket)
  const who = { visitorName, visitorEmail }
  const about = { counter: desk.name, number, title, state, locale, ...who, createdAt, updatedAt }
  const rating = await ratingOf(taking)
  const head = { ...about, ...(rating && { rating }) }
  yield* jsonRecord(head, addressed(taking, files))
  yield '\n'
}

export async function* archiveOf(taking: Taking): AsyncGenerator<ZipEntry> {
  const { ticket, context } = taking
  yield { name: 'index.html', parts: pageOf(taking, 'beside') }
  yield { name: 'conversation.json', parts: dataOf(taking, 'beside') }
  yield* exportFiles(context.services, { secretHash: ticket.secretHash }, messagesOf(taking))
}

async function ratingOf({ ticket, context }: Taking) {
  const given = await context.services.feedback.findOf(ticket)
  if (!given) return undefined
  const { createdAt, updatedAt } = given
  const { locale: _, ...opinion } = opinionOf(given)
  return { ...opinion, createdAt, updatedAt }
}

async function* messagesOf({ ticket, desk, context }: Taking): AsyncGenerator<ExportedMessage> {
  const byline = bylineForGuests(desk)
  for await (const message of exportMessages(context.services.tickets, ticket, byline)) {
    yield withoutDeskFiles(message)
  }
}

function withoutDeskFiles({
  attachments,
  forwardedBy: _,
  ...message
}: ExportedMessage): ExportedMessage {
  // Its number is the desk's.
  if (message.kind === 'split') return { ...message, body: '', by: undefined }
  const { mail } = message
  const isMembers = mail?.byMember || mail?.forwarded
  const files = attachments?.filter(({ id }) => !isForDesk(message, id))
  const hidesOriginal =
    !isMembers && mail?.original !== undefined && isForDesk(message, mail.original)
  return {
    ...message,
    ...(files?.length && { attachments: files }),
    // What is known of a member's own e-mail is the desk's.
    ...(isMembers && { mail: undefined }),
    ...(hidesOriginal && { mail: { ...mail, original: undefined } }),
  }
}

function addressOf({ secret, context }: Taking, files: Files, file: Attachment): string {
  return files === 'beside'
    ? encodeURI(fileInArchive(file))
    : context.config.publicOrigin + filesFor(secret)(file)
}

async function* addressed(taking: Taking, files: Files) {
  for await (const { attachments, ...message } of messagesOf(taking)) {
    const withAddress = attachments?.map((file) => {
      return { ...file, address: addressOf(taking, files, file) }
    })
    yield { ...message, ...(withAddress && { attachments: withAddress }) }
  }
}

/** A page opened from disk may not load our pictures, so they become links. */
async function* drawable(messages: AsyncIterable<ExportedMessage>, files: Files) {
  for await (const message of messages) {
    const { attachments } = message
    if (files === 'beside' || !attachments) yield message
    else
      yield {
        ...message,
        attachments: attachments.map(({ width: _, height: __, ...file }) => file),
      }
  }
}
