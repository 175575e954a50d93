import { isAsked } from '../feedback/feedback'
import { newestMail } from '../tickets/newest-mail'
import { later, remindedBefore } from '../tickets/timer-rules'
import type { Decide } from './decision-ports'

export const decideReceipt: Decide = async (_, { seq, ticketId }, { ticket, desk, recent }) => {
  // The answer's e-mail has the link, too.
  if (ticket.firstReplyAt && ticket.id === ticketId) return { kind: 'drop' }
  const repliesTo = newestMail(await recent())
  const content = { kind: 'visitor-receipt', ticket, desk, repliesTo } as const
  return { kind: 'send', content, seq, join: [] }
}

export const decideReminder: Decide = async (_, mail, { ticket, desk }, now) => {
  if (ticket.state !== 'waiting' || ticket.lastSeq !== mail.seq) return { kind: 'drop' }
  const endsAt = (ticket.remindedAt && ticket.timerAt) ?? later(now, remindedBefore)
  const content = { kind: 'visitor-reminder', ticket, desk, endsAt } as const
  return { kind: 'send', content, seq: mail.seq, join: [] }
}

/** Not for those who have come back meanwhile, or whose answer brings the link. */
export const decideReleased: Decide = async (_, mail, { ticket, desk }) => {
  if (!ticket.releasedAt || ticket.firstReplyAt) return { kind: 'drop' }
  const content = { kind: 'visitor-released', ticket, desk } as const
  return { kind: 'send', content, seq: mail.seq, join: [] }
}

export const decideLink: Decide = async (_, mail, { ticket, desk }) => {
  const content = { kind: 'visitor-link', ticket, desk } as const
  return { kind: 'send', content, seq: mail.seq, join: [] }
}

/** At most once, however often the conversation is reopened and solved. */
export const decideRating: Decide = async ({ mails, feedback }, mail, { ticket, desk }) => {
  if (!isAsked(ticket)) return { kind: 'drop' }
  const wasAsked = (await mails.lastNotifiedSeq(ticket.id, mail.kind)) > 0
  const given = await feedback.findOf(ticket)
  if (wasAsked || given) return { kind: 'drop' }
  const content = { kind: 'visitor-rating', ticket, desk } as const
  return { kind: 'send', content, seq: mail.seq, join: [] }
}
