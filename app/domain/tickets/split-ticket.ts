import { newId } from '../text/ids'
import { excerpt, type Message, titleLength } from './messages'
import { eachReading } from './reading'
import type { Ticket } from './tickets'
import { timerAfter } from './timer-rules'
import { lineOf, newestIn } from './writing'

/** The ticket that a split makes of the messages; `named` identifies it. */
export function splitOff(
  source: Ticket,
  moved: readonly Message[],
  named: Pick<Ticket, 'startKey' | 'secretHash' | 'number'>,
  now: Date,
): Ticket {
  const { deskId, visitorName, visitorEmail, writtenTo, locale, answerLocale } = source
  const { assignee, keptBy } = source
  const words = moved.filter(({ kind }) => kind === 'text')
  const answers = words.filter(({ author }) => author === 'owner')
  const open = words.slice(words.findLastIndex(({ author }) => author === 'owner') + 1)
  const state = open.length > 0 ? 'open' : 'waiting'
  const readBy = (seen: number) => moved.filter(({ seq }) => seq <= seen).length
  const [first, last] = [words[0], words.at(-1)]
  const subject = first?.mail?.subject ? excerpt(first.mail.subject, titleLength) : undefined
  return {
    ...named,
    id: newId(now),
    deskId,
    state,
    priority: 'normal',
    tags: [],
    locale,
    answerLocale,
    assignee,
    visitorName,
    visitorEmail,
    writtenTo,
    keptBy,
    title: subject ?? excerpt(first ? lineOf(first) : '', titleLength),
    subject,
    ...(last ? newestIn(last) : { latest: '' }),
    lastSeq: moved.length,
    ownerSeenSeq: readBy(source.ownerSeenSeq),
    visitorSeenSeq: readBy(source.visitorSeenSeq),
    seenBy: eachReading(source, readBy),
    lastAt: moved.at(-1)?.createdAt,
    waitingSince: open[0]?.createdAt,
    firstReplyAt: answers[0]?.createdAt,
    timerAt: timerAfter(state, now),
    createdAt: first?.createdAt ?? now,
    updatedAt: now,
  }
}
