import { describe, inject, type TestContext, test } from 'vitest'
import { openDatabase } from '~/adapters/firestore/database/database.server'
import { begin } from '../contracts/examples'
import { lackOfEmulator, unless } from '../support/left-out'
import { type Line, layLine } from '../support/line'
import { openSeveral, type Several } from '../support/several'
import { startTalk } from '../support/talk'
import { newEmail, type Owner, words } from '../support/test-server'
import { fillCart, openCheckout, order } from '../support/till'
import { filesIn, sendFiles, written as writtenForm } from '../support/uploads'

const emulator = inject('firestoreEmulator')

/** Within which another instance takes over from one that was killed. */
const minute = { timeout: 60_000 }

/** Firestore holds what a killed process was just writing for another one. */
const locked = { timeout: 120_000 }

/** Each with instances of its own: most of their time is waiting. */
const sideBySide = {
  concurrent: true,
  ...unless(lackOfEmulator('several instances in trouble', emulator)),
}

describe('instances in trouble', sideBySide, () => {
  /** One that alone has the timers, and who signed up at it. */
  async function begun(
    onTestFinished: TestContext['onTestFinished'],
    line?: Line,
  ): Promise<Several & { owner: Owner }> {
    if (!('host' in emulator)) throw new Error(emulator.missing)
    const host = line && new URL(line.proxy.server).host
    const several = await openSeveral(emulator.host, {}, host)
    onTestFinished(async () => {
      await several.close()
      await line?.close()
    })
    await several.start()
    return Object.assign(several, { owner: await several.signUp() })
  }

  async function buy(several: Several): Promise<string> {
    const email = newEmail()
    const cookie = await fillCart(several, { 'house-coffee': 1 })
    const { status } = await order(several, cookie, await openCheckout(several, cookie), {
      email,
    })
    if (status !== 303) throw new Error(`An order got ${status}`)
    return email
  }

  const mailsTo = ({ mails }: Several, email: string) =>
    mails.received.filter(({ to }) => to.includes(email)).length

  test('what a killed one had begun another does once, within a minute', async ({
    expect,
    onTestFinished,
  }) => {
    const several = await begun(onTestFinished)
    const { mails, storage, stores, proxy, owner } = several
    const deskId = owner.desk.id
    mails.behave({ at: 'data', stalls: true })
    const interrupted = await buy(several)
    await expect.poll(() => mailsTo(several, interrupted)).toBe(1)
    const [first, second] = [several.instances[0], await several.start()]

    proxy.serve([first?.port ?? 0])
    storage.fail(({ method }) => (method === 'PUT' ? 'hang' : undefined))
    const form = writtenForm('With a file')
    const send = () => sendFiles(proxy, '/chat', form, [{ name: 'a.txt', bytes: 'Two loaves' }])
    const cutOff = send().then(
      ({ status }) => status,
      () => 'cut off',
    )
    await expect.poll(() => storage.asked.some(({ method }) => method === 'PUT')).toBe(true)

    const asleep = await Promise.all(
      Array.from({ length: 40 }, (_, index) => begin(stores.tickets, deskId, `asleep ${index}`)),
    )
    const sleepUntil = (until: Date) =>
      Promise.all(
        asleep.map(({ owner }) =>
          stores.tickets.move(owner, () => ({
            ...{ state: 'snoozed', waitingSince: undefined },
            ...{ snoozedUntil: until, timerAt: until },
          })),
        ),
      )
    const left = async () => (await stores.tickets.count(deskId)).snoozed
    await sleepUntil(new Date(Date.now() + 3_600_000))
    await sleepUntil(new Date(Date.now() - 1))
    await expect.poll(left, { interval: 5 }).toBeLessThan(asleep.length)
    await first?.kill()
    const stillAsleep = await left()
    expect(stillAsleep).toBeGreaterThan(0)
    expect(await cutOff).toBe('cut off')

    mails.behave()
    storage.fail()
    proxy.serve([second.port])
    const next = await buy(several)
    await expect.poll(() => mailsTo(several, next), minute).toBe(1)
    const sent = async () => {
      const { status, location } = await send()
      return status === 303 ? filesIn((await several.ask(location)).text).length : status
    }
    await expect.poll(sent, locked).toBe(1)
    expect(storage.objects.size).toBe(1)

    await expect.poll(left, locked).toBe(0)
    for (const { owner } of asleep) {
      const kinds = (await stores.ticketHistory.entries(owner, 99)).map(({ kind }) => kind)
      expect(kinds.filter((kind) => kind === 'wake')).toHaveLength(1)
    }
    // It may have arrived.
    expect(mailsTo(several, interrupted)).toBe(1)
  })

  test('messages outlast a loss of the Realtime Database, and of Firestore', async ({
    expect,
    onTestFinished,
  }) => {
    if (!('host' in emulator)) return
    const line = await layLine(`http://${emulator.host}`)
    const several = await begun(onTestFinished, line)
    const { service, ask, owner } = several
    await several.start()
    const talk = await startTalk(several, 4, expect)
    await talk.written(4)
    service.cut(false)
    await talk.written(8)
    service.cut()
    await talk.written(4)
    // Some were too quick.
    const unsaved = () => talk.refused.filter(({ status }) => status !== 429)
    expect(unsaved()).toEqual([])

    line.cut()
    await expect.poll(() => unsaved().length).toBeGreaterThan(3)
    expect((await ask('/readyz')).status).toBe(503)
    line.mend()
    await talk.written(8)
    await talk.end(owner.desk.id)
    for (const { status, text } of unsaved()) {
      expect(status).toBe(503)
      expect(text).toContain(words.en.refusal.unsaved.title)
      expect(text).toMatch(/message [0-9a-f-]{36}/)
    }
    console.info(`Written: ${talk.count()}, refused meanwhile: ${unsaved().length}`)
  })

  test('an erasure in which all were killed is finished by the next one', async ({
    expect,
    onTestFinished,
  }) => {
    const several = await begun(onTestFinished)
    const { stores, settings, owner } = several
    const deskId = owner.desk.id
    await Promise.all(
      Array.from({ length: 45 }, (_, index) => begin(stores.tickets, deskId, `to go ${index}`)),
    )
    const database = openDatabase(settings)
    const there = async () =>
      (await database.collection('tickets').where('hidden', '==', true).get()).size
    const { tickets } = await stores.tickets.list(deskId, { order: 'newest' }, 99)
    const [spared, ...others] = tickets
    for (const { number } of others) await stores.erasure.hideTicket({ deskId, number }, new Date())
    const hidden = await there()
    await expect.poll(there, { interval: 5 }).toBeLessThan(hidden)
    await Promise.all(several.instances.map(({ kill }) => kill()))
    const before = await there()
    expect(before).toBeGreaterThan(0)
    await several.start()
    await expect.poll(there, locked).toBe(0)
    const parts = await database.allMessages().get()
    expect(new Set(parts.docs.map(({ ref }) => ref.parent.parent?.id))).toEqual(
      new Set([spared?.id]),
    )
    await database.firestore.terminate()
  })
})
