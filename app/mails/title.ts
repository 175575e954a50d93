import { isBegunByDesk } from '~/domain/tickets/beginning'
import { excerpt } from '~/domain/tickets/messages'
import type { Ticket } from '~/domain/tickets/tickets'

/** Characters of the guest's words that letters name a conversation by. */
const longestTitle = 50

/** What a letter to a guest calls their conversation: its subject, or the beginning of the question. */
export function titleIn(ticket: Ticket): string {
  const { title, subject } = ticket
  const isSubject = subject !== undefined || isBegunByDesk(ticket)
  return isSubject ? title : excerpt(title, longestTitle)
}
