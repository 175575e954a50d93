import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createCircuit } from '../../../app/adapters/identity-toolkit/circuit'
import { createIdentityToolkit } from '../../../app/adapters/identity-toolkit/identity.server'
import { IdentityError } from '../../../app/domain/identity/identity'

const minute = 60_000

describe('the circuit', () => {
  let time: number
  beforeEach(() => {
    time = 0
  })
  const open = () => createCircuit(() => time)

  test('keeps the usual timeout until the service is lost, then 5 s at most', () => {
    const circuit = open()
    expect(circuit.timeoutMs(30_000)).toBe(30_000)
    circuit.lost()
    expect(circuit.timeoutMs(30_000)).toBe(5_000)
    expect(circuit.timeoutMs(60_000)).toBe(5_000)
    expect(circuit.timeoutMs(300)).toBe(300)
  })

  test('grants it again on the first answer', () => {
    const circuit = open()
    circuit.lost()
    circuit.reached()
    expect(circuit.timeoutMs(30_000)).toBe(30_000)
  })

  test('gives a service that is only slow its time again after a minute of short waits', () => {
    const circuit = open()
    circuit.lost()
    for (time = 1; time < minute; time += 5_000) {
      expect(circuit.timeoutMs(30_000)).toBe(5_000)
      circuit.lost()
    }
    time = minute
    expect(circuit.timeoutMs(30_000)).toBe(30_000)
    circuit.lost()
    expect(circuit.timeoutMs(30_000)).toBe(5_000)
  })
})

describe('how long a call may take', () => {
  let time: number
  let answers: (() => Response | Promise<never>)[]
  const asked = vi.spyOn(AbortSignal, 'timeout')
  beforeEach(() => {
    time = 0
    answers = []
    asked.mockClear()
  })
  afterEach(() => expect(answers).toHaveLength(0))

  const ok = () => Response.json({ email: 'ada@example.com' })
  const refused = () => Response.json({ error: { message: 'INVALID_OOB_CODE' } }, { status: 400 })
  const trouble = () => new Response('<html>', { status: 502 })
  const offline = () => Promise.reject(new TypeError('fetch failed'))

  function service(timeout?: number) {
    return createIdentityToolkit({
      apiKey: 'the-key',
      timeout,
      clock: () => time,
      fetch: async () => answers.shift()?.() ?? ok(),
    })
  }
  const waits = () => asked.mock.calls.map(([milliseconds]) => milliseconds)
  const attempt = (identity: ReturnType<typeof service>) =>
    identity.recoverEmail('code').catch((error) => expect(error).toBeInstanceOf(IdentityError))

  test('is 30 s, 60 s for a mobile client, or what the operator says', async () => {
    const identity = service()
    await attempt(identity)
    await attempt(identity.forClient('mobile'))
    await attempt(identity.forClient('mobile').forClient('desktop'))
    await attempt(service(10_000))
    await attempt(service(10_000).forClient('mobile'))
    expect(waits()).toEqual([30_000, 60_000, 30_000, 10_000, 10_000])
  })

  test.each([
    ['a connection that fails', offline],
    ['a service in trouble', trouble],
  ])('is 5 s after %s, for every client, until an answer comes', async (_, failing) => {
    const identity = service()
    answers = [failing, failing, ok]
    await attempt(identity)
    await attempt(identity.forClient('mobile'))
    await attempt(identity)
    await attempt(identity)
    expect(waits()).toEqual([30_000, 5_000, 5_000, 30_000])
  })

  test('is what it was after a refusal, which is an answer too', async () => {
    const identity = service()
    answers = [offline, refused, refused]
    for (const _ of [1, 2, 3, 4]) await attempt(identity)
    expect(waits()).toEqual([30_000, 5_000, 30_000, 30_000])
  })

  test('is what it was a minute after the service was lost', async () => {
    const identity = service()
    answers = [offline, offline, offline]
    await attempt(identity)
    time = minute - 1
    await attempt(identity)
    time = minute
    await attempt(identity)
    await attempt(identity)
    expect(waits()).toEqual([30_000, 5_000, 30_000, 5_000])
  })
})
