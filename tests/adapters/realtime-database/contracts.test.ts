import { randomUUID } from 'node:crypto'
import { describe, expect, inject, test } from 'vitest'
import { liveBusContract } from '../../contracts/live'
import { presenceContract } from '../../contracts/presence'
import { rateLimitStoreContract } from '../../contracts/rate-limits'
import { lackOfEmulator, unless } from '../../support/left-out'
import { setRules } from '../../support/realtime-emulator'
import { openOn, standIn } from './places'

/** Contracts have a time of their own, before which nothing has ended. */
const before = () => new Date(0)

function contracts(open: ReturnType<typeof openOn>) {
  const openOne = () => open(`demo-${randomUUID()}`, before)

  /** Two instances on one database. */
  async function openTwo() {
    const name = `demo-${randomUUID()}`
    const [one, other] = await Promise.all([open(name, before), open(name, before)])
    const close = async () => void (await Promise.all([one.close(), other.close()]))
    return { one, other, close }
  }

  liveBusContract('on one instance', openOne)

  liveBusContract('from one instance to another', async () => {
    const { one, other, close } = await openTwo()
    const { subscribe, revision } = other.live
    return { live: { publish: one.live.publish, subscribe, revision }, close }
  })

  presenceContract('on one instance', openOne)

  rateLimitStoreContract('on one instance', openOne)

  rateLimitStoreContract('on two instances in turn', async () => {
    const { one, other, close } = await openTwo()
    let calls = 0
    const rateLimits = new Proxy(one.rateLimits, {
      get(_, method: keyof typeof one.rateLimits) {
        calls += 1
        return (calls % 2 === 0 ? one : other).rateLimits[method]
      },
    })
    return { rateLimits, close }
  })
}

describe('on the stand-in', () => contracts(standIn().open))

const emulator = inject('realtimeEmulator')

const official = 'the Realtime Database adapter on its official emulator (a stand-in was used)'

describe('on the official emulator', unless(lackOfEmulator(official, emulator)), () => {
  const host = () => ('host' in emulator ? emulator.host : '')

  contracts(openOn(host))

  test('no client reads or writes anything', async () => {
    const name = `demo-${randomUUID()}`
    await setRules(host(), name)
    const address = `http://${host()}/notes.json?ns=${name}`
    for (const method of ['GET', 'PUT'])
      expect(
        (await fetch(address, { method, ...(method === 'PUT' && { body: '1' }) })).status,
      ).toBe(401)
  })
})
