import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { appEnvironment, temporaryFolder } from '../support/app'
import { verifyAddress } from '../support/identity-operator'
import { type Instance, startInstance } from '../support/instances'
import { lackOfEmulator, unless } from '../support/left-out'
import { type Line, layLine } from '../support/line'
import { type Asking, askAt, newEmail, password, words } from '../support/test-server'

const emulator = inject('firestoreEmulator')
const lack = lackOfEmulator('a Firestore that goes silent', emulator)

/** Recovers in half a minute, and stops within the ten seconds that Cloud Run leaves. */
const soon = { timeout: 30_000, interval: 500 }
const graceOfPlatform = 10_000

describe('a Firestore that goes silent', unless(lack), () => {
  const folder = temporaryFolder()
  let line: Line
  let instance: Instance
  let ask: Asking['ask']
  let address: string

  /** On one database; without a Realtime Database. */
  const start = (environment: Record<string, string>) =>
    startInstance({ ...environment, DATA_DIR: join(folder, randomUUID()) })
  let environment: Record<string, string>

  beforeAll(async () => {
    if (!('host' in emulator)) return
    line = await layLine(`http://${emulator.host}`)
    environment = {
      ...appEnvironment(folder),
      STORE: 'firestore',
      FIRESTORE_DATABASE: `test-${randomUUID()}`,
      FIRESTORE_EMULATOR_HOST: new URL(line.proxy.server).host,
      LOG_LEVEL: 'warn',
    }
    instance = await start(environment)
    ask = askAt(`http://localhost:${instance.port}`)
    const email = newEmail()
    const { setCookies } = await ask('/signup', { form: { email, password } })
    const cookie = setCookies.map((each) => each.split(';')[0]).join('; ')
    // Claims the site's desk.
    await verifyAddress(email)
    await ask('/verify-email', { cookie })
    const form = { key: randomUUID(), body: 'Is there oat milk?' }
    address = (await ask('/chat', { form })).location
  })
  afterAll(async () => {
    await instance?.kill()
    await line?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('refuses pages in a few seconds, and takes what is sent over a new connection', async () => {
    const form = { key: randomUUID(), body: 'And almond milk?' }
    line.mute()
    const begun = performance.now()
    const page = await ask(address)
    expect(page.status).toBe(503)
    expect(page.text).toContain(words.en.refusal['503'].title)
    expect(performance.now() - begun).toBeLessThan(graceOfPlatform)
    const ready = await ask('/readyz')
    expect(ready.status).toBe(503)
    for (const { headers } of [page, ready])
      expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
    expect((await ask('/healthz')).status).toBe(200)

    // What was opened in the silence never speaks again.
    line.mend()
    await expect.poll(() => ask(address, { form }).then(({ status }) => status), soon).toBe(303)
    const { text } = await ask(address)
    expect(text.match(/And almond milk/g)).toHaveLength(1)
  })

  test('a second server that hears nothing of the first one says so at its start', async () => {
    const second = await start(environment)
    await expect
      .poll(() => second.logged.join())
      .toContain('Another server works on this Firestore')
    await second.kill()
    expect(instance.logged.join()).not.toContain('Another server')
  })

  test('a server stops in time and without a fault while nothing is responded to', async () => {
    line.mute()
    const sent = ask(address, { form: { key: randomUUID(), body: 'Lost' } }).catch(() => undefined)
    expect((await ask('/readyz')).status).toBe(503)
    const askedAt = performance.now()
    instance.process.kill('SIGTERM')
    const [code] = await once(instance.process, 'exit')
    expect(code).toBe(0)
    expect(performance.now() - askedAt).toBeLessThan(graceOfPlatform)
    expect(instance.logged.join()).not.toContain('Unexpected')
    await sent
  })
})
