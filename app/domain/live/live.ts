/**
 * What happened, in ids only: who listens reads the rest again with their own rights, so that an
 * event can never show a note, a neighbour's ticket or an erased word.
 */
export type LiveEvent =
  | { kind: 'ticket' | 'presence'; deskId: string; ticketId: string; number: number }
  | { kind: 'order'; number: number; news: boolean }
  | { kind: 'attended' }
  | { kind: 'desk-erased' }
  | { kind: 'session-ended' }

/**
 * Where an event is said: to the owner everything of one desk, to its visitors who is at the counter;
 * one ticket; one session; all orders.
 */
export type LiveTopic =
  | `desk:${string}`
  | `counter:${string}`
  | `ticket:${string}`
  | `session:${string}`
  | 'shop'

export type Unsubscribe = () => void

export interface LiveBus {
  /** Tells everybody who listens to the topic now. Never throws, never waits for a listener. */
  publish(topic: LiveTopic, event: LiveEvent): void
  /**
   * Calls the listener for each event of the topic that is published after this resolves, so that
   * nothing is missed by what is read from then on; one from before may come too. Rejects where
   * nobody can listen now. What it resolves with ends it, and may be called twice.
   */
  subscribe(topic: LiveTopic, listener: (event: LiveEvent) => void): Promise<Unsubscribe>
}
