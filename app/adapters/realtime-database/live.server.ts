import { randomUUID } from 'node:crypto'
import type { RateLimitStore } from '../../domain/limits/rate-limits'
import type { LiveBus, LiveEvent, LiveTopic } from '../../domain/live/live'
import type { PresenceStore } from '../../domain/live/presence'
import { createLiveBus } from '../in-process/live.server'
import { createRateLimitStore } from '../in-process/rate-limits.server'
import { openConnection, type Settings } from './connection.server'
import { type Instances, joinInstances } from './instances.server'
import { createSharedPresence, type Sign } from './presence.server'
import { createSharedRateLimits } from './rate-limits.server'

export interface SharedLive {
  live: LiveBus
  presence: PresenceStore
  rateLimits: RateLimitStore
  close(): Promise<void>
}

export interface Options {
  secret: string
  now(): Date
  report(sentence: string): void
  /** Milliseconds for the first connection. */
  within?: number
  /** Milliseconds between signs of life. */
  beatEvery?: number
}

type Note = { topic: LiveTopic; event: LiveEvent } | Sign

/**
 * Live events, presence and limits of all instances on one Realtime Database. What one of them says,
 * its own listeners get events at once and the others through the database; while that cannot be
 * reached, each heartbeat makes them read again. Throws LiveNotOpened if it cannot be used.
 */
export async function openSharedLive(settings: Settings, options: Options): Promise<SharedLive> {
  const { secret, now, report, within, beatEvery } = options
  const connection = await openConnection(settings, within)
  const { database } = connection
  const id = randomUUID()
  const near = createLiveBus((error) => report(`A listener failed: ${error}`))
  let instances: Instances<Note> | undefined
  const say = (note: Note, when: 'now' | 'soon') => instances?.say(note, when)
  const { presence, ...signs } = createSharedPresence({ id, say, live: near, now })
  const { forget, ...rateLimits } = createSharedRateLimits({
    database,
    isUp: () => instances?.isUp() ?? false,
    secret,
    alone: createRateLimitStore(),
    report,
  })
  const missed = () => near.publishToAll({ kind: 'missed' })
  const ears = {
    hear(note: Note, from: string) {
      if ('topic' in note) near.publish(note.topic, note.event)
      else signs.hear(note, from)
    },
    joined: signs.repeat,
    left(id: string) {
      signs.left(id)
      // A killed instance may have committed changes that it did not announce.
      missed()
    },
    missed,
    beat() {
      signs.forget()
      if (instances?.isUp()) forget(now()).catch((error) => report(`Old limits stay: ${error}`))
    },
  }
  try {
    instances = await joinInstances(database, id, ears, report, beatEvery)
  } catch (error) {
    await connection.close()
    throw error
  }
  let closing: Promise<void> | undefined
  async function leave() {
    await instances?.close()
    await connection.close()
  }

  return {
    live: {
      publish(topic, event) {
        near.publish(topic, event)
        say({ topic, event }, 'now')
      },
      subscribe: near.subscribe,
      revision: near.revision,
    },
    presence,
    rateLimits,
    close() {
      closing ??= leave()
      return closing
    },
  }
}
