import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import type { StreamRules } from './rules'

interface OpenStream {
  /** Ends it and asks the listener to come again soon. */
  bye(): void
  /** Ends it for a newer one of the same listener, who comes again later. */
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

/** One subnet's share of what is left: the fewer places remain, the fewer it may hold. */
const subnetShare = 1 / 4

/** Kept on top for listeners who are waited for. */
const reserve = 1 / 10

export interface OpenStreams extends Iterable<OpenStream> {
  /**
   * Returns how to remove the stream; undefined where there is no room. A listener's own oldest
   * stream gives way: most often its connection is dead, and nobody knows yet.
   */
  add(stream: OpenStream, listener: Listener, now: Date): (() => void) | undefined
}

const day = 86_400_000

/**
 * The streams of this process. Networks are known by hash only, whose salt changes at midnight UTC.
 */
export function createOpenStreams(rules: StreamRules): OpenStreams {
  const holders = new Map<string, Set<OpenStream>>()
  const all = new Set<OpenStream>()
  let salt = { day: 0, key: createSecretKey(randomBytes(32)) }

  function hash(network: string, now: Date): string {
    const today = Math.floor(now.getTime() / day)
    if (salt.day !== today) salt = { day: today, key: createSecretKey(randomBytes(32)) }
    return createHmac('sha256', salt.key).update(network).digest('base64')
  }

  const countOf = (key: string) => holders.get(key)?.size ?? 0

  return {
    [Symbol.iterator]: () => [...all].values(),
    add(stream, { kind, id, deskId, answered, network, subnet }, now) {
      const own = `${kind} ${id}`
      const most = kind === 'session' ? rules.perSession : rules.perVisitor
      const [oldest] = holders.get(own) ?? []
      if (oldest && countOf(own) >= most) oldest.giveWay()
      const fromNetwork = `network ${hash(network, now)}`
      const places = [
        { key: 'process', limit: rules.perProcess, among: 'process' },
        ...(deskId ? [{ key: `desk ${deskId}`, limit: rules.perDesk, among: deskId }] : []),
      ].map(({ among, ...place }) => ({ ...place, fromSubnet: `${among} ${hash(subnet, now)}` }))
      const awaited = kind === 'session' || answered
      const hasRoom = places.every(({ key, limit, fromSubnet }) => {
        const free = limit - countOf(key)
        if (awaited) return free + Math.ceil(limit * reserve) > 0
        return free > 0 && countOf(fromSubnet) < Math.max(1, free * subnetShare)
      })
      if (!hasRoom || countOf(fromNetwork) >= rules.perAddress) return undefined
      const shared = places.flatMap(({ key, fromSubnet }) => [key, fromSubnet])
      const keys = [own, fromNetwork, ...shared]
      all.add(stream)
      for (const key of keys) holders.set(key, (holders.get(key) ?? new Set()).add(stream))
      return () => {
        all.delete(stream)
        for (const key of keys) {
          const rest = holders.get(key)
          rest?.delete(stream)
          if (rest?.size === 0) holders.delete(key)
        }
      }
    },
  }
}
