import type { LiveBus, LiveEvent, LiveTopic } from '../../domain/live/live'

/** Listeners run just after `publish`; what they throw or reject goes to `report` alone. */
export function createLiveBus(report: (error: unknown) => void = console.error): LiveBus {
  const topics = new Map<LiveTopic, Set<Subscription>>()

  return {
    publish(topic, event) {
      for (const subscription of topics.get(topic) ?? []) {
        queueMicrotask(() => deliver(subscription, event, report))
      }
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
