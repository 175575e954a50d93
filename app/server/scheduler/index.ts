import { randomUUID } from 'node:crypto'
import type { ServerContext } from '../context'
import { createJobs, type Job } from './jobs'

export interface Scheduler {
  /**
   * Does what is due at `now`, the server's time unless it is given, and nothing while another
   * process is at it. Never rejects: what fails is in the log, and is tried again the next time.
   */
  runDue(now?: Date): Promise<void>
  /** Does so from now on, again and again. */
  start(): void
  /** Begins nothing more, waits for the step that is under way, and lets another process take over. */
  stop(): Promise<void>
}

/** Milliseconds between two rounds. */
const pause = 10_000

/** A process that was killed holds the others up for so long (milliseconds); longer than any one step takes. */
const leaseLasts = 60_000

/** What the server does by itself, for all processes on one store one at a time. */
export function createScheduler(context: ServerContext, jobs = createJobs(context)): Scheduler {
  const { leases } = context.services
  const holder = randomUUID()
  const doneAt = new Map<Job, number>()
  let heldUntil = 0
  let stopping = false
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()

  return {
    runDue(now = context.now()) {
      working = working.then(() => round(now))
      return working
    },
    start() {
      timer ??= setTimeout(async () => {
        await this.runDue()
        timer = undefined
        if (!stopping) this.start()
      }, pause).unref()
    },
    async stop() {
      stopping = true
      clearTimeout(timer)
      await working
      await leases.release('scheduler', holder).catch(report)
    },
  }

  async function round(now: Date) {
    const began = performance.now()
    const clock = () => new Date(now.getTime() + performance.now() - began)
    const goOn = () => hold(clock())
    for (const job of jobs) {
      const last = doneAt.get(job) ?? Number.NEGATIVE_INFINITY
      if (now.getTime() - last < job.every) continue
      try {
        if (!(await goOn())) return
        await job.run({ clock, goOn })
      } catch (error) {
        report(error, job.name)
      }
      doneAt.set(job, now.getTime())
    }
  }

  /** Renews the lease when a third of it is gone, so that a round that has nothing to do writes rarely. */
  async function hold(now: Date): Promise<boolean> {
    if (stopping) return false
    const left = heldUntil - now.getTime()
    if (left > (leaseLasts * 2) / 3 && left <= leaseLasts) return true
    const until = new Date(now.getTime() + leaseLasts)
    const held = await leases.take('scheduler', holder, until, now)
    heldUntil = held ? until.getTime() : 0
    return held
  }

  function report(error: unknown, job = 'lease') {
    context.log.error({ job, error: error instanceof Error ? error.stack : String(error) }, 'timer')
  }
}
