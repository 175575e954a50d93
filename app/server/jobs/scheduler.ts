import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { LiveEvent, Unsubscribe } from '~/domain/live/live'
import type { ServerContext } from '../arrival/context'
import { betweenRounds, type Job } from './job'
import { createJobs } from './jobs'

export interface Scheduler {
  /**
   * Runs what is due at `now` (default: the server's time), unless another process does. A job
   * still running from an earlier round is left alone. Never rejects: failures are logged and
   * retried.
   */
  runDue(now?: Date): Promise<void>
  /** The same without jobs that were idle lately and rest, as the timer does every ten seconds. */
  tick(now?: Date): Promise<void>
  /** Every ten seconds, even if a job of the last round hangs; one that has more to do earlier, then alone. */
  start(): void
  /** Waits for the steps under way, then lets another process take over. */
  stop(): Promise<void>
}

/** Milliseconds; before each step a job rests as long as the one before took, so that others go on. */
const longestRest = 5

/** Milliseconds before a job runs again alone, at least. */
const shortestPause = 50

/** Milliseconds: as long as an e-mail may take; a killed process holds others up as long. */
const leaseLasts = 40_000

/**
 * Of all processes one runs jobs, concurrently, so that one that hangs delays no other. `tried` hears
 * whether this process is the one, whenever it asks.
 */
export function createScheduler(
  context: ServerContext,
  jobs = createJobs(context),
  tried: (held: boolean, now: Date) => void = () => undefined,
): Scheduler {
  const { leases, live } = context.services
  const holder = randomUUID()
  const doneAt = new Map<Job, number>()
  const idle = new Set<Job>()
  const underWay = new Set<Job>()
  /** Those that were woken while they ran. */
  const again = new Set<Job>()
  const alarms = new Map<Job, { at: number; timer: NodeJS.Timeout }>()
  const rounds = new Set<Promise<void>>()
  let heldUntil = 0
  let taking: Promise<boolean> | undefined
  let stopping = false
  let timer: NodeJS.Timeout | undefined
  let listening: Promise<Unsubscribe> | undefined

  return {
    runDue: (now = context.now()) => begin(now, ({ every }) => every),
    tick: (now = context.now()) =>
      begin(now, (job) => (idle.has(job) && job.rest ? job.rest : job.every)),
    start() {
      // Another process may work on the same store, which the log says at once.
      void hold(context.now()).catch(report)
      timer ??= setInterval(() => this.tick(), betweenRounds).unref()
      listening ??= live.subscribe('timers', (event) => {
        if (!wake(event)) this.runDue()
      })
    },
    async stop() {
      stopping = true
      clearInterval(timer)
      for (const alarm of alarms.values()) clearTimeout(alarm.timer)
      await Promise.all(rounds)
      const unsubscribe = await listening
      unsubscribe?.()
      await leases.release('scheduler', holder).catch(report)
      // Another process need not wait for its next round.
      live.publish('timers', { kind: 'timers-free' })
    },
  }

  /** Whether the event is for single jobs. */
  function wake({ kind }: LiveEvent): boolean {
    const woken = jobs.filter(({ wokenBy }) => wokenBy === kind)
    for (const job of woken) runAt(job, context.now())
    return woken.length > 0
  }

  /** What is due later than the next round waits for that, and for an earlier alarm, which sets the next one. */
  function runAt(job: Job, due: Date) {
    const now = context.now().getTime()
    const at = Math.max(due.getTime(), now + shortestPause)
    const known = alarms.get(job)
    if (timer === undefined || stopping || at - now >= betweenRounds) return
    if (known && known.at <= at) return
    const run = () => {
      alarms.delete(job)
      if (underWay.has(job)) again.add(job)
      else void begin(context.now(), (each) => (each === job ? 0 : undefined))
    }
    clearTimeout(known?.timer)
    alarms.set(job, { at, timer: setTimeout(run, at - now).unref() })
  }

  function begin(now: Date, pauseOf: (job: Job) => number | undefined): Promise<void> {
    const running = round(now, pauseOf).finally(() => rounds.delete(running))
    rounds.add(running)
    return running
  }

  async function round(now: Date, pauseOf: (job: Job) => number | undefined) {
    const began = performance.now()
    const clock = () => new Date(now.getTime() + performance.now() - began)
    let begun: number | undefined
    const goOn = async () => {
      if (begun !== undefined) await wait(Math.min(performance.now() - begun, longestRest))
      begun = performance.now()
      return hold(clock())
    }
    for (const job of jobs) {
      const last = doneAt.get(job) ?? Number.NEGATIVE_INFINITY
      const rest = pauseOf(job)
      if (rest === undefined || underWay.has(job) || now.getTime() - last < rest) continue
      underWay.add(job)
      try {
        if (!(await goOn())) return
        context.work = `job ${job.name}`
        const outcome = await job.run({ clock, goOn })
        if (outcome === 'idle') idle.add(job)
        else idle.delete(job)
        if (outcome instanceof Date) runAt(job, outcome)
      } catch (error) {
        report(error, job.name)
      } finally {
        underWay.delete(job)
        if (again.delete(job)) runAt(job, context.now())
      }
      doneAt.set(job, now.getTime())
    }
  }

  /** Renews the lease when a third of it is gone, so that idle rounds rarely write. */
  async function hold(now: Date): Promise<boolean> {
    if (stopping) return false
    const left = heldUntil - now.getTime()
    if (left > (leaseLasts * 2) / 3 && left <= leaseLasts) return true
    taking ??= take(now).finally(() => {
      taking = undefined
    })
    return taking
  }

  async function take(now: Date): Promise<boolean> {
    const until = new Date(now.getTime() + leaseLasts)
    const held = await leases.take('scheduler', holder, until, now)
    heldUntil = held ? until.getTime() : 0
    tried(held, now)
    return held
  }

  function report(error: unknown, job = 'lease') {
    context.log.error({ job, error: error instanceof Error ? error.stack : String(error) }, 'timer')
  }
}
