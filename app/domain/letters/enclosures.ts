import type { Attachment } from '../files/attachments'
import { isForDesk, type Message } from '../tickets/messages'

/** Bytes of files that go with a letter: servers take 20 MB or more, and base64 adds a third. */
export const mostEnclosed = 10 * 1_024 * 1_024

/** The guest's files of a letter's messages: those that go with it, as many as there is room for, and the others. */
export function enclosuresOf(
  messages: readonly Pick<Message, 'attachments' | 'kind' | 'mail'>[],
  room: number,
): { enclosed: Attachment[]; left: Attachment[] } {
  const enclosed: Attachment[] = []
  const left: Attachment[] = []
  let used = 0
  const files = messages.flatMap((message) =>
    (message.attachments ?? []).filter(({ id }) => !isForDesk(message, id)),
  )
  for (const each of files) {
    const fits = used + each.size <= room
    if (fits) used += each.size
    ;(fits ? enclosed : left).push(each)
  }
  return { enclosed, left }
}
