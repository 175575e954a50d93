import { newId } from '../text/ids'
import type { Language } from '../text/languages'
import { announce } from './announcing'
import { entry } from './changes'
import { madeBy, type NewHistoryEntry } from './history-entries'
import type { Message, NewMessage } from './messages'
import { undoOfSplit } from './rejoining'
import { assignInTurn, type RoundRobinPorts } from './round-robin'
import type { OwnerScope } from './scopes'
import { splitOff } from './split-ticket'
import type { Ticket, TicketChange } from './tickets'
import { timerAfter } from './timer-rules'
import { newestIn } from './writing'

/** A message of the ticket by its `seq`, and whether all later ones go along. */
export interface SplitChoice {
  seq: number
  later: boolean
}

/**
 * unknown: not a message of its visitor · held · unreachable: the visitor has neither an e-mail address
 * nor an account to get the new link by · all: no words would be left · many: more messages than one
 * commit moves.
 */
export type SplitRefusal = 'unknown' | 'held' | 'unreachable' | 'all' | 'many'

/** What a split leaves and makes. */
export interface SplitChanges {
  source: TicketChange
  target: Ticket
  history: NewHistoryEntry[]
  /** In the order of the target, whose `seq` is 1, 2, 3 … */
  moved: Message[]
  /**
   * Stands where the last of them was, with its key. Nothing is shown where the others were, nor here once
   * they are back.
   */
  note: NewMessage
}

export type Split =
  | { kind: 'split'; source: Ticket; target: Ticket }
  /** The same form has split it already; nothing changed. */
  | { kind: 'again'; source: Ticket; target: Ticket }
  | { kind: 'refused'; reason: SplitRefusal }
  | { kind: 'unknown' }

export type DecideSplit = (
  source: Ticket,
  messages: Message[],
  number: number,
) => SplitChanges | SplitRefusal

export interface TicketSplits {
  /**
   * Moves messages into a new ticket in one commit: ids, keys, times and files stay. Each leaves its
   * place behind, so that `seq` has no gaps and its key stays known; the note stands in the last
   * one, and nothing is read from the others. A known `startKey` changes nothing. `decide` gets the
   * messages of the window, notes included, and the number of the new ticket; it must be pure and may
   * run more than once.
   */
  split(
    scope: OwnerScope,
    startKey: string,
    window: { after: number; limit: number },
    decide: DecideSplit,
  ): Promise<Split>
}

/** Identifies the new ticket, as it does one that a visitor begins. */
export type SplitKeys = Pick<Ticket, 'startKey' | 'secretHash'>

interface Ports extends RoundRobinPorts {
  ticketSplits: TicketSplits
}

const mostMoved = 100

/** Messages before the first that are looked at, for the last words that stay. */
const mostBefore = 50

/** One more than can be split off: then the last ones are not among them. */
const mostRead = mostBefore + mostMoved + 1

/**
 * Makes messages about another matter a ticket of their own, with its own number, link and e-mail thread;
 * the old link shows their place alone. Merging both brings them back together. Once per `startKey`.
 * `locale` is of the member who splits. Returns how to undo it.
 */
export async function splitTicket(
  ports: Ports,
  scope: OwnerScope,
  choice: SplitChoice,
  keys: SplitKeys,
  locale: Language,
  now: Date,
): Promise<Split & { undo?: string }> {
  const after = Math.max(0, choice.seq - 1 - mostBefore)
  const window = { after, limit: mostRead }
  const { byUid } = scope
  let before: Ticket | undefined
  const split = await ports.ticketSplits.split(
    scope,
    keys.startKey,
    window,
    (source, messages, number) => {
      before = source
      const named = { number, ...keys, locale }
      const changes = splitChanges(source, messages, choice, named, now)
      if (typeof changes === 'string') return changes
      return {
        ...madeBy(changes, byUid),
        source: madeBy(changes.source, byUid),
        note: { ...changes.note, ...(byUid !== undefined && { byUid }) },
      }
    },
  )
  if (split.kind === 'split' || split.kind === 'again') {
    announce(ports.live, split.source)
    announce(ports.live, split.target)
    await assignInTurn(ports, split.target, now)
  }
  if (split.kind !== 'split' || !before) return split
  return { ...split, undo: undoOfSplit(before, split.target, now) }
}

/** Why none of a ticket's messages can be split off. A closed one may still be held. */
export function ticketRefusal({
  state,
  heldFor,
  visitorEmail,
  keptBy,
}: Pick<Ticket, 'state' | 'heldFor' | 'visitorEmail' | 'keptBy'>): SplitRefusal | undefined {
  if (state === 'held' || heldFor) return 'held'
  return visitorEmail || keptBy ? undefined : 'unreachable'
}

/** `messages` are those around the chosen one, in order, at most `mostBefore` before it. */
export function splitChanges(
  source: Ticket,
  messages: readonly Message[],
  { seq, later }: SplitChoice,
  { locale, ...named }: SplitKeys & { number: number; locale: Language },
  now: Date,
): SplitChanges | SplitRefusal {
  const first = messages.find((each) => each.seq === seq)
  if (first?.author !== 'visitor' || first.kind !== 'text') return 'unknown'
  const refusal = ticketRefusal(source)
  if (refusal) return refusal
  const moved = messages.filter((each) => each.seq === seq || (later && each.seq > seq))
  const isWhole = messages.length < mostRead
  if (moved.length > mostMoved || (later && !isWhole)) return 'many'
  const left = messages.filter((each) => !moved.includes(each))
  if (!left.some(({ kind }) => kind === 'text')) return 'all'
  const history = [
    entry('visitor', 'started', '', first.createdAt),
    entry('owner', 'split-from', String(source.number), now),
  ]
  return {
    source: leftBehind(source, isWhole ? left : undefined, named.number, now),
    target: splitOff(source, moved, named, now),
    history,
    moved: moved.map(({ mergedFrom: _, ...each }, index) => ({ ...each, seq: index + 1 })),
    note: {
      id: newId(now),
      clientKey: moved.at(-1)?.clientKey ?? first.clientKey,
      author: 'owner',
      kind: 'split',
      body: String(named.number),
      locale,
      createdAt: first.createdAt,
    },
  }
}

/** Where the message that had this `seq` is after the split; undefined if it stays. */
export function placeAfterSplit(
  before: readonly Message[],
  { moved, target }: SplitChanges,
  seq: number,
) {
  const id = before.find((each) => each.seq === seq)?.id
  const there = moved.find((each) => each.id === id)
  return there && { ticketId: target.id, number: target.number, seq: there.seq }
}

/** `left`: what stays, where its end is known. It waits for whom its last words leave the turn. */
function leftBehind(
  { state }: Ticket,
  left: readonly Message[] | undefined,
  number: number,
  now: Date,
): TicketChange {
  const words = left?.filter(({ kind }) => kind === 'text')
  const last = words?.at(-1)
  const waiting = words?.slice(words.findLastIndex(({ author }) => author === 'owner') + 1)
  const turn = waiting?.length === 0 ? 'waiting' : 'open'
  const isTurned = last && state !== turn && (state === 'open' || state === 'waiting')
  return {
    ...(last && { ...newestIn(last), lastAt: left?.at(-1)?.createdAt }),
    ...(isTurned && {
      state: turn,
      waitingSince: waiting?.[0]?.createdAt,
      timerAt: timerAfter(turn, now),
    }),
    rearrangedAt: now,
    updatedAt: now,
    history: [entry('owner', 'split-into', String(number), now)],
  }
}
