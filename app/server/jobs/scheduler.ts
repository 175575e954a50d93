import { randomUUID } from 'node:crypto'
import type { ServerContext } from '../arrival/context'
import type { Job } from './job'
import { createJobs } from './jobs'

export interface Scheduler {
  /**
   * Does what is due at `now`, the server's time unless it is given, one job after the other, and
   * nothing while another process is at it. A job that is still under way from a round before is
   * left alone. Never rejects: what fails is in the log, and is tried again the next time.
   */
  runDue(now?: Date): Promise<void>
  /** Does so every ten seconds, whether the round before has ended or hangs in one of its jobs. */
  start(): void
  /** Begins nothing more, waits for the steps that are under way, and lets another process take over. */
  stop(): Promise<void>
}

/** Milliseconds between two rounds. */
const pause = 10_000

/** A process that was killed holds the others up for so long (milliseconds); longer than any one step takes. */
const leaseLasts = 60_000

/**
 * Returns what does the server's own work: of all processes on one store one at a time, and in it
 * each job beside the others, so that one that hangs delays no other by more than a round.
 */
export function createScheduler(context: ServerContext, jobs = createJobs(context)): Scheduler {
  const { leases } = context.services
  const holder = randomUUID()
  const doneAt = new Map<Job, number>()
  const underWay = new Set<Job>()
  const rounds = new Set<Promise<void>>()
  let heldUntil = 0
  let taking: Promise<boolean> | undefined
  let stopping = false
  let timer: NodeJS.Timeout | undefined

  return {
    runDue(now = context.now()) {
      const running = round(now).finally(() => rounds.delete(running))
      rounds.add(running)
      return running
    },
    start() {
      timer ??= setInterval(() => this.runDue(), pause).unref()
    },
    async stop() {
      stopping = true
      clearInterval(timer)
      await Promise.all(rounds)
      await leases.release('scheduler', holder).catch(report)
    },
  }

  async function round(now: Date) {
    const began = performance.now()
    const clock = () => new Date(now.getTime() + performance.now() - began)
    const goOn = () => hold(clock())
    for (const job of jobs) {
      const last = doneAt.get(job) ?? Number.NEGATIVE_INFINITY
      if (underWay.has(job) || now.getTime() - last < job.every) continue
      underWay.add(job)
      try {
        if (!(await goOn())) return
        await job.run({ clock, goOn })
      } catch (error) {
        report(error, job.name)
      } finally {
        underWay.delete(job)
      }
      doneAt.set(job, now.getTime())
    }
  }

  /** Renews the lease when a third of it is gone, so that a round that has nothing to do writes rarely. */
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
    return held
  }

  function report(error: unknown, job = 'lease') {
    context.log.error({ job, error: error instanceof Error ? error.stack : String(error) }, 'timer')
  }
}
