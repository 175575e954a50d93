import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formStamp } from '~/http/forms/stamp.server'
import { filesWith } from '../support/files-with'
import { openGuarded, type Writers, writersTo } from '../support/first-messages'
import { textOf } from '../support/html'
import { hour, minute, type Owner, type TestServer } from '../support/test-server'

const second = 1_000
let server: TestServer
let owner: Owner
let people: Writers

beforeAll(async () => {
  server = await openGuarded()
  people = writersTo(server)
  owner = await people.openDesk()
})

afterAll(() => server.close())

describe('a thousand messages from five hundred addresses', () => {
  const addressOf = (bot: number) =>
    bot % 5 === 0 ? `2001:db8:${bot.toString(16)}::1` : `203.0.${bot >> 8}.${bot & 255}`
  const bots = Array.from({ length: 500 }, (_, bot) => bot)
  const unlike = (bot: number) =>
    `${'qwertzuiop'.repeat(5)} ${bot * 7_919} buy what number ${bot} of us sells`
  const pitch = 'Dear owner, we bring your counter to the first place of every search engine!'

  /** In small crowds, so that no connection waits for long. */
  async function all<Result>(those: number[], deed: (bot: number) => Promise<Result>) {
    const results: Result[] = []
    for (let from = 0; from < those.length; from += 25) {
      results.push(...(await Promise.all(those.slice(from, from + 25).map(deed))))
    }
    return results
  }

  it('reach the owner as one mail at most, while somebody who means it gets through', async () => {
    const vera = await people.openForm('198.51.100.7')
    const copied = await people.openForm(addressOf(0))
    // As if each of them had opened the page.
    const stamps = bots.map(() => formStamp(server.secrets, owner.desk.id, server.clock.now))
    const stamped = (bot: number, body: string) => ({ stamp: stamps[bot] ?? '', body })
    const post = (bot: number, form: Record<string, string>) =>
      people.ask(addressOf(bot), '/chat', { key: randomUUID(), ...form })
    const statuses = new Set<number>()
    const flood = async (those: number[], form: (bot: number) => Record<string, string>) => {
      const replies = await all(those, (bot) => post(bot, form(bot)))
      for (const { status } of replies) statuses.add(status)
    }
    const some = (from: number, to: number) => bots.slice(from, to)

    // Who never opened the form, who sends it at once, and who waits a moment.
    await flood(some(0, 150), (bot) => ({ body: unlike(bot) }))
    await flood(some(150, 300), (bot) => stamped(bot, unlike(bot)))
    server.clock.forward(3 * second)
    await flood(some(300, 500), (bot) => stamped(bot, unlike(bot)))
    server.clock.forward(30 * second)
    // A form that one of them was shown.
    await flood(some(0, 250), (bot) => ({ stamp: copied.stamp, body: `${unlike(bot)}!` }))
    const { ticket } = await people.send('198.51.100.7', {
      ...vera,
      body: 'Haben Sie morgen geöffnet?',
      name: 'Vera',
    })
    expect(ticket).toMatchObject({ state: 'open', visitorName: 'Vera' })
    // Who takes their time and says what all say, brings links, or fills in what nobody sees.
    await flood(some(250, 350), (bot) => stamped(bot, pitch))
    await flood(some(350, 430), (bot) =>
      stamped(bot, `See https://${bot}.example and https://b.example`),
    )
    await flood(some(430, 500), (bot) => ({ ...stamped(bot, 'Hi'), homepage: 'b.example' }))
    // All of them are told the same.
    expect([...statuses]).toEqual([303])

    const { open, held } = await server.services.tickets.count(owner.desk.id)
    expect(open + held).toBe(1_000 + 1)
    // Those who pass for people in a hurry, those with the copied form, the first with the pitch.
    expect(open).toBeLessThanOrEqual(1 + 20 + 3 + 3)
    await people.later()
    expect(people.mails()).toHaveLength(1)
    await people.later(hour)
    expect(people.mails()).toHaveLength(1)
    // It says how many wait: Vera is one of them.
    const mail = await PostalMime.parse(readFileSync(people.mails()[0] ?? ''))
    expect(mail.subject).toContain(String(open))

    const ben = await people.write('198.51.100.8', { body: 'Do you sell gift cards?' })
    expect(ben.ticket?.state).toBe('open')
    await people.later()
    expect(people.mails()).toHaveLength(2)
    const list = await server.ask('/dashboard/tickets?state=held', owner)
    expect(textOf(list.text)).toContain(String(held))
  })

  it('leave no address behind, wherever one looks', () => {
    expect(people.files().length).toBeGreaterThan(2)
    expect(filesWith(server.folder, '203.0.', '198.51.100', '2001:db8', '2001:DB8')).toEqual([])
  })
})

