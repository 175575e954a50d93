import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { attendedFor } from '~/domain/desks/desks'
import { languages } from '~/domain/text/languages'
import { localizedPath } from '~/i18n/addresses'
import { withoutLimits } from '../support/app'
import { elements, field, textOf } from '../support/html'
import { letter } from '../support/letters'
import { sendBySmtp, withOwnDns } from '../support/mail-in'
import {
  newEmail,
  type Owner,
  openTestServer,
  type TestServer,
  words,
} from '../support/test-server'

const people = '/dashboard/settings/people'

let server: TestServer
let ada: Owner
let ben: Owner

beforeAll(async () => {
  server = await openTestServer({
    environment: { MAIL_IN: 'smtp://127.0.0.1:0', MAIL_IN_DOMAIN: 'in.example.com' },
    arrange: (services) => withOwnDns(withoutLimits.arrange(services)),
  })
  ada = await server.signUp()
  ben = await server.join(ada.desk, 'colleague')
  await server.services.members.rename(ada.desk.ownerUid, 'Ada Lovelace')
  await server.services.members.rename(ben.desk.ownerUid, 'Ben Müller')
  await choose('in-turn')
})
afterAll(() => server.close())

const choose = (newTickets: string, by = ada) =>
  server.ask(people, { ...by, form: { intent: 'save-new-tickets', newTickets } })

/** Both look at the desk. */
beforeEach(async () => {
  server.clock.forward(attendedFor + 1)
  for (const each of [ada, ben]) await server.ask('/live?here', { ...each, form: {} })
})

async function newest() {
  const { id: deskId } = ada.desk
  const { tickets } = await server.services.tickets.list(deskId, { order: 'newest' }, 1)
  const ticket = await server.services.tickets.find({ deskId, number: tickets[0]?.number ?? 0 })
  if (!ticket) throw new Error('There is no ticket')
  return ticket
}

const names = () => ({ [ada.desk.ownerUid]: 'ada', [ben.desk.ownerUid]: 'ben' })

/** Whose the newest ticket is. */
async function whose(): Promise<string | undefined> {
  const { assignee } = await newest()
  return assignee && names()[assignee]
}

const thread = (number: number) => `/dashboard/tickets?ticket=${number}`

async function press(number: number, intent: string, form: Record<string, string> = {}) {
  const { text } = await server.ask(thread(number), ada)
  const keys = { moveKey: field(text, 'moveKey').value, key: randomUUID(), seen: '9' }
  return server.ask(thread(number), { ...ada, form: { intent, ...keys, ...form } })
}

async function hold(body: string) {
  const { status } = await server.ask('/chat', {
    form: { key: randomUUID(), body, homepage: 'x' },
  })
  expect(status).toBe(303)
  const { id: deskId } = ada.desk
  const held = await server.services.tickets.list(deskId, { state: 'held', order: 'newest' }, 1)
  return held.tickets[0]?.number ?? 0
}

