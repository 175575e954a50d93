/** Ids only: listeners read with their own permission, so that no event leaks text. */
export type LiveEvent =
  | { kind: 'ticket' | 'presence'; deskId: string; ticketId: string; number: number }
  | { kind: 'order'; number: number; news: boolean }
  | { kind: 'attended' }
  | { kind: 'desk-erased' }
  | { kind: 'session-ended' }

export type LiveTopic =
  | `desk:${string}`
  | `counter:${string}`
  | `ticket:${string}`
  | `session:${string}`
  | 'shop'

export type Unsubscribe = () => void

export interface LiveBus {
  /** Never throws, never waits for listeners. */
  publish(topic: LiveTopic, event: LiveEvent): void
  /**
   * Calls the listener for events after this resolves, so that a later read misses nothing; an
   * earlier event may come too. Rejects where nobody can listen. Returns an idempotent unsubscribe.
   */
  subscribe(topic: LiveTopic, listener: (event: LiveEvent) => void): Promise<Unsubscribe>
}
