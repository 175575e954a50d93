import { randomUUID } from 'node:crypto'
import type { LiveBus, LiveEvent, LiveTopic } from '../../domain/live/live'

interface LocalBus extends LiveBus {
  /** Notifies every listener, whatever the topic. */
  publishToAll(event: LiveEvent): void
}

/** An object for each, as one listener may listen twice. */
type Subscriptions = Set<{ listener: (event: LiveEvent) => unknown }>

/** Listeners run just after `publish`; their errors go to `report` alone. */
export function createLiveBus(report: (error: unknown) => void = console.error): LocalBus {
  const topics = new Map<LiveTopic, Subscriptions>()
  const [run] = randomUUID().split('-')
  let changes = 0

  function note({ kind }: LiveEvent) {
    if (kind === 'ticket' || kind === 'order' || kind === 'missed') changes += 1
  }

  function deliver(subscriptions: Subscriptions, event: LiveEvent) {
    for (const subscription of subscriptions) {
      queueMicrotask(async () => {
        try {
          if (subscriptions.has(subscription)) await subscription.listener(event)
        } catch (error) {
          report(error)
        }
      })
    }
  }

  return {
    publish(topic, event) {
      note(event)
      const subscriptions = topics.get(topic)
      if (subscriptions) deliver(subscriptions, event)
    },

    publishToAll(event) {
      note(event)
      for (const subscriptions of topics.values()) deliver(subscriptions, event)
    },

    async subscribe(topic, listener) {
      const subscription = { listener }
      const subscriptions = topics.get(topic) ?? new Set()
      topics.set(topic, subscriptions.add(subscription))
      return () => {
        subscriptions.delete(subscription)
        if (subscriptions.size === 0 && topics.get(topic) === subscriptions) topics.delete(topic)
      }
    },

    revision: () => `${run}-${changes}`,
  }
}
