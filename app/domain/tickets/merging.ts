import type { LiveBus } from '../live/live'
import { emailKey } from '../text/email'
import { announce } from './announcing'
import { entry } from './changes'
import type { DraftStore } from './drafts'
import { priorities } from './filters'
import { madeBy } from './history-entries'
import { readRecent } from './newest-mail'
import { mailsOfMerge } from './planned-mails'
import { joinedReadings } from './reading'
import type { DeskScope, OwnerScope } from './scopes'
import { joinTags } from './tags'
import type {
  MergeChanges,
  Merged,
  MergeRefusal,
  Ticket,
  TicketChange,
  TicketStore,
} from './tickets'

/** How both stood when the source was split off from the target: merging them undoes that. */
export interface Undone {
  /** When it was split off. */
  at: Date
  /** Of the target. */
  before: TicketChange
}

/**
 * Moves the source into the target for good. Both visitors' links then lead to the target, so that
 * both read everything but notes: the owner vouches that they are one person. Refused where two
 * e-mail addresses or accounts say otherwise. Answers whose e-mail has not left get one in the same
 * commit. What is `undone` is refused once anything else has happened to either.
 */
export async function mergeTickets(
  { tickets, drafts, live }: { tickets: TicketStore; drafts: DraftStore; live: LiveBus },
  { deskId, byUid }: DeskScope,
  numbers: { source: number; target: number },
  now: Date,
  undone?: Undone,
): Promise<Merged> {
  const [sourceSaid, targetSaid] = await Promise.all([
    lastWordsAt(tickets, { deskId, number: numbers.source }),
    lastWordsAt(tickets, { deskId, number: numbers.target }),
  ])
  const merged = await tickets.merge(deskId, numbers, (source, target, answerMails) => {
    const changes = mergeChanges(source, target, now, sourceSaid > targetSaid)
    if (typeof changes === 'string') return changes
    const stood = ({ updatedAt }: Ticket) => Number(updatedAt) === Number(undone?.at)
    if (undone && !(stood(source) && stood(target))) return 'merged'
    const mails = mailsOfMerge(source, target, answerMails, now)
    const { priority, assignee } = target
    const restored = undone && { ...undone.before, priority, assignee }
    return {
      source: madeBy(changes.source, byUid),
      target: madeBy({ ...changes.target, ...restored, mails }, byUid),
    }
  })
  if (merged.kind === 'merged' || merged.kind === 'again') {
    await drafts.follow(merged.source.id, merged.target.id)
    announce(live, merged.source)
    announce(live, merged.target)
  }
  return merged
}

/** When the last words in it were written, notes left out, in milliseconds. */
async function lastWordsAt(tickets: TicketStore, scope: OwnerScope): Promise<number> {
  const ticket = await tickets.find(scope)
  const words = ticket ? await readRecent(tickets, ticket) : []
  return Math.max(
    ...words.filter(({ kind }) => kind === 'text').map(({ createdAt }) => Number(createdAt)),
  )
}

/** `isNewer`: whether the last words are the source's. */
export function mergeChanges(
  source: Ticket,
  target: Ticket,
  now: Date,
  isNewer = false,
): MergeChanges | MergeRefusal | 'again' {
  if (source.id === target.id) return 'itself'
  if (source.mergedInto === target.id) return 'again'
  if (source.mergedInto || target.mergedInto) return 'merged'
  if (source.state === 'held' || target.state === 'held') return 'held'
  if (differ(source.visitorEmail, target.visitorEmail)) return 'other-visitor'
  if (differ(source.keptBy, target.keptBy)) return 'other-account'
  return { source: closing(target, now), target: joined(source, target, now, isNewer) }
}

/** How a merged ticket's messages become the target's. */
export interface MessageMove {
  ticketId: string
  after: number
  mergedFrom: number
  /** Appended to a key that the target has. */
  keyEnd: string
}

/** Where a message of the source is afterwards, by its `seq`. */
export function placeAfterMerge({ ticketId, after }: MessageMove, { number }: Ticket, seq: number) {
  return { ticketId, number, seq: seq + after }
}

/** A store may move messages in this commit, or leave them and read them as if moved. */
export function mergedTickets(
  source: Ticket,
  target: Ticket,
  changes: MergeChanges,
): Record<'source' | 'target', TicketChange & Partial<Ticket>> & { messages: MessageMove } {
  const lastSeq = target.lastSeq + source.lastSeq
  const read = (side: 'visitorSeenSeq' | 'ownerSeenSeq') =>
    source[side] === source.lastSeq && target[side] === target.lastSeq && { [side]: lastSeq }
  const nothing = { lastSeq: 0, visitorSeenSeq: 0, ownerSeenSeq: 0, seenBy: {}, tags: [] }
  return {
    source: { ...changes.source, ...nothing, mergedInto: target.id },
    target: {
      ...changes.target,
      lastSeq,
      ...read('visitorSeenSeq'),
      ...read('ownerSeenSeq'),
      seenBy: joinedReadings(source, target, lastSeq),
    },
    messages: {
      ticketId: target.id,
      after: target.lastSeq,
      mergedFrom: source.number,
      keyEnd: `:${source.number}`,
    },
  }
}

function differ(one: string | undefined, other: string | undefined): boolean {
  return Boolean(one && other) && emailKey(one ?? '') !== emailKey(other ?? '')
}

function closing(target: Ticket, now: Date): TicketChange {
  return {
    state: 'closed',
    waitingSince: undefined,
    snoozedUntil: undefined,
    remindedAt: undefined,
    timerAt: undefined,
    keptBy: undefined,
    takenBack: undefined,
    updatedAt: now,
    history: [entry('owner', 'merged-into', String(target.number), now)],
  }
}

/** An open source means the owner's turn, so the target opens; otherwise it stays as it is. */
function joined(source: Ticket, target: Ticket, now: Date, isNewer: boolean): TicketChange {
  const opened: TicketChange = {
    state: 'open',
    waitingSince: earlier(source.waitingSince, target.waitingSince),
    snoozedUntil: undefined,
    remindedAt: undefined,
    timerAt: undefined,
  }
  return {
    ...(source.state === 'open' && opened),
    priority: priorities.findLast((each) => [source.priority, target.priority].includes(each)),
    tags: joinTags(target.tags, source.tags),
    firstReplyAt: earlier(source.firstReplyAt, target.firstReplyAt),
    visitorName: target.visitorName || source.visitorName,
    visitorEmail: target.visitorEmail || source.visitorEmail,
    writtenTo: target.writtenTo ?? source.writtenTo,
    releasedAt: target.releasedAt ?? source.releasedAt,
    keptBy: target.keptBy ?? source.keptBy,
    takenBack: target.takenBack ?? source.takenBack,
    assignee: target.assignee ?? source.assignee,
    answerLocale: target.answerLocale ?? source.answerLocale,
    latest: isNewer ? source.latest : target.latest,
    latestBy: isNewer ? source.latestBy : target.latestBy,
    lastAt: latestOf(source, target),
    rearrangedAt: now,
    updatedAt: now,
    history: [entry('owner', 'merged-from', String(source.number), now)],
  }
}

function latestOf(...tickets: Ticket[]): Date {
  return new Date(Math.max(...tickets.map(({ lastAt, updatedAt }) => Number(lastAt ?? updatedAt))))
}

function earlier(one: Date | undefined, other: Date | undefined): Date | undefined {
  if (!one || !other) return one ?? other
  return one < other ? one : other
}
