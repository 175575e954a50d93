import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '~/adapters/sqlite/database/database.server'
import { storesOn } from '~/adapters/sqlite/stores.server'
import { makePlace } from '../adapters/sqlite/places'
import { begin, exampleAccount, exampleDesk, exampleMessage } from '../contracts/examples'
import { bundled } from '../support/bundled'
import { filesWith } from '../support/files-with'

const eraser = await bundled(new URL('eraser.ts', import.meta.url))

describe('an account that is being erased', () => {
  let place: Awaited<ReturnType<typeof makePlace>>
  beforeEach(async () => {
    place = await makePlace()
    const database = openDatabase(place.file)
    const stores = storesOn(database)
    await stores.accounts.save(exampleAccount('ada'))
    const desk = await stores.desks.ensure(exampleDesk('ada'))
    for (const name of ['a', 'b', 'c']) {
      const { owner } = await begin(stores.tickets, desk.id, name)
      for (let count = 0; count < 9; count += 1) {
        const message = exampleMessage(`${name}${count}`, { body: `Kanarienvogel ${count}` })
        await stores.tickets.append(owner, message, () => ({}))
      }
    }
    await database.close()
  })
  afterEach(() => place.remove())

  const asked = () => join(place.folder, 'asked')
  const answers = () => (existsSync(asked()) ? readFileSync(asked(), 'utf8') : '')

  /** Runs the process until it says this for the so-many-th time, and kills it there; or to its end. */
  async function run(day: number, uid: string, killAt?: string, times = 1) {
    const given = [place.file, asked(), String(day), uid]
    const child = spawn(process.execPath, [eraser, ...given], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const said: string[] = []
    createInterface({ input: child.stdout }).on('line', (line) => {
      said.push(line)
      if (said.filter((each) => each === killAt).length === times) child.kill('SIGKILL')
      else if (line !== 'done') child.stdin.write('go on\n')
    })
    await once(child, 'close')
    return said
  }

  it.each([
    ['step', 3],
    ['step', 6],
    ['identity', 1],
    ['finish', 1],
    ['purge', 1],
  ] as const)(
    'is gone after a kill at %s %i and another start, the identity last',
    async (what, times) => {
      expect((await run(1, 'ada', what, times)).at(-1)).toBe(what)
      const database = openDatabase(place.file)
      const stores = storesOn(database)
      expect(await stores.accounts.find('ada')).toBeUndefined()
      expect(await stores.tickets.find({ deskId: 'desk-ada', number: 1 })).toBeUndefined()
      await database.close()

      expect((await run(3, '')).at(-1)).toBe('done')
      expect(answers()).toMatch(/^(last\n){1,2}$/)
      for (const trace of ['Kanarienvogel', 'kanarienvogel', 'ada@example.com', 'desk-ada']) {
        expect(filesWith(place.folder, trace), trace).toEqual([])
      }
      expect(await run(5, '')).toEqual(['step', 'step', 'done'])
    },
  )

  it('is whole where the process was killed before it was hidden', async () => {
    await run(1, 'ada', 'hide')
    await run(3, '')
    const database = openDatabase(place.file)
    expect(await storesOn(database).tickets.listAll('desk-ada', 0, 9)).toHaveLength(3)
    await database.close()
    expect(answers()).toBe('')
  })
})
