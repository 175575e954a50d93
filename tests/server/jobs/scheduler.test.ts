import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLiveBus } from '~/adapters/in-process/live.server'
import { openDatabase } from '~/adapters/sqlite/database/database.server'
import type { LiveBus } from '~/domain/live/live'
import type { Stores } from '~/domain/stores'
import type { ServerContext } from '~/server/arrival/context'
import type { Job } from '~/server/jobs/job'
import { endedSessions } from '~/server/jobs/jobs'
import { createScheduler } from '~/server/jobs/scheduler'
import { makePlace, openTemporaryStores } from '../../adapters/sqlite/places'
import { exampleSession } from '../../contracts/examples'
import { bundled } from '../../support/bundled'

const worker = await bundled(new URL('worker.ts', import.meta.url))
const minute = 60_000

describe('the scheduler', () => {
  let stores: Stores
  let live: LiveBus
  let now: Date
  let done: string[]
  let logged: string[]
  beforeEach(async () => {
    stores = await openTemporaryStores()
    live = createLiveBus()
    now = new Date('2026-03-04T11:00:00Z')
    done = []
    logged = []
  })
  afterEach(() => stores.close())

  function scheduler(...jobs: Job[]) {
    const log = pino({ base: undefined }, { write: (line) => void logged.push(line) })
    const services = { ...stores, live }
    const context = { services, now: () => now, log } as unknown as ServerContext
    return createScheduler(context, jobs)
  }

  function job(name: string, every = 0, run: Job['run'] = async () => undefined): Job {
    return {
      name,
      every,
      async run(jobContext) {
        done.push(name)
        await run(jobContext)
      },
    }
  }

  it('takes sessions away that have run out, however many', async () => {
    const day = 24 * 60 * minute
    const ids = Array.from({ length: 150 }, (_, index) => `${index}`)
    const lastLoginAt = new Date(now.getTime() - day - 1)
    await Promise.all(ids.map((id) => stores.sessions.create(exampleSession(id, { lastLoginAt }))))
    await stores.sessions.create(exampleSession('last', { lastLoginAt: now }))
    await scheduler(endedSessions(stores)).runDue()
    expect((await stores.sessions.list('ada')).map(({ idHash }) => idHash)).toEqual(['last'])
  })

  function forward(milliseconds: number) {
    now = new Date(now.getTime() + milliseconds)
  }

  it('is done in order, each thing as often as it is to be', async () => {
    const own = scheduler(job('always'), job('hourly', 60 * minute))
    await own.runDue()
    forward(59 * minute)
    await own.runDue()
    forward(minute)
    await own.runDue()
    expect(done).toEqual(['always', 'hourly', 'always', 'always', 'hourly'])
  })

  it('rests after an idle run, except in a run of everything due', async () => {
    let busy = true
    const own = scheduler({
      name: 'resting',
      every: 0,
      rest: minute,
      run: async () => {
        done.push(busy ? 'busy' : 'idle')
        return busy ? undefined : 'idle'
      },
    })
    const tenSeconds = async () => {
      await own.tick()
      forward(10_000)
    }
    await tenSeconds()
    await tenSeconds()
    busy = false
    for (let round = 0; round < 12; round += 1) await tenSeconds()
    expect(done).toEqual(['busy', 'busy', 'idle', 'idle'])
    await own.runDue()
    expect(done).toHaveLength(5)
  })

  /** One that has to run again `after` milliseconds, once. */
  function eager(after: number, wokenBy?: Job['wokenBy']): Job {
    return {
      name: 'eager',
      every: 0,
      wokenBy,
      async run() {
        done.push('eager')
        return done.length === 1 ? new Date(now.getTime() + after) : undefined
      },
    }
  }

  it('The scheduler runs a job alone when it is due before the next round', async () => {
    const own = scheduler(eager(60), job('patient'))
    own.start()
    await own.runDue()
    expect(done).toEqual(['eager', 'patient'])
    await expect.poll(() => done).toEqual(['eager', 'patient', 'eager'])
    await own.stop()
  })

  it('The scheduler leaves what is due later to the next round, and plans nothing once it stops or by itself', async () => {
    vi.useFakeTimers()
    const own = scheduler(eager(10_000))
    own.start()
    await own.runDue()
    expect(vi.getTimerCount()).toBe(1)
    await own.stop()
    done = []
    const stopped = scheduler(eager(60))
    stopped.start()
    await stopped.runDue()
    expect(vi.getTimerCount()).toBe(2)
    await stopped.stop()
    done = []
    await scheduler(eager(60)).runDue()
    expect(vi.getTimerCount()).toBe(0)
    vi.useRealTimers()
  })

  it('The scheduler runs a job at once that is woken, also while it runs, and no other', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const woken = { ...job('woken', 0, () => held), wokenBy: 'mail-due' as const }
    const own = scheduler(woken, job('other'))
    own.start()
    live.publish('timers', { kind: 'mail-due' })
    await expect.poll(() => done).toEqual(['woken'])
    live.publish('timers', { kind: 'mail-due' })
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(done).toEqual(['woken'])
    release()
    await expect.poll(() => done).toEqual(['woken', 'woken'])
    await own.stop()
  })

  it('The scheduler runs a job at once that is woken while it finds out that it is due later', async () => {
    const letters: Job = {
      name: 'letters',
      every: 0,
      wokenBy: 'mail-due',
      async run() {
        done.push('letters')
        if (done.length > 1) return undefined
        live.publish('timers', { kind: 'mail-due' })
        await vi.advanceTimersByTimeAsync(10)
        return new Date(now.getTime() + 9_000)
      },
    }
    vi.useFakeTimers()
    const own = scheduler(letters)
    own.start()
    await own.runDue()
    await vi.advanceTimersByTimeAsync(1_000)
    vi.useRealTimers()
    await expect.poll(() => done).toEqual(['letters', 'letters'])
    await own.stop()
  })

  it('goes on when a job fails, logs it and retries it', async () => {
    const own = scheduler(
      job('broken', 0, async () => {
        throw new Error('out of order')
      }),
      job('sound'),
    )
    await own.runDue()
    await own.runDue()
    expect(done).toEqual(['broken', 'sound', 'broken', 'sound'])
    expect(logged).toHaveLength(2)
    expect(logged[0]).toContain('out of order')
  })

  it('is done by one process, and by another when that one stops or has died', async () => {
    const [one, two, three] = ['one', 'two', 'three'].map((name) => scheduler(job(name)))
    await one?.runDue()
    await two?.runDue()
    expect(done).toEqual(['one'])
    await one?.stop()
    await two?.runDue()
    expect(done).toEqual(['one', 'two'])
    // Rounds are ten seconds apart: the next one is within a minute.
    forward(30_000)
    await three?.runDue()
    expect(done).toEqual(['one', 'two'])
    forward(20_000)
    await three?.runDue()
    await two?.runDue()
    expect(done).toEqual(['one', 'two', 'three'])
  })

  it('ends after the step that is under way, and begins no other', async () => {
    let finish: () => void = () => undefined
    const step = new Promise<void>((resolve) => {
      finish = resolve
    })
    const goesOn: boolean[] = []
    const own = scheduler(
      job('long', 0, async ({ goOn }) => {
        goesOn.push(await goOn())
        await step
        goesOn.push(await goOn())
      }),
      job('next'),
    )
    const round = own.runDue()
    await expect.poll(() => goesOn).toEqual([true])
    const stopped = own.stop()
    finish()
    await Promise.all([round, stopped])
    await own.runDue()
    expect(goesOn).toEqual([true, false])
    expect(done).toEqual(['long'])
  })

  it('leaves others a tick of the event loop before each step', async () => {
    const order: string[] = []
    const steps = job('steps', 0, async ({ goOn }) => {
      let over = false
      const others = () => {
        order.push('others')
        if (!over) setImmediate(others)
      }
      others()
      for (let step = 0; step < 3; step += 1) {
        await goOn()
        order.push('step')
      }
      over = true
    })
    await scheduler(steps).runDue()
    expect(order.join(' ')).toMatch(/^(others )+step (others )+step (others )+step$/)
  })

  it('runs the other jobs while one hangs, which it does not start twice', async () => {
    let finish: () => void = () => undefined
    const step = new Promise<void>((resolve) => {
      finish = resolve
    })
    const own = scheduler(
      job('before'),
      job('hanging', 0, () => step),
      job('after'),
    )
    const hanging = own.runDue()
    await expect.poll(() => done).toEqual(['before', 'hanging'])
    await own.runDue()
    await own.runDue()
    expect(done).toEqual(['before', 'hanging', 'before', 'after', 'before', 'after'])
    finish()
    await hanging
    await own.runDue()
    expect(done.slice(-3)).toEqual(['before', 'hanging', 'after'])
  })

  it('begins a round on time though the one before hangs', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
    let finish: () => void = () => undefined
    const step = new Promise<void>((resolve) => {
      finish = resolve
    })
    const own = scheduler(
      job('hanging', 0, () => step),
      job('sound'),
    )
    own.start()
    vi.advanceTimersByTime(20_000)
    vi.useRealTimers()
    await expect.poll(() => done).toEqual(['hanging', 'sound'])
    finish()
    await own.stop()
  })

  it('is taken over at once from a process that stops', async () => {
    const [one, other] = [scheduler(job('one')), scheduler(job('other'))]
    await one.runDue()
    other.start()
    await one.stop()
    await expect.poll(() => done).toEqual(['one', 'other'])
    await other.stop()
  })

  it('is broken off when another process has taken over', async () => {
    const goesOn: boolean[] = []
    const own = scheduler(
      job('long', 0, async ({ goOn }) => {
        goesOn.push(await goOn())
        // As after a machine has slept.
        const later = new Date(now.getTime() + 2 * minute)
        const until = new Date(later.getTime() + minute)
        await stores.leases.take('scheduler', 'another', until, later)
      }),
      job('next'),
    )
    await own.runDue()
    forward(2 * minute)
    await own.runDue()
    expect(goesOn).toEqual([true])
    expect(done).toEqual(['long', 'next'])
  })

  it('writes nothing to the store in most rounds that have nothing to do', async () => {
    let taken = 0
    const { leases } = stores
    const take: typeof leases.take = (...of) => {
      taken++
      return leases.take(...of)
    }
    stores = { ...stores, leases: { ...leases, take } }
    const own = scheduler(job('a'), job('b'), job('c'))
    for (let round = 0; round < 6; round++) {
      await own.runDue()
      forward(10_000)
    }
    expect(taken).toBe(3)
  })
})

