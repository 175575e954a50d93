import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { secretHash } from '~/http/links/ticket-link.server'
import { elements, field, textOf } from '../support/html'
import { minute, type Owner, openTestServer, type TestServer, words } from '../support/test-server'
import { type Sent, sendFiles, uploadedIn } from '../support/uploads'

let server: TestServer
let ada: Owner
let secret: string
let ticket: string

beforeAll(async () => {
  server = await openTestServer()
})

afterAll(() => server.close())

beforeEach(async () => {
  ada = await server.signUp()
  ;({ secret, ticket } = await begin())
  server.clock.forward(minute)
})

async function begin() {
  const { secret } = await server.begin('A question', ada.desk.publicKey)
  const found = await server.services.tickets.find({ secretHash: secretHash(secret) })
  return { secret, ticket: `/dashboard/tickets?ticket=${found?.number}` }
}

/** Sends an answer; returns what the next page of the account has, as a browser without scripts sees it. */
async function send(
  body: string,
  { intent = 'reply', files = [] as Sent[], more = {}, cookie = ada.cookie } = {},
) {
  const fields = { key: randomUUID(), intent, body, ...more }
  const reply = await sendFiles(server, ticket, fields, files, cookie)
  expect(reply.status).toBe(303)
  const flash = reply.setCookies.find((each) => each.startsWith('flash='))?.split(';')[0]
  const page = await server.ask(reply.location, { cookie: `${cookie}; ${flash ?? ''}` })
  const offered = elements(page.text, 'button').some(
    ({ attributes }) => attributes.value === 'undo',
  )
  return { page: page.text, undo: offered ? field(page.text, 'undo').value : undefined }
}

const press = (undo = '', at = ticket, more = {}) =>
  server.ask(at, { ...ada, form: { intent: 'undo', undo, key: randomUUID(), body: '', ...more } })

const look = async (path = ticket) => (await server.ask(path, ada)).text

/** What the guest reads. */
const guestReads = async () => textOf((await server.ask(`/chat?t=${secret}`)).text)

it('a reply taken back is in the field again with its files, and its guest never reads it', async () => {
  const files = [{ name: 'price.txt', bytes: 'Two euros', type: 'text/plain' }]
  const { page, undo } = await send('Two euros', { files })
  expect(textOf(page)).toContain(words.en.notices.answered.replace('{{number}}', '1'))
  const undone = await press(undo)
  expect(undone.status).toBe(303)
  const again = await look()
  expect(field(again, 'body').value).toBe('Two euros')
  expect(uploadedIn(again)).toHaveLength(1)
  expect(await guestReads()).not.toContain('Two euros')
  const [uploaded = ''] = uploadedIn(again)
  await send('Three euros', { more: { uploaded } })
  expect(field(await look(), 'body').value).toBe('')
  expect(await guestReads()).toContain('Three euros')
  expect(await guestReads()).toContain('price.txt')
})

it('a reply taken back is a draft at once, and when its guest wrote last is said as before', async () => {
  const drafts = async () => textOf(await look('/dashboard/tickets?whose=drafts'))
  const wrote = async () =>
    textOf(await look()).includes(words.en.history.wrote.split('{{')[0] ?? '')
  const { undo } = await send('Two euros')
  expect(await wrote()).toBe(true)
  expect(await drafts()).toContain(words.en.history.whose.nothing.drafts)
  expect((await press(undo)).status).toBe(303)
  expect(await wrote()).toBe(true)
  expect(await drafts()).not.toContain(words.en.history.whose.nothing.drafts)
  expect(field(await look(), 'body').value).toBe('Two euros')
  await send('Three euros')
  expect(await drafts()).toContain(words.en.history.whose.nothing.drafts)
})

it('a reply taken back joins the draft of another page, which stays a note', async () => {
  const { undo } = await send('Two euros')
  const form = { intent: 'draft', key: randomUUID(), body: 'Ask Ben', as: 'note' }
  await server.ask(ticket, { ...ada, form })
  expect((await press(undo)).status).toBe(303)
  expect(field(await look(), 'body').value).toBe('Two euros\n\nAsk Ben')
  const [member] = await server.services.members.list(ada.desk.id)
  const [draft] = await server.services.drafts.list(ada.desk.id, member?.reader ?? '')
  expect(draft).toMatchObject({ isNote: true })
})

const ofNote = /class="message( own)? note"/

