import type { Feedback, FeedbackFilter, FeedbackStore } from '../feedback/feedback'
import type { Asker, Attachment, AttachmentStore } from '../files/attachments'
import type { Bytes, FileStore } from '../files/files'
import { letterType } from '../files/types'
import { withoutRawKeys } from '../mail-in/link-keys'
import { type Byline, type Message, type Signed, signed } from '../tickets/messages'
import type { FoundScope } from '../tickets/scopes'
import type { TicketStore } from '../tickets/tickets'

const pieceSize = 100

/** Most are short, and a further list takes as long as reading eighty of them. */
const feedbackPieceSize = 300

export type ExportedMessage = Signed<Omit<Message, 'id' | 'ticketId' | 'clientKey'>>

/** All messages that the scope may read, in order, page by page. */
export async function* exportMessages(
  store: TicketStore,
  scope: FoundScope,
  byline: Byline,
): AsyncGenerator<ExportedMessage> {
  let after = 0
  for (;;) {
    const messages = await store.messages(scope, after, pieceSize)
    for (const { id: _, ticketId: __, clientKey: ___, ...taken } of messages) {
      yield signed(taken, byline)
      after = taken.seq
    }
    if (messages.length < pieceSize) return
  }
}

/**
 * Takes what is left of a noun once every field was named that a readable record shows, or leaves to the
 * data beside it: a new field does not compile before somebody has decided.
 */
export function nothingLeft(_left: Record<string, never>): void {}

export type ExportedFeedback = Omit<Feedback, 'id' | 'deskId' | 'createKey' | 'ticketId'>

export async function* exportFeedback(
  store: FeedbackStore,
  deskId: string,
  filter: FeedbackFilter = {},
): AsyncGenerator<ExportedFeedback> {
  let after: string | undefined
  do {
    const page = await store.list(deskId, filter, feedbackPieceSize, after)
    for (const { id: _, deskId: __, createKey: ___, ticketId: ____, ...taken } of page.feedback) {
      yield taken
    }
    after = page.next
  } while (after)
}

/** Compressed already, so stored as it is. */
interface ExportedFile {
  name: string
  parts: Bytes
  stored: true
}

/** The desk gets original e-mails without keys of conversations. */
export async function* exportFiles(
  { attachments, files }: { attachments: AttachmentStore; files: FileStore },
  asker: Asker,
  messages: AsyncIterable<ExportedMessage>,
): AsyncGenerator<ExportedFile> {
  for await (const message of messages) {
    for (const attachment of message.attachments ?? []) {
      const held = await attachments.find(asker, attachment.id)
      const parts = held && (await files.open(held.file))
      const isDesks = 'deskId' in asker && held?.type === letterType
      const given = parts && isDesks ? withoutRawKeys(parts) : parts
      if (given) yield { name: fileInArchive(attachment), parts: given, stored: true }
    }
  }
}

export function fileInArchive({ id, name }: Attachment): string {
  return `files/${id}-${name}`
}
