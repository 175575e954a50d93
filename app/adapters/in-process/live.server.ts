import type { LiveBus, LiveEvent, LiveTopic } from '../../domain/live/live'

interface LocalBus extends LiveBus {
  /** Tells every listener, whatever the topic. */
  tellAll(event: LiveEvent): void
}

/** Listeners run just after `publish`; what they throw or reject goes to `report` alone. */
export function createLiveBus(report: (error: unknown) => void = console.error): LocalBus {
  const topics = new Map<LiveTopic, Set<Subscription>>()

  function tell(subscriptions: Iterable<Subscription>, event: LiveEvent) {
    for (const subscription of subscriptions) {
      queueMicrotask(() => deliver(subscription, event, report))
    }
  }

  return {
    publish(topic, event) {
      tell(topics.get(topic) ?? [], event)
    },

    tellAll(event) {
      for (const subscriptions of topics.values()) tell(subscriptions, event)
    },

    async subscribe(topic, listener) {
      const subscription: Subscription = { listener, ended: false }
      const subscriptions = topics.get(topic) ?? new Set()
      topics.set(topic, subscriptions.add(subscription))
      return () => {
        subscription.ended = true
        subscriptions.delete(subscription)
        if (subscriptions.size === 0 && topics.get(topic) === subscriptions) topics.delete(topic)
      }
    },
  }
}

interface Subscription {
  listener: (event: LiveEvent) => unknown
  ended: boolean
}

async function deliver(
  { listener, ended }: Subscription,
  event: LiveEvent,
  report: (error: unknown) => void,
) {
  try {
    if (!ended) await listener(event)
  } catch (error) {
    report(error)
  }
}