it('a note taken back is a draft of a note again, and names nobody', async () => {
  const ben = await server.join(ada.desk, 'colleague')
  await server.services.members.rename(ben.desk.ownerUid, 'Ben Müller')
  const colleague = (await server.services.members.list(ada.desk.id)).find(
    ({ uid }) => uid === ben.desk.ownerUid,
  )
  const named = () => server.services.mentions.list(ada.desk.id, colleague?.reader ?? '', 9)
  const { page, undo } = await send('Ask @Ben', { intent: 'note' })
  expect(textOf(page)).toContain(words.en.notices.noted.replace('{{number}}', '1'))
  expect(await named()).toHaveLength(1)
  expect((await press(undo)).status).toBe(303)
  expect(await named()).toEqual([])
  const again = await look()
  expect(field(again, 'body').value).toBe('Ask @Ben')
  expect(page).toMatch(ofNote)
  expect(again).not.toMatch(ofNote)
  const [member] = await server.services.members.list(ada.desk.id)
  const [draft] = await server.services.drafts.list(ada.desk.id, member?.reader ?? '')
  expect(draft).toMatchObject({ isNote: true, body: 'Ask @Ben' })
})

it('a note taken back leaves its ticket done if it was marked so since', async () => {
  const { undo } = await send('Always pays late', { intent: 'note' })
  await server.ask(ticket, { ...ada, form: { intent: 'solve', key: randomUUID(), body: '' } })
  expect((await press(undo)).status).toBe(303)
  const found = await server.services.tickets.find({ secretHash: secretHash(secret) })
  expect(found).toMatchObject({ state: 'solved' })
})

it('a note taken back makes a note of what is being written to the same ticket', async () => {
  const { undo } = await send('Always pays late', { intent: 'note' })
  const undone = await press(undo, ticket, { body: 'Dear guest' })
  expect(field(undone.text, 'body').value).toBe('Always pays late\n\nDear guest')
})

it('a reply that is taken back twice is so once, and sent again from its first form it is refused', async () => {
  const { undo } = await send('Two euros')
  expect((await press(undo)).status).toBe(303)
  expect((await press(undo)).status).toBe(303)
  expect(field(await look(), 'body').value).toBe('Two euros')
  expect(await guestReads()).not.toContain('Two euros')
})

it('a reply taken back joins what is being written to the same ticket', async () => {
  const { undo } = await send('Two euros')
  const undone = await press(undo, ticket, { body: 'And a bag' })
  expect(undone.status).toBe(200)
  expect(field(undone.text, 'body').value).toBe('Two euros\n\nAnd a bag')
})

it('a reply taken back waits at its ticket while another is being written', async () => {
  const { undo } = await send('Two euros')
  const other = (await begin()).ticket
  const undone = await press(undo, other, { body: 'Something else' })
  expect(undone.status).toBe(200)
  expect(field(undone.text, 'body').value).toBe('Something else')
  expect(field(await look(), 'body').value).toBe('Two euros')
})

it('a reply with which its ticket was ended reopens the ticket as it is taken back', async () => {
  const { undo } = await send('Two euros', { intent: 'reply-solve' })
  expect((await press(undo)).status).toBe(303)
  expect(await server.services.tickets.find({ secretHash: secretHash(secret) })).toMatchObject({
    state: 'open',
    firstReplyAt: undefined,
  })
})

it('a reply is not taken back any more once its time is over, or it has been read', async () => {
  const { undo } = await send('Two euros')
  server.clock.forward(minute)
  const late = await press(undo, ticket, { body: 'Half a sentence' })
  expect(late.status).toBe(409)
  expect(textOf(late.text)).toContain(words.en.tickets.errors.left)
  expect(field(late.text, 'body').value).toBe('Half a sentence')
  expect(await guestReads()).toContain('Two euros')
})

it('nobody but its writer takes a reply back, or finds its words', async () => {
  const ben = await server.join(ada.desk, 'manager')
  const { undo = '' } = await send('Two euros')
  const form = { intent: 'undo', undo, key: randomUUID(), body: '' }
  expect((await server.ask(ticket, { ...ben, form })).status).toBe(409)
  expect((await press(undo)).status).toBe(303)
  expect(field((await server.ask(ticket, ben)).text, 'body').value).toBe('')
})

it('no undo is offered while its guest is on the page, or to whom has chosen none', async () => {
  const { id: ticketId = '', number = 0 } =
    (await server.services.tickets.find({ secretHash: secretHash(secret) })) ?? {}
  const { now } = server.clock
  const until = new Date(now.getTime() + minute)
  const place = { deskId: ada.desk.id, ticketId, number }
  await server.services.presence.arrive(place, 'visitor', 'page', until, now)
  expect((await send('Two euros')).undo).toBeUndefined()
  server.clock.forward(2 * minute)
  const form = { intent: 'save-answers', undoSeconds: '0' }
  expect((await server.ask('/dashboard/profile', { ...ada, form })).status).toBe(303)
  expect((await send('Three euros')).undo).toBeUndefined()
})

it('an undo of another length than those offered is refused', async () => {
  const form = { intent: 'save-answers', undoSeconds: '3600' }
  expect((await server.ask('/dashboard/profile', { ...ada, form })).status).toBe(400)
})