describe('somebody who means it, while patient programs with ever new words', () => {
  /** Takes its time, and says what nobody said before. */
  async function crowd(path: string, addresses: string[]) {
    const bots = addresses.map(async (address) => ({
      address,
      form: await people.openForm(address, path),
    }))
    const opened = await Promise.all(bots)
    server.clock.forward(20 * second)
    const sent = opened.map(({ address, form }, bot) =>
      people.send(address, { ...form, body: `Offer ${bot} of ${address} for your counter` }, path),
    )
    const tickets = (await Promise.all(sent)).map(({ ticket }) => ticket)
    return tickets.filter((ticket) => ticket?.state === 'open').length
  }

  it('write from one place, is heard at once', async () => {
    const { desk } = await people.openDesk()
    const path = `/chat?desk=${desk.publicKey}`
    const place = Array.from({ length: 40 }, (_, bot) => `198.18.0.${bot}`)
    expect(await crowd(path, place)).toBe(3 + 20)
    const vera = await people.write('198.51.100.9', { body: 'Are you open?' }, { path })
    expect(vera.ticket?.state).toBe('open')
  })

  it('write from everywhere, is let in by staying, and the owner is told by one mail', async () => {
    const { desk, cookie } = await people.openDesk()
    const path = `/chat?desk=${desk.publicKey}`
    const places = Array.from({ length: 40 }, (_, bot) => `198.18.${100 + bot}.1`)
    expect(await crowd(path, places)).toBe(20)
    await people.later()
    const sent = people.mails().length
    const vera = await people.write('198.51.100.9', { body: 'Are you open?' }, { path })
    const began = server.clock.now
    expect(vera.ticket).toMatchObject({ state: 'held', heldFor: 'crowd' })
    const secret = new URL(vera.reply.location, server.origin).searchParams.get('t')
    const state = async () => {
      const number = vera.ticket?.number ?? 0
      return server.services.tickets.find({ deskId: desk.id, number })
    }
    const look = () => people.ask('198.51.100.9', `/live?t=${secret}&seen=1`, {})
    await look()
    expect((await state())?.state).toBe('held')
    server.clock.forward(minute)
    await people.ask('198.51.100.9', `/live?t=${secret}&as=poll`)
    expect((await state())?.state).toBe('held')
    await look()
    expect(await state()).toMatchObject({ state: 'open', waitingSince: began, heldFor: undefined })
    await people.later()
    expect(people.mails()).toHaveLength(sent + 1)
    const list = await server.ask('/dashboard/tickets?order=newest', { cookie })
    expect(textOf(list.text)).toContain('Are you open?')
  })

  it('write, and who reads without scripts is let in by writing again', async () => {
    const { desk } = await people.openDesk()
    const path = `/chat?desk=${desk.publicKey}`
    await crowd(
      path,
      Array.from({ length: 40 }, (_, bot) => `198.19.${100 + bot}.1`),
    )
    const { reply, ticket } = await people.write('198.51.100.9', { body: 'Open?' }, { path })
    expect(ticket?.heldFor).toBe('crowd')
    server.clock.forward(minute)
    await people.ask('198.51.100.9', reply.location)
    const scope = { deskId: desk.id, number: ticket?.number ?? 0 }
    expect((await server.services.tickets.find(scope))?.state).toBe('held')
    await people.ask('198.51.100.9', reply.location, { key: randomUUID(), body: 'Hello?' })
    expect((await server.services.tickets.find(scope))?.state).toBe('open')
  })
})
