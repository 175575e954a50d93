import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../../app/adapters/sqlite/database/database.server'
import { storesOn } from '../../app/adapters/sqlite/stores.server'
import { makePlace } from '../adapters/sqlite/places'
import { begin, exampleMessage, twoDesks } from '../contracts/examples'
import { bundled } from '../support/bundled'

const appender = await bundled(new URL('../adapters/sqlite/appender.ts', import.meta.url))

describe('processes on one database', () => {
  let place: Awaited<ReturnType<typeof makePlace>>
  let visitor: { secretHash: string }
  beforeEach(async () => {
    place = await makePlace()
    const database = openDatabase(place.file)
    const stores = storesOn(database)
    const [desk] = await twoDesks(stores)
    visitor = { secretHash: (await begin(stores.tickets, desk.id, 'a')).ticket.secretHash }
    await stores.close()
  })
  afterEach(() => place.remove())

  test('writes that a killed process acknowledged are there, once and in order', async () => {
    const acknowledged: string[] = []
    for (const round of [1, 2, 3]) {
      const process = await startAppender(`round-${round}`)
      await pause(20 + Math.random() * 80)
      acknowledged.push(...(await process.kill()))
      const { keys, again } = await inspect(acknowledged.at(-1))
      expect(acknowledged.filter((key) => !keys.has(key))).toEqual([])
      expect(again).toBe('again')
    }
  })

  test('two processes that write at once take turns and lose nothing', async () => {
    const database = openDatabase(place.file)
    const { tickets } = storesOn(database)
    const process = await startAppender('other')
    const own = ['own-1', 'own-2', 'own-3', 'own-4', 'own-5']
    for (const key of own) {
      const { kind } = await tickets.append(visitor, exampleMessage(key), () => ({}))
      expect(kind).toBe('added')
      await pause(5)
    }
    const acknowledged = [...own, ...(await process.kill())]
    await database.close()
    const { keys } = await inspect()
    expect(acknowledged.filter((key) => !keys.has(key))).toEqual([])
  })

  /** Opens the database anew, checks that it is sound, and says what is in the ticket. */
  async function inspect(sentAgain = '') {
    const database = openDatabase(place.file)
    const { tickets } = storesOn(database)
    const messages = await tickets.messages(visitor, 0, 1_000_000)
    expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1))
    expect((await tickets.find(visitor))?.lastSeq).toBe(messages.length)
    const { rows } = await sql`pragma integrity_check`.execute(database.kysely)
    expect(rows).toEqual([{ integrityCheck: 'ok' }])
    const keys = new Set(messages.map(({ clientKey }) => clientKey))
    const { kind } = await tickets.append(visitor, exampleMessage(sentAgain), () => undefined)
    await database.close()
    return { keys, again: kind }
  }

  /** Begins the appender; `kill` ends it in the middle of its work and answers what it has said. */
  async function startAppender(prefix: string) {
    const child = spawn(process.execPath, [appender, place.file, visitor.secretHash, prefix], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const said: string[] = []
    const lines = createInterface({ input: child.stdout }).on('line', (line) => said.push(line))
    const ended = Promise.all([once(child, 'exit'), once(lines, 'close')])
    await Promise.race([once(lines, 'line'), ended])
    return {
      async kill() {
        child.kill('SIGKILL')
        await ended
        expect(said.length, 'messages acknowledged before the kill').toBeGreaterThan(0)
        return said
      },
    }
  }
})
