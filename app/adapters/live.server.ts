import { createLiveBus } from './in-process/live.server'
import { createPresenceStore } from './in-process/presence.server'
import { createRateLimitStore } from './in-process/rate-limits.server'
import type { Settings } from './realtime-database/connection.server'
import type { Options, SharedLive } from './realtime-database/live.server'

/** Live events, presence and limits: of this process, or of all instances. */
export async function openLive(
  live: { kind: 'process' } | ({ kind: 'rtdb' } & Settings),
  { secrets: [secret = ''], ...options }: Omit<Options, 'secret'> & { secrets: string[] },
): Promise<SharedLive> {
  if (live.kind === 'rtdb') {
    // As large as Firestore's client.
    return (await import('./realtime-database/live.server')).openSharedLive(live, {
      ...options,
      secret,
    })
  }
  return {
    live: createLiveBus(),
    presence: createPresenceStore(),
    rateLimits: createRateLimitStore(),
    close: async () => undefined,
  }
}
