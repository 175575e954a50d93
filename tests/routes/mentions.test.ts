import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { removeMember } from '~/domain/members/changes'
import { localizedPath } from '~/i18n/addresses'
import { elements, field, textOf } from '../support/html'
import { type Owner, openTestServer, type TestServer, words } from '../support/test-server'

let server: TestServer
let ada: Owner
let ben: Owner

beforeAll(async () => {
  server = await openTestServer()
  ada = await server.signUp()
  await server.signUp().then(({ desk }) => rename(desk.ownerUid, 'Stella Stranger'))
  ben = await join('Ben Müller')
  await rename(ada.desk.ownerUid, 'Ada Lovelace')
})
afterAll(() => server.close())

const rename = (uid: string, name: string) => server.services.members.rename(uid, name)

async function join(name: string): Promise<Owner> {
  const joined = await server.join(ada.desk, 'colleague')
  await rename(joined.desk.ownerUid, name)
  return joined
}

async function begin({ desk }: Owner = ada): Promise<number> {
  await server.begin('Is the oven hot?', desk.publicKey)
  const { tickets } = await server.services.tickets.list(desk.id, { order: 'newest' }, 1)
  return tickets[0]?.number ?? 0
}

const write = (by: Owner, number: number, body: string, intent = 'note', key = randomUUID()) =>
  server.ask(`/dashboard/tickets?ticket=${number}`, { ...by, form: { intent, key, body } })

/** Readers with an e-mail about being named, `undefined` for who founded the desk. */
async function notified(number: number, { desk }: Owner = ada) {
  const due = await server.services.mails.listDue(new Date('9999-01-01'), 1_000)
  return due.flatMap((mail) =>
    mail.kind === 'mention' && mail.deskId === desk.id && mail.number === number
      ? [mail.reader]
      : [],
  )
}

async function readerOf({ desk: { ownerUid } }: Owner): Promise<string | undefined> {
  const members = await server.services.members.list(ada.desk.id)
  return members.find(({ uid }) => uid === ownerUid)?.reader
}

it('a note notifies whom it names, once for a form that is sent twice', async () => {
  const number = await begin()
  const key = randomUUID()
  for (let sent = 0; sent < 2; sent++) {
    const { status } = await write(ada, number, 'Can you look, @ben and @Ben Müller?', 'note', key)
    expect(status).toBe(303)
  }
  expect(await notified(number)).toEqual([await readerOf(ben)])
  await write(ben, number, 'Seen, @Ada')
  expect((await notified(number)).sort()).toEqual([await readerOf(ben), undefined].sort())
})

it('a note notifies neither its writer nor a stranger nor somebody who has left', async () => {
  const number = await begin()
  const cleo = await join('Cleo Cole')
  await removeMember(server.services, ada.desk.id, cleo.desk.ownerUid, server.clock.now)
  await write(ada, number, '@Ada, @Stella, @Stella Stranger, @Cleo, @Cleo Cole, post@ben')
  expect(await notified(number)).toEqual([])
})

it.each(['en', 'de'] as const)(
  'a reply that names a member is asked about once, and notifies nobody (%s)',
  async (language) => {
    const number = await begin()
    const path = localizedPath(`/dashboard/tickets?ticket=${number}`, language)
    const answers = async () => {
      const all = await server.services.tickets.messages({ deskId: ada.desk.id, number }, 0, 9)
      return all.filter(({ author }) => author === 'owner').map(({ body }) => body)
    }
    const form = { intent: 'reply', key: randomUUID(), body: 'Ask for @Ben' }
    const asked = await server.ask(path, { ...ada, form })
    expect(asked.status).toBe(409)
    const said = words[language].history.named.replaceAll('{{names}}', 'Ben Müller')
    expect(textOf(asked.text)).toContain(said)
    expect(asked.text).toContain('Ask for @Ben</textarea>')
    expect(await answers()).toEqual([])
    const named = field(asked.text, 'named')?.value ?? ''
    expect((await server.ask(path, { ...ada, form: { ...form, named } })).status).toBe(303)
    expect(await answers()).toEqual(['Ask for @Ben'])
    expect(await notified(number)).toEqual([])
  },
)

it('a reply that names another member than it was asked about is asked about again', async () => {
  const number = await begin()
  const form = { key: randomUUID(), body: 'Ask for @Ben', named: ada.desk.ownerUid }
  for (const intent of ['reply', 'reply-solve']) {
    const path = `/dashboard/tickets?ticket=${number}`
    expect((await server.ask(path, { ...ada, form: { ...form, intent } })).status).toBe(409)
  }
  expect((await write(ada, number, 'Write to post@ben or me, @Ada', 'reply')).status).toBe(303)
})

it('the thread emphasises names in notes, and its form lists them', async () => {
  const number = await begin()
  await write(ada, number, 'For @Ben <b>: https://example.com/@Ben')
  await write(ada, number, 'Ask for @Ben', 'reply')
  for (const language of ['en', 'de'] as const) {
    const path = localizedPath(`/dashboard/tickets?ticket=${number}`, language)
    const { text } = await server.ask(path, ada)
    const strong = elements(text, 'strong').map((each) => textOf(each.text))
    expect(strong.filter((each) => each.includes('@'))).toEqual(['@Ben'])
    expect(text).toContain('href="https://example.com/@Ben"')
    const hint = `${words[language].history.canName} @Ben`
    expect(elements(text, 'small').map((each) => textOf(each.text))).toContain(hint)
  }
})

it('a desk of one has neither', async () => {
  const alone = await server.signUp()
  await rename(alone.desk.ownerUid, 'Solo Sommer')
  const number = await begin(alone)
  await write(alone, number, 'For @Solo and @Ben')
  expect(await notified(number, alone)).toEqual([])
  const { text } = await server.ask(`/dashboard/tickets?ticket=${number}`, alone)
  expect(text).toContain('For @Solo and @Ben')
  expect(text).not.toContain(words.en.history.canName)
})
