import { createHmac, randomBytes } from 'node:crypto'
import type { StreamRules } from './rules'

/** A response that is held open. */
export interface OpenStream {
  /** Tells the listener to come again soon, and ends it. */
  bye(): void
  /** Ends it for a newer one of the same listener, who is told to take their time. */
  giveWay(): void
}

/** Whose stream it is. */
export interface Listener {
  /** An owner's session, or a visitor's conversation with its desk. */
  kind: 'session' | 'visitor'
  id: string
  deskId?: string
  /** Its desk has answered it: nobody becomes that by themselves. */
  answered?: boolean
  /** The network that it comes from, and what a sender may rent around it. */
  network: string
  subnet: string
}

/** Of what is left, one subnet may take so much: the fewer places there are, the fewer it may hold. */
const subnetShare = 1 / 4

/** So much beyond the usual places is kept for those who are waited for. */
const reserve = 1 / 10

export interface OpenStreams extends Iterable<OpenStream> {
  /**
   * Takes a stream in; returns how to take it out again, or undefined where there is no room. Of one
   * listener's own streams the oldest gives way: most often its line is dead, and nobody knows yet.
   */
  add(stream: OpenStream, listener: Listener, now: Date): (() => void) | undefined
}

const day = 86_400_000

/** The streams of this process. Networks are known by a hash alone, whose salt changes at midnight UTC. */
export function createOpenStreams(rules: StreamRules): OpenStreams {
  const holders = new Map<string, Set<OpenStream>>()
  const all = new Set<OpenStream>()
  let salt = { day: 0, bytes: randomBytes(32) }

  function hash(network: string, now: Date): string {
    const today = Math.floor(now.getTime() / day)
    if (salt.day !== today) salt = { day: today, bytes: randomBytes(32) }
    return createHmac('sha256', salt.bytes).update(network).digest('base64')
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