describe('a new ticket', () => {
  it('goes round, whether it comes by chat, e-mail or declaration, or continues another', async () => {
    const given: (string | undefined)[] = []
    await server.begin('Do you open on Sunday?')
    given.push(await whose())
    const raw = letter({
      headers: { From: newEmail(), 'Message-ID': `<${newEmail()}>` },
      text: 'Hi',
    })
    const to = [`${ada.desk.publicKey}@in.example.com`]
    expect((await sendBySmtp(server.smtpPort ?? 0, { raw, to })).at(-1)).toMatch(/^250 /)
    given.push(await whose())
    const form = { name: 'Lena', contract: '1007', email: newEmail() }
    const { location } = await server.ask('/withdrawal?withdraw', { form })
    await server.ask(location, { form: {} })
    given.push(await whose())
    const first = await server.begin('One thing')
    given.push(await whose())
    const ticket = await newest()
    const scope = { deskId: ada.desk.id, number: ticket.number }
    await server.services.tickets.move(scope, () => ({ state: 'closed' }))
    await server.ask(first.address, { form: { key: randomUUID(), body: 'Another' } })
    expect((await newest()).followUpOf).toBe(ticket.id)
    given.push(await whose())
    const [one, other] = given
    expect([one, other].sort()).toEqual(['ada', 'ben'])
    expect(given).toEqual([one, other, one, other, one])
  })

  it('says in both languages that it was assigned in turn, and to whom', async () => {
    await server.begin('Who reads this?')
    const { number, assignee = '' } = await newest()
    const name = { ada: 'Ada Lovelace', ben: 'Ben Müller' }[names()[assignee] ?? '']
    for (const language of languages) {
      const { text } = await server.ask(localizedPath(thread(number), language), ada)
      const { assigned } = words[language].history.desk
      expect(textOf(text)).toContain(assigned.replace('{{detail}}', name ?? '-'))
    }
  })

  it('sent twice is assigned once', async () => {
    const form = { key: randomUUID(), body: 'Twice' }
    for (const _ of [1, 2]) await server.ask('/chat', { form })
    const before = await whose()
    const { number } = await newest()
    const scope = { deskId: ada.desk.id, number }
    const history = await server.services.ticketHistory.entries(scope, 9)
    expect(history.filter(({ kind }) => kind === 'assigned')).toHaveLength(1)
    await server.begin('The next')
    expect(await whose()).not.toBe(before)
  })

  it('that is held goes round once it is released, alone or with others', async () => {
    const [one, two, three] = [await hold('Held 1'), await hold('Held 2'), await hold('Held 3')]
    const { id: deskId } = ada.desk
    const assignee = async (number: number) =>
      (await server.services.tickets.find({ deskId, number }))?.assignee
    expect(await assignee(one)).toBeUndefined()
    expect((await press(one, 'release')).status).toBe(303)
    expect(await assignee(one)).toBeDefined()
    const form = { intent: 'bulk-release', chosen: String(two), key: randomUUID() }
    const list = '/dashboard/tickets?state=held'
    expect((await server.ask(list, { ...ada, form })).status).toBe(303)
    expect(await assignee(two)).not.toBe(await assignee(one))
    expect(await assignee(two)).toBeDefined()
    expect(await assignee(three)).toBeUndefined()
  })

  it('that is split off one of nobody’s goes round, too', async () => {
    await choose('nobody')
    const form = { key: randomUUID(), body: 'First', email: newEmail() }
    const { location } = await server.ask('/chat', { form })
    await server.ask(location, { form: { key: randomUUID(), body: 'Another matter' } })
    const { number } = await newest()
    await choose('in-turn')
    expect((await press(number, 'split', { splitFrom: '2' })).status).toBe(303)
    expect((await newest()).title).toBe('Another matter')
    expect(await whose()).toBeDefined()
  })

  it('is nobody’s while everybody is away or gone', async () => {
    await server.ask('/dashboard', { ...ben, form: { intent: 'go-away' } })
    await server.begin('Only Ada is here')
    expect(await whose()).toBe('ada')
    server.clock.forward(attendedFor + 1)
    await server.begin('Nobody is here')
    expect(await whose()).toBeUndefined()
    await server.ask('/dashboard', { ...ben, form: { intent: 'come-back' } })
  })
})

describe('the choice', () => {
  it('is a manager’s, off at first, and not there for a desk of one', async () => {
    const shown = async (by: Owner) => {
      const { text } = await server.ask(people, by)
      const [, select = ''] = text.split('name="newTickets"')
      return elements(select.split('</select>')[0] ?? '', 'option')
        .filter(({ attributes }) => 'selected' in attributes)
        .map(({ attributes }) => attributes.value)
    }
    expect((await choose('nobody', ben)).status).toBe(403)
    expect((await choose('everybody')).status).toBe(400)
    expect(await shown(ada)).toEqual(['in-turn'])
    const alone = await server.signUp()
    expect((await server.ask(people, alone)).text).not.toContain('save-new-tickets')
    await server.join(alone.desk, 'colleague')
    expect(await shown(alone)).toEqual(['nobody'])
    expect((await choose('nobody')).status).toBe(303)
    await server.begin('Whose now?')
    expect(await whose()).toBeUndefined()
  })
})
