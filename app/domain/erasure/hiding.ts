import type { Ticket } from '../tickets/tickets'

/** A hidden ticket is merged into itself, so that no list and no count includes it. */
export function hiddenTicket(ticket: Ticket): Ticket {
  const { id } = ticket
  return {
    ...ticket,
    number: -ticket.number,
    secretHash: `erased ${id}`,
    startKey: `erased ${id}`,
    mergedInto: id,
    state: 'closed',
    priority: 'normal',
    tags: [],
    title: '',
    subject: undefined,
    latest: '',
    latestBy: undefined,
    visitorName: '',
    visitorEmail: '',
    writtenTo: undefined,
    waitingSince: undefined,
    firstReplyAt: undefined,
    visitorSeenAt: undefined,
    snoozedUntil: undefined,
    wokenSeenBy: undefined,
    timerAt: undefined,
    remindedAt: undefined,
    followUpOf: undefined,
    answerLocale: undefined,
    answeredSeq: undefined,
    assignee: undefined,
    answeredBy: undefined,
    heldFor: undefined,
    beforeBlock: undefined,
    releasedAt: undefined,
    keptBy: undefined,
    rearrangedAt: undefined,
  }
}
