import { hash, randomBytes } from 'node:crypto'
import type { Bucket, InLine, RateLimitStore } from '../../domain/limits/rate-limits'
import {
  joinLine,
  type Line,
  noLine,
  settleLine,
  spend,
  unspend,
  untilFree,
  type Window,
} from '../../domain/limits/windows'

const day = 86_400_000

/** Enough for a busy day, in some 20 MB. */
const enoughKeys = 100_000

/**
 * Attempts, counted in this process's memory. Keeps at most `mostKeys` windows and as many queues,
 * dropping those not used for longest. What it knows of people goes at midnight UTC with the salt, and
 * when the process ends.
 */
export function createRateLimitStore({ mostKeys = enoughKeys } = {}): RateLimitStore {
  /** Limits shared by everybody: few, and kept apart so that a flood of addresses drops none. */
  const shared = new Map<string, Window>()
  let people = newPeople(0, mostKeys)

  function peopleAt(now: Date) {
    const today = Math.floor(now.getTime() / day)
    if (people.today !== today) people = newPeople(today, mostKeys)
    return people
  }

  function find(buckets: readonly Bucket[], now: Date) {
    const { windows, hash } = peopleAt(now)
    return buckets.map((bucket) => {
      const name = nameOf(bucket)
      const slot =
        bucket.holder === '' ? { kept: shared, key: name } : { kept: windows, key: hash(name) }
      return { bucket, ...slot, window: slot.kept.get(slot.key) }
    })
  }

  function longestWait(found: ReturnType<typeof find>, time: number) {
    return Math.max(0, ...found.map(({ window, bucket }) => untilFree(window, bucket, time)))
  }

  return {
    async consume(buckets, now) {
      const time = now.getTime()
      const found = find(buckets, now)
      const wait = longestWait(found, time)
      if (wait > 0) return wait
      for (const { kept, key, window, bucket } of found) kept.set(key, spend(window, bucket, time))
      return 0
    },

    wait: async (buckets, now) => longestWait(find(buckets, now), now.getTime()),

    async giveBack(buckets, now) {
      for (const { kept, key, window, bucket } of find(buckets, now)) {
        if (window) kept.set(key, unspend(window, bucket))
      }
    },

    alias: async (holder, now) => peopleAt(now).hash(holder),

    async lineUp(who, now) {
      const { lines, key } = lineOf(who, peopleAt(now))
      const { slot, line } = joinLine(lines.get(key) ?? noLine, now.getTime())
      lines.set(key, line)
      return slot
    },

    async settle(who, outcome, now) {
      const { lines, key, own, strangers } = lineOf(who, peopleAt(now))
      const keys = outcome === 'succeeded' ? [own, strangers] : [key]
      for (const each of keys) lines.set(each, settleLine(lines.get(each) ?? noLine, outcome))
    },
  }
}

type People = ReturnType<typeof newPeople>

function newPeople(today: number, mostKeys: number) {
  const salt = randomBytes(32).toString('base64')
  return {
    today,
    windows: mapOfRecent<Window>(mostKeys),
    lines: mapOfRecent<Line>(mostKeys),
    hash: (text: string) => hash('sha256', salt + text, 'base64'),
  }
}

function nameOf({ limit: { name, per, within }, holder }: Bucket): string {
  return [name, per, within, holder].join('\n')
}

/** The queue of a known browser or of an address at this account if it has one, otherwise the account's. */
function lineOf({ account, address, browser }: InLine, { lines, hash }: People) {
  const own = hash([account, browser ? `browser ${browser}` : address].join('\n'))
  const strangers = hash(account)
  return { lines, own, strangers, key: browser || lines.get(own) ? own : strangers }
}

/** Keeps at least half as many of the last used. In two halves, which V8 clears quickly. */
function mapOfRecent<Value>(most: number) {
  let [newer, older] = [new Map<string, Value>(), new Map<string, Value>()]
  function set(key: string, value: Value) {
    if (!newer.has(key) && newer.size >= most / 2) {
      older = newer
      newer = new Map()
    }
    newer.set(key, value)
  }
  return {
    get(key: string): Value | undefined {
      const value = newer.get(key) ?? older.get(key)
      if (value !== undefined) set(key, value)
      return value
    },
    set,
  }
}
