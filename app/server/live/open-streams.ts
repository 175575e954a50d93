import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import type { StreamRules } from './rules'

export interface OpenStream {
  /** Ends it and asks the listener to come again soon. */
  bye(): void
  /** Ends it in favour of the same listener's newer stream. */
  giveWay(): void
}

export interface Listener {
  kind: 'session' | 'visitor'
  id: string
  deskId?: string
  /** Its desk has answered, which no visitor can bring about alone. */
  answered?: boolean
  /** Its address, and what a sender may rent around it. */
  network: string
  subnet: string
}

/** One subnet's share of the free streams: the fewer are free, the fewer it may hold. */
const subnetShare = 1 / 4

/** Reserved for listeners whom somebody waits for. */
const reserve = 1 / 10

export interface OpenStreams extends Iterable<OpenStream> {
  /**
   * Returns false where there is no room. A listener's own oldest stream gives way: most often its
   * connection is dead, and nobody knows yet.
   */
  add(stream: OpenStream, listener: Listener, now: Date): boolean
  remove(stream: OpenStream): void
}

const day = 86_400_000

/**
 * The streams of this process. Networks are known by hash only, whose salt changes at midnight UTC.
 */
export function createOpenStreams(rules: StreamRules): OpenStreams {
  /** Oldest first, with all that each counts for: its listener first, network, desk and subnets. */
  const all = new Map<OpenStream, (string | number)[]>()
  const counts = new Map<string | number, number>()
  let salt = { day: 0, key: createSecretKey(randomBytes(32)) }

  /** 48 bits as a number, which takes less room than a text. */
  function hash(text: string, now: Date): number {
    const today = Math.floor(now.getTime() / day)
    if (salt.day !== today) salt = { day: today, key: createSecretKey(randomBytes(32)) }
    return createHmac('sha256', salt.key).update(text).digest().readUIntBE(0, 6)
  }

  const countOf = (key: string | number) => counts.get(key) ?? 0

  function oldestOf(id: string): OpenStream | undefined {
    for (const [stream, [own]] of all) if (own === id) return stream
    return undefined
  }

  return {
    [Symbol.iterator]: () => [...all.keys()].values(),
    add(stream, { kind, id, deskId, answered, network, subnet }, now) {
      const most = kind === 'session' ? rules.perSession : rules.perVisitor
      if (countOf(id) >= most) oldestOf(id)?.giveWay()
      const fromNetwork = hash(`network ${network}`, now)
      const pools = [
        { key: 'process', limit: rules.perProcess },
        ...(deskId ? [{ key: deskId, limit: rules.perDesk }] : []),
      ].map((pool) => ({ ...pool, fromSubnet: hash(`${pool.key} ${subnet}`, now) }))
      const awaited = kind === 'session' || answered
      const hasRoom = pools.every(({ key, limit, fromSubnet }) => {
        const free = limit - countOf(key)
        if (awaited) return free + Math.ceil(limit * reserve) > 0
        return free > 0 && countOf(fromSubnet) < Math.max(1, free * subnetShare)
      })
      if (!hasRoom || countOf(fromNetwork) >= rules.perAddress) return false
      const keys = [id, fromNetwork, ...pools.flatMap(({ key, fromSubnet }) => [key, fromSubnet])]
      all.set(stream, keys)
      for (const key of keys) counts.set(key, countOf(key) + 1)
      return true
    },
    remove(stream) {
      const keys = all.get(stream) ?? []
      all.delete(stream)
      for (const key of keys) {
        if (countOf(key) > 1) counts.set(key, countOf(key) - 1)
        else counts.delete(key)
      }
    },
  }
}
