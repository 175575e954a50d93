import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { languages } from '~/domain/text/languages'
import { localizedPath } from '~/i18n/addresses'
import { textOf } from '../support/html'
import { lackOfEmulator, unless } from '../support/left-out'
import { type Line, layLine } from '../support/line'
import { minute, openTestServer, type TestServer, words } from '../support/test-server'

const emulator = inject('firestoreEmulator')

const pages = ['/', '/shop', '/shop?item=house-coffee', '/imprint']

const away = unless(lackOfEmulator('pages while Firestore is away', emulator))

describe('while Firestore is away', away, () => {
  let line: Line
  let server: TestServer

  beforeAll(async () => {
    if (!('host' in emulator)) return
    line = await layLine(`http://${emulator.host}`)
    server = await openTestServer({
      environment: {
        STORE: 'firestore',
        FIRESTORE_DATABASE: `test-${randomUUID()}`,
        FIRESTORE_EMULATOR_HOST: new URL(line.proxy.server).host,
      },
    })
    await server.signUp()
  })
  afterAll(async () => {
    line?.mend()
    await server?.close()
    await line?.close()
  })

  test('pages that were rendered before are shown as they were, and rendered when it is back', async () => {
    const addresses = pages.flatMap((page) =>
      languages.map((language) => ({ address: localizedPath(page, language), language })),
    )
    for (const { address } of addresses) expect((await server.ask(address)).status).toBe(200)
    server.clock.forward(minute)

    line.mute()
    for (const { address, language } of addresses) {
      const { status, headers, text } = await server.ask(address)
      expect([address, status]).toEqual([address, 200])
      expect(headers.get('Cache-Status'), address).toMatch(/^tresen; hit; ttl=-\d+$/)
      expect(textOf(text), address).toContain(words[language].refusal.stale)
    }
    expect((await server.ask('/chat')).status).toBe(503)
    expect((await server.ask('/readyz')).status).toBe(503)

    line.mend()
    const isFresh = async () => {
      const { status, headers } = await server.ask('/shop')
      return status === 200 && !headers.has('Cache-Status')
    }
    await expect.poll(isFresh, { interval: 500 }).toBe(true)
  })
})
