import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LimitName } from '~/domain/desks/entitlements'
import { freeLimits, grace } from '~/domain/desks/entitlements'
import { exampleMessage, exampleTicket } from '../contracts/examples'
import { elements, field, textOf } from '../support/html'
import { hour, type Owner, openTestServer, type TestServer, words } from '../support/test-server'
import { offerPlans } from '../support/till'

const { usage: planUse, mails, plan, chat } = words.en
const day = 24 * hour

describe('A plan', () => {
  let server: TestServer
  let owner: Owner
  beforeAll(async () => {
    server = await openTestServer()
    await offerPlans(server.services)
    // The site's own desk has no plan.
    await server.signUp()
  })
  beforeEach(async () => {
    owner = await server.signUp()
  })
  afterAll(() => server.close())

  let orders = 0

  /** What a paid order gives the owner's desk for 30 days. */
  async function buy(productId: string, grants: Partial<Record<LimitName, number>>) {
    const { orders: store } = server.services
    const { now } = server.clock
    const id = `order-${++orders}`
    const placed = await store.place(
      {
        id,
        checkoutKey: id,
        secretHash: id,
        language: 'en',
        email: owner.email,
        lines: [],
        goods: 0,
        shipping: 0,
        gross: 0,
        vat: [],
        currency: 'EUR',
        smallBusiness: false,
        payment: 'bank-transfer',
        deskId: owner.desk.id,
        termsVersion: 'v1',
        acceptedAt: now,
        payableUntil: now,
        createdAt: now,
      },
      {},
    )
    if (placed.kind !== 'placed') throw new Error(`It was ${placed.kind}`)
    const until = new Date(now.getTime() + 30 * day)
    const given = { id, deskId: owner.desk.id, orderId: id, productId, grants }
    const entitlements = [{ ...given, from: now, until, createdAt: now }]
    await store.move({ number: placed.order.number }, () => ({ entitlements }))
  }

  const read = async (path: string) => (await server.ask(path, owner)).text
  const section = '/dashboard/settings/plan'
  const counted = (text: string, used: number | string, most: number | string) =>
    text.replace('{{used}}', String(used)).replace('{{most}}', String(most))

  test('that is free has its name wherever it is spoken of', async () => {
    const change = textOf(await read(`${section}?to=desk-free`))
    expect(change).toContain(plan.toFree.replace('{{plan}}', 'Desk Free'))
    const begins = words.en.signup.costsText.replace('{{plan}}', 'Desk Free')
    expect(textOf((await server.ask('/signup')).text)).toContain(begins)
  })

  test('says what one has and uses, and what another one changes before it is bought', async () => {
    const free = textOf(await read(section))
    expect(free).toContain(plan.have.replace('{{plan}}', 'Desk Free'))
    expect(free).toContain(counted(planUse.savedReplies, 0, freeLimits.savedReplies))

    const preview = await read(`${section}?to=desk-plus`)
    const limits = elements(preview, 'li').map(({ text }) => text)
    const before = limits.indexOf('20 saved replies')
    expect(before).toBeGreaterThanOrEqual(0)
    expect(limits.indexOf('100 saved replies')).toBeGreaterThan(before)
    expect(field(preview, 'product').value).toBe('desk-plus')
    const form = { product: 'desk-plus', quantity: '1', intent: 'add' }
    expect((await server.ask('/shop', { form, cookie: owner.cookie })).status).toBe(303)

    await buy('desk-plus', { savedReplies: 80 })
    expect(textOf(await read(section))).toContain(counted(planUse.savedReplies, 0, 100))
  })

  test('never keeps a visitor from writing: the owner sees what is over, and which plan gives more', async () => {
    const { id, publicKey } = owner.desk
    for (let index = 0; index < freeLimits.conversationsPerMonth; index += 1) {
      const name = `visitor-${index}`
      const at = { createdAt: server.clock.now }
      await server.services.tickets.start(
        exampleTicket(id, name, at),
        exampleMessage(`${id}-${name}`, at),
      )
    }
    await server.begin('One more', publicKey)
    const overview = textOf(await read('/dashboard'))
    expect(overview).toContain(counted(planUse.conversationsPerMonth, 101, 100))
    expect(overview).toContain(planUse.over.conversationsPerMonth)
    expect(overview).toContain('Desk Plus')
    expect(textOf(await read('/dashboard/tickets?ticket=101'))).toContain('One more')
  })

  test('takes the line “Powered by Tresen” away only while it is paid for', async () => {
    const address = `/chat?desk=${owner.desk.publicKey}`
    expect(textOf(await read(address))).toContain(chat.poweredBy)
    await buy('own-name', { branding: -1 })
    expect(textOf(await read(address))).not.toContain(chat.poweredBy)
    server.clock.forward(30 * day + grace + 1)
    const { text } = await server.ask(address)
    expect(textOf(text)).toContain(chat.poweredBy)
  })

  test('tells all managers by mail that it ends and that it has ended, once each', async () => {
    const manager = await server.join(owner.desk, 'manager')
    const colleague = await server.join(owner.desk, 'colleague')
    for (const { email } of [manager, colleague]) {
      const other = await server.services.accounts.findByEmail(email)
      if (other) await server.services.accounts.save({ ...other, emailVerified: true })
    }
    const account = await server.services.accounts.findByEmail(owner.email)
    if (account) await server.services.accounts.save({ ...account, emailVerified: true })
    await buy('desk-plus', { savedReplies: 80 })
    const sent = []
    for (const forward of [22 * day, 2 * day, day, 5 * day, day]) {
      server.clock.forward(forward)
      await server.runDue()
      await server.runDue()
      sent.push((await letters()).length)
    }
    expect(sent).toEqual([0, 1, 1, 2, 2])
    const [ending, ended] = (await letters()).map(({ subject }) => subject)
    expect((await letters()).map(({ text = '' }) => text.includes('Desk Free'))).toEqual([
      false,
      true,
    ])
    expect((await letters(manager.email)).map(({ subject }) => subject)).toEqual([ending, ended])
    expect(await letters(colleague.email)).toEqual([])
    expect(ending).toMatch(/^“Desk Plus” ends on /)
    expect(ended).toBe(mails.plan.endedSubject.replace('{{plan}}', 'Desk Plus'))
  })

  async function letters(address = owner.email) {
    const files = readdirSync(server.folder, { recursive: true, encoding: 'utf8' })
    const raw = files.filter((file) => file.endsWith('.eml'))
    const all = await Promise.all(
      raw.map((file) => PostalMime.parse(readFileSync(join(server.folder, file)))),
    )
    const isEnd = ({ subject = '' }: { subject?: string }) => Number(subject.includes('ended'))
    return all
      .filter((mail) => mail.to?.[0]?.address === address)
      .filter(({ subject }) => subject?.includes('Desk Plus'))
      .sort((one, other) => isEnd(one) - isEnd(other))
  }
})
