import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { secretHash } from '~/http/links/ticket-link.server'
import { startFirestoreEmulator } from '../tests/support/firestore-emulator'
import { type Line, layLine } from '../tests/support/line'
import { startRealtimeDatabase } from '../tests/support/realtime-database'
import { startStorageService } from '../tests/support/storage-service'
import type { Effort, Findings } from './run'
import {
  beginConversations,
  environmentOf,
  makeFolder,
  openStores,
  openTestServer,
  type TestServer,
  type Visitor,
} from './test-server'

const writers = 12

/** Milliseconds in which everything has to work again. */
const longestRecovery = 30_000

/** Milliseconds for which a connection is silent: longer than it takes to be noticed. */
const silence = 15_000

/** Lines of the command `move` at which it is killed. */
const steps = ['Copying', 'Comparing', 'account ', 'Copying files']

interface Sent {
  key: string
  body: string
}

/**
 * Two instances on the Firestore emulator lose their connections, by a cut and by silence, and are
 * killed, while visitors write to both; then `move` is killed at each step, there and back. Counts what
 * was acknowledged and is not there, or twice, and measures how long it took until messages were taken
 * again.
 */
export async function trouble({ quick }: Effort): Promise<Findings> {
  const emulator = await startFirestoreEmulator()
  if ('missing' in emulator) throw new Error(`There is no Firestore emulator: ${emulator.missing}`)
  const service = await startRealtimeDatabase()
  const storage = await startStorageService('bench')
  const { folder, remove } = await makeFolder()
  try {
    const written = await writeThroughTrouble(quick ? 1 : 5)
    const moved = await moveThroughKills(quick ? 60 : 2_000)
    const slow = written.recoveries.filter((each) => each > longestRecovery).length
    const longest = Math.max(...written.recoveries)
    return {
      lines: [
        `  cut, silenced and killed         ${written.recoveries.length} times`,
        `  messages acknowledged            ${written.acknowledged}`,
        `  acknowledged and lost            ${written.lost}`,
        `  doubled                          ${written.doubled}`,
        `  until taken again, at most       ${(longest / 1_000).toFixed(1)} s`,
        `  longer than ${longestRecovery / 1_000} s                 ${slow}`,
        `  moves killed and run again       ${moved.kills}`,
        `  servers that started on a half   ${moved.started}`,
        `  moves that could not be finished ${moved.unfinished}`,
      ],
      figures: {
        ...{ troubles: written.recoveries.length, acknowledged: written.acknowledged },
        ...{ lost: written.lost, doubled: written.doubled, longest, slow, ...moved },
      },
    }
  } finally {
    await remove()
    for (const each of [storage, service, emulator]) await each.close()
  }

  async function writeThroughTrouble(rounds: number) {
    const firestore = {
      STORE: 'firestore',
      FIRESTORE_DATABASE: `bench-${randomUUID()}`,
      LIVE: 'rtdb',
      FIREBASE_DATABASE_EMULATOR_HOST: service.host,
    }
    const direct = { ...firestore, FIRESTORE_EMULATOR_HOST: hostOf(emulator) }
    const visitors = await beginConversations(folder, 2, writers / 2, direct)
    const lines = await Promise.all([0, 1].map(() => layLine(`http://${hostOf(emulator)}`)))
    const start = (index: number) =>
      openTestServer(join(folder, randomUUID()), 0, {
        ...firestore,
        FIRESTORE_EMULATOR_HOST: new URL(lines[index]?.proxy.server ?? '').host,
      })
    const servers = [await start(0), await start(1)]
    const acknowledged = new Map<string, string[]>(visitors.map(({ ticketId }) => [ticketId, []]))
    /** When each server took something last. */
    const takenAt = [0, 0]
    let writing = true

    async function write(visitor: Visitor, index: number) {
      while (writing) {
        const sent = { key: randomUUID(), body: `message ${randomUUID()}` }
        // As the chat does: what was not acknowledged is sent again with its key.
        while (!(await post(servers[index], visitor, sent))) await wait(200)
        takenAt[index] = performance.now()
        acknowledged.get(visitor.ticketId)?.push(sent.body)
        // A visitor may write five messages in five seconds.
        await wait(1_000)
      }
    }

    const isTakenFrom = async (index: number, since: number) => {
      while ((takenAt[index] ?? 0) < since) await wait(50)
      return performance.now() - since
    }

    const troubles: ((line: Line) => Promise<number>)[] = [
      async (line) => {
        line.cut()
        await wait(silence)
        line.mend()
        return isTakenFrom(0, performance.now())
      },
      // Silent for those that were open; another connection would be heard.
      async (line) => {
        line.mute()
        await wait(100)
        line.mend()
        return isTakenFrom(0, performance.now())
      },
      async (line) => {
        line.mute()
        await wait(silence)
        line.mend()
        return isTakenFrom(0, performance.now())
      },
      async () => {
        await servers[0]?.kill()
        const since = performance.now()
        servers[0] = await start(0)
        return isTakenFrom(0, since)
      },
    ]
    const busy = visitors.map((visitor, index) => write(visitor, index % 2))
    const recoveries: number[] = []
    for (let round = 0; round < rounds; round += 1)
      for (const each of troubles) {
        await isTakenFrom(0, performance.now())
        if (lines[0]) recoveries.push(await each(lines[0]))
      }
    writing = false
    await Promise.all(busy)
    await Promise.all(servers.map(({ stop }) => stop()))
    const compared = await compare(visitors, acknowledged, direct)
    for (const line of lines) await line.close()
    return { recoveries, ...compared }
  }

  async function compare(
    visitors: Visitor[],
    acknowledged: Map<string, string[]>,
    settings: Record<string, string>,
  ) {
    const stores = await openStores(join(folder, randomUUID()), settings)
    const found = { acknowledged: 0, lost: 0, doubled: 0 }
    for (const { secret, ticketId } of visitors) {
      const scope = { secretHash: secretHash(secret) }
      const bodies = (await stores.tickets.messages(scope, 1, 10_000)).map(({ body }) => body)
      for (const body of acknowledged.get(ticketId) ?? []) {
        const times = bodies.filter((each) => each === body).length
        found.acknowledged += 1
        if (times === 0) found.lost += 1
        if (times > 1) found.doubled += 1
      }
    }
    await stores.close()
    return found
  }

  /** Kills it at each step, there and back; then it has to end by itself. */
  async function moveThroughKills(conversations: number) {
    const found = { kills: 0, started: 0, unfinished: 0 }
    const settings = {
      FIRESTORE_DATABASE: `bench-${randomUUID()}`,
      FIRESTORE_EMULATOR_HOST: hostOf(emulator),
      FILES_BUCKET: 'bench',
      FIREBASE_STORAGE_EMULATOR_HOST: storage.host,
    }
    const [here, back] = [join(folder, randomUUID()), join(folder, randomUUID())]
    await beginConversations(here, 1, conversations)
    for (const [place, from, to] of [
      [here, 'sqlite,disk', 'firestore,gcs'],
      [back, 'firestore,gcs', 'sqlite,disk'],
    ] as const) {
      const [STORE = '', FILES = ''] = to.split(',')
      const environment = { ...environmentOf(place, 0), ...settings }
      const words = ['move', '--from', from, '--to', to]
      for (const step of steps) {
        await runProgram(words, environment, step)
        found.kills += 1
        if ((await runProgram([], { ...environment, STORE, FILES }, 'Tresen is open')) !== 1)
          found.started += 1
      }
      if ((await runProgram(words, environment)) !== 0) found.unfinished += 1
    }
    return found
  }
}

/** The exit code; null where it was killed, which it is when it says this. */
async function runProgram(
  words: string[],
  environment: Record<string, string>,
  killedAt?: string,
): Promise<number | null> {
  const child = spawn(process.execPath, ['build/server/index.js', ...words], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (killedAt && line.startsWith(killedAt)) child.kill('SIGKILL')
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code
}

function hostOf(emulator: { host: string } | { missing: string }): string {
  return 'host' in emulator ? emulator.host : ''
}

/** True once the server has acknowledged it. */
async function post(
  server: TestServer | undefined,
  visitor: Visitor,
  { key, body }: Sent,
): Promise<boolean> {
  if (!server) return false
  try {
    const { status, body: rest } = await fetch(`${server.origin}/chat?t=${visitor.secret}`, {
      method: 'POST',
      headers: { origin: server.origin, 'x-forwarded-for': visitor.address },
      body: new URLSearchParams({ key, body, intent: 'send' }),
      redirect: 'manual',
    })
    await rest?.cancel()
    return status === 303
  } catch {
    return false
  }
}
