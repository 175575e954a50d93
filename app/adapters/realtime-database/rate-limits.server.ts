import { createHmac, randomBytes } from 'node:crypto'
import type { Database, Reference } from 'firebase-admin/database'
import type { Bucket, InLine, QueueSlot, RateLimitStore } from '../../domain/limits/rate-limits'
import {
  failuresLast,
  joinLine,
  type Line,
  noLine,
  settleLine,
  spend,
  unspend,
  untilFree,
  type Window,
} from '../../domain/limits/windows'
import { checkedKey } from './keys'

const day = 86_400_000

/** Milliseconds for one call, before this process counts for itself. */
const timeoutMs = 5_000

/** Ended counters removed at a time. */
const piece = 200

interface Options {
  database: Database
  isUp(): boolean
  /** Hashed with the day's salt, so that the database does not reveal holders. */
  secret: string
  /** Counts while the service cannot be reached. */
  alone: RateLimitStore
  report(sentence: string): void
}

interface Salt {
  /** Days since 1970. */
  day: number
  salt: string
}

type Timed<Value> = Value & { endsAt: number }

/** Counts for all instances, each window and queue by a transaction (tried 25 times by the client). */
export function createSharedRateLimits({
  database,
  isUp,
  secret,
  alone,
  report,
}: Options): RateLimitStore & {
  forget(now: Date): Promise<void>
} {
  const root = database.ref('limits')
  let people: Salt = { day: -1, salt: '' }
  let asking: Promise<Salt> | undefined

  /** One salt a day for all instances; the day before goes with its salt. */
  async function peopleAt(now: Date) {
    const today = Math.floor(now.getTime() / day)
    if (people.day < today) {
      asking ??= saltOf(today).finally(() => {
        asking = undefined
      })
      people = await asking
    }
    const { salt, day: saltsDay } = people
    const hash = (text: string) =>
      createHmac('sha256', salt + secret)
        .update(text)
        .digest('base64url')
    return { hash, windowOf: (text: string) => root.child(`people/${saltsDay}/${hash(text)}`) }
  }

  async function saltOf(today: number): Promise<Salt> {
    let before: Salt | null = null
    const fresh = { day: today, salt: randomBytes(32).toString('base64') }
    const { snapshot, committed } = await root.child('salt').transaction(
      (found: Salt | null) => {
        before = found
        return found && found.day >= today ? undefined : fresh
      },
      undefined,
      false,
    )
    const old = before as Salt | null
    if (committed && old) await root.child(`people/${old.day}`).remove()
    return snapshot.val()
  }

  async function windowsOf(buckets: readonly Bucket[], now: Date) {
    const { windowOf } = await peopleAt(now)
    return buckets.map((bucket) => {
      const { limit, holder } = bucket
      const { name, per, within } = limit
      const text = [name, per, within, holder].join(' ')
      const shared = () => root.child(`shared/${checkedKey(text.trim())}`)
      return { bucket, window: holder === '' ? shared() : windowOf(text) }
    })
  }

  /** The queue of an address at this account if it has one, otherwise everybody's. */
  async function lineOf({ account, address, browser }: InLine, now: Date) {
    const { windowOf } = await peopleAt(now)
    const own = windowOf(['line', account, browser ? `browser ${browser}` : address].join('\n'))
    const strangers = windowOf(['line', account].join('\n'))
    const line = browser || (await own.get()).exists() ? own : strangers
    return { own, strangers, line }
  }

  /** The result of `shared` within the timeout; otherwise this process's own count. */
  async function orAlone<Result>(
    shared: () => Promise<Result>,
    own: () => Promise<Result>,
  ): Promise<Result> {
    if (!isUp()) return own()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no response in ${timeoutMs} ms`)), timeoutMs)
    })
    try {
      return await Promise.race([shared(), late])
    } catch (error) {
      report(`Limits are counted by this process alone: ${error}`)
      return own()
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    consume: (buckets, now) =>
      orAlone(
        async () => {
          const time = now.getTime()
          const tried = await Promise.all(
            (await windowsOf(buckets, now)).map(async ({ bucket, window }) => {
              let wait = 0
              await change<Window>(window, (found) => {
                wait = untilFree(found, bucket, time)
                return wait > 0 ? undefined : spend(found, bucket, time)
              })
              return { bucket, window, wait }
            }),
          )
          const wait = Math.max(0, ...tried.map((each) => each.wait))
          if (wait > 0) {
            // All or none; a window that began with this begins another time.
            const taken = tried.filter((each) => each.wait === 0)
            await Promise.all(taken.map(({ window, bucket }) => change(window, without(bucket))))
          }
          return wait
        },
        () => alone.consume(buckets, now),
      ),

    wait: (buckets, now) =>
      orAlone(
        async () => {
          const waits = (await windowsOf(buckets, now)).map(async ({ bucket, window }) => {
            return untilFree((await window.get()).val() ?? undefined, bucket, now.getTime())
          })
          return Math.max(0, ...(await Promise.all(waits)))
        },
        () => alone.wait(buckets, now),
      ),

    giveBack: (buckets, now) =>
      orAlone(
        async () => {
          const windows = await windowsOf(buckets, now)
          await Promise.all(
            windows.map(({ window, bucket }) =>
              change<Window>(window, (found) => found && unspend(found, bucket)),
            ),
          )
        },
        () => alone.giveBack(buckets, now),
      ),

    alias: (holder, now) =>
      orAlone(
        async () => (await peopleAt(now)).hash(holder),
        () => alone.alias(holder, now),
      ),

    lineUp: (who, now) =>
      orAlone(
        async () => {
          const { line, own } = await lineOf(who, now)
          let slot: QueueSlot = { kind: 'slot', wait: 0 }
          await change<Timed<Line>>(line, (found) => {
            const joined = joinLine(found ?? noLine, now.getTime())
            slot = joined.slot
            return timed(joined.line, line === own ? day : failuresLast, now)
          })
          return slot
        },
        () => alone.lineUp(who, now),
      ),

    settle: (who, outcome, now) =>
      orAlone(
        async () => {
          const { line, own, strangers } = await lineOf(who, now)
          const lines = outcome === 'succeeded' ? [own, strangers] : [line]
          await Promise.all(
            lines.map((each) =>
              change<Timed<Line>>(each, (found) =>
                timed(settleLine(found ?? noLine, outcome), each === own ? day : failuresLast, now),
              ),
            ),
          )
        },
        () => alone.settle(who, outcome, now),
      ),

    async forget(now) {
      const today = root.child(`people/${people.day}`)
      const ended = today.orderByChild('endsAt').endAt(now.getTime()).limitToFirst(piece)
      const keys = Object.keys((await ended.get()).val() ?? {})
      if (keys.length > 0) await today.update(Object.fromEntries(keys.map((key) => [key, null])))
      if (keys.length === piece) await this.forget(now)
    },
  }
}

/** Returns the window without the units; null if nothing is left. */
function without(bucket: Bucket) {
  return (window: Window | undefined): Window | null => {
    const left = window && unspend(window, bucket)
    return left && left.used > 0 ? left : null
  }
}

function timed(line: Line, milliseconds: number, now: Date): Timed<Line> {
  return { ...line, endsAt: now.getTime() + milliseconds }
}

/** Unchanged where `next` returns undefined for a value that is there. */
async function change<Value>(
  reference: Reference,
  next: (found: Value | undefined) => Value | null | undefined,
): Promise<void> {
  const step = (found: Value | null) => {
    const wanted = next(found ?? undefined)
    // The client first passes null before it knows the value; returning null makes it ask the server.
    return wanted === undefined && found === null ? null : wanted
  }
  await reference.transaction(step, undefined, false)
}
