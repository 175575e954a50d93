/** Ids only: listeners read with their own permission, so that no event leaks text. */
export type LiveEvent =
  | { kind: 'ticket' | 'presence'; deskId: string; ticketId: string; number: number }
  | { kind: 'order'; number: number; news: boolean }
  /** A colleague made these tickets the member's. */
  | { kind: 'given'; numbers: number[]; byUid: string }
  /** A colleague made these tickets of the member's their own, or those of `to`, or nobody's. */
  | { kind: 'taken'; numbers: number[]; byUid: string; to?: string }
  /** A colleague's note names the member. */
  | { kind: 'named'; number: number; byUid: string }
  | { kind: 'attended' }
  | { kind: 'desk-erased' }
  | { kind: 'session-ended' }
  /** What an account may do at a desk has changed, or it is a member no more. */
  | { kind: 'membership' }
  /** Another process has let go of the timers. */
  | { kind: 'timers-free' }
  /** A letter is due before the next round of the timers. */
  | { kind: 'mail-due' }
  /** Said to every listener: events may have been lost, so read again. */
  | { kind: 'missed' }

export type LiveTopic =
  | `desk:${string}`
  | `counter:${string}`
  | `ticket:${string}`
  | `session:${string}`
  | `member:${string}`
  | 'shop'
  | 'timers'

export type Unsubscribe = () => void

export interface LiveBus {
  /** Never throws, never waits for listeners. */
  publish(topic: LiveTopic, event: LiveEvent): void
  /** Resolves once events come: a later read misses none. Returns an idempotent unsubscribe. */
  subscribe(topic: LiveTopic, listener: (event: LiveEvent) => void): Promise<Unsubscribe>
  /** Another one after each event about a ticket or an order, and after a loss. */
  revision(): string
}

/** The service of the settings cannot be used; the message is for the operator. */
export class LiveNotOpened extends Error {
  constructor(sentence: string, cause?: unknown) {
    super(sentence, { cause })
    this.name = 'LiveNotOpened'
  }
}
