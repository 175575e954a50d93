import { setTimeout as pause } from 'node:timers/promises'
import type { LiveBus } from '../../app/domain/live/live'
import type { Stores } from '../../app/domain/stores'

export interface StoreCalls {
  /** All calls since the last reset, as `tickets.find`. */
  made: string[]
  /** What each of them was asked with, functions left out, as JSON. */
  asked: string[]
  /** The longest chain of calls of which each began only after the one before it had its answer. */
  inARow: number
}

export interface RemoteStores {
  stores: Stores
  calls: StoreCalls
  reset(): void
}

type Method = (...args: unknown[]) => unknown

/**
 * Stores as a distant database would have them, on top of any others: each call takes about `latency`
 * milliseconds, calls made at once arrive and answer in another order, and each function that is handed
 * over (`decide`) runs twice, as in a transaction that is tried again. Counts calls; `inARow` means
 * something while one request is under way.
 */
export function remoteStores(near: Stores, latency: number): RemoteStores {
  const calls: StoreCalls = { made: [], asked: [], inARow: 0 }
  let made = 0

  function remote(name: string, method: Method, owner: object): Method {
    return async (...args) => {
      calls.made.push(name)
      calls.asked.push(JSON.stringify(args))
      const index = calls.inARow + 1
      // Every other call overtakes the one before it, on its way there and back.
      made += 1
      const way = latency * (made % 2 === 0 ? 0.25 : 0.75)
      await pause(way)
      const answer = await method.apply(owner, args.map(twice))
      await pause(latency - way)
      calls.inARow = Math.max(calls.inARow, index)
      return answer
    }
  }

  const stores = Object.fromEntries(
    Object.entries(near).map(([name, store]) => [
      name,
      typeof store === 'function' ? store : proxy(name, store),
    ]),
  ) as unknown as Stores

  function proxy(name: string, store: object) {
    return new Proxy(store, {
      get(target, key) {
        const value = Reflect.get(target, key)
        if (typeof value !== 'function' || typeof key !== 'string') return value
        return remote(`${name}.${key}`, value, target)
      },
    })
  }

  return {
    stores,
    calls,
    reset() {
      calls.made.length = 0
      calls.asked.length = 0
      calls.inARow = 0
    },
  }
}

const names = Object.keys({
  accounts: true,
  identities: true,
  secondFactors: true,
  passkeys: true,
  sessions: true,
  desks: true,
  members: true,
  invitations: true,
  auditLog: true,
  siteClaim: true,
  siteSettings: true,
  embeds: true,
  photos: true,
  tickets: true,
  ticketHistory: true,
  ticketRetractions: true,
  ticketSplits: true,
  ticketSearch: true,
  ticketNumbers: true,
  ticketTimers: true,
  drafts: true,
  mentions: true,
  roundRobin: true,
  erasure: true,
  visitorBlocks: true,
  savedReplies: true,
  attachments: true,
  feedback: true,
  changedTickets: true,
  mails: true,
  mailboxes: true,
  mailAliases: true,
  products: true,
  orders: true,
  restrictedOrders: true,
  entitlements: true,
  declarations: true,
  legalDetails: true,
  leases: true,
} satisfies Record<Exclude<keyof Stores, 'ready' | 'verify' | 'purge' | 'close'>, true>)

/** Of a server's services the stores alone. */
export function storesOf(services: object): Stores {
  const stores = Object.entries(services).filter(([name]) => names.includes(name))
  return Object.fromEntries(stores) as unknown as Stores
}

/** A live bus that many processes share: what is said arrives later, and listening has to be asked for. */
export function remoteBus(near: LiveBus, latency: number): LiveBus {
  return {
    publish: (topic, event) => void pause(latency).then(() => near.publish(topic, event)),
    async subscribe(topic, listener) {
      await pause(latency)
      return near.subscribe(topic, listener)
    },
    revision: near.revision,
  }
}

function twice(argument: unknown): unknown {
  if (typeof argument !== 'function') return argument
  return (...args: unknown[]) => {
    argument(...structuredClone(args))
    return argument(...args)
  }
}