describe('processes on one store', () => {
  it('never run a job at the same time, and one takes over when the other is killed', async () => {
    const place = await makePlace()
    await openDatabase(place.file).close()
    const spans: { name: string; from: number; to: number }[] = []
    const begin = (name: string) => {
      const child = spawn(process.execPath, [worker, place.file, name], {
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      let from = 0
      let tries = 0
      createInterface({ input: child.stdout }).on('line', (line) => {
        const [, what, time] = line.split(' ')
        if (what === 'begins') from = Number(time)
        else if (what === 'ends') spans.push({ name, from, to: Number(time) })
        else tries += 1
      })
      return { child, ended: once(child, 'exit'), tries: () => tries }
    }
    const workers = { one: begin('one'), two: begin('two') }
    await expect.poll(() => spans.length).toBeGreaterThan(5)
    const first = spans[0]?.name === 'one' ? workers.one : workers.two
    const second = first === workers.one ? workers.two : workers.one
    const other = first === workers.one ? 'two' : 'one'
    const before = second.tries()
    await expect.poll(second.tries).toBeGreaterThan(before + 20)
    expect(spans.every(({ name }) => name !== other)).toBe(true)
    first.child.kill('SIGKILL')
    await first.ended
    second.child.stdin.write(`${new Date(2 * minute).toISOString()}\n`)
    await expect.poll(() => spans.at(-1)?.name).toBe(other)
    second.child.kill('SIGTERM')
    await second.ended
    const ordered = spans.toSorted((a, b) => a.from - b.from)
    for (const [index, { to }] of ordered.entries()) {
      expect(ordered[index + 1]?.from ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(to)
    }
    await place.remove()
  })
})
