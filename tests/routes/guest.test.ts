import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noteTyping } from '~/domain/live/presence'
import { languages } from '~/domain/text/languages'
import { replyAsOwner, writeAsVisitor } from '~/domain/tickets/conversations'
import { secretHash } from '~/http/links/ticket-link.server'
import { localizedPath } from '~/i18n/addresses'
import { withLimits } from '../support/app'
import { elements, field, linksIn, textOf } from '../support/html'
import { eventNamed, listen } from '../support/listen'
import { minute, type Owner, openTestServer, type TestServer, words } from '../support/test-server'

let server: TestServer
let site: Owner
let other: Owner

beforeAll(async () => {
  server = await openTestServer()
  site = await server.signUp()
  other = await server.signUp()
  await server.services.desks.rename(other.desk.id, 'Café Probe')
})

afterAll(() => server.close())

const titleOf = (text: string) => elements(text, 'title')[0]?.text

describe.each(languages)('in %s', (language) => {
  const { chat, layout, notices, retention, errors } = words[language]
  const at = (path: string) => localizedPath(path, language)
  const begin = (path: string, form: Record<string, string> = {}) =>
    server.ask(at(path), { form: { key: randomUUID(), body: 'Is there bread?', ...form } })

  describe('a desk that is not the site’s', () => {
    const room = at('/dashboard/settings/privacy')
    const save = (link: Record<string, string>) =>
      server.ask(room, { ...other, form: { intent: 'save-privacy-link', ...link } })

    it('has a page of its own: nothing on it leads to the operator’s shop or desk', async () => {
      const own = at(`/chat?desk=${other.desk.publicKey}`)
      const { location } = await begin(`/chat?desk=${other.desk.publicKey}`)
      const conversation = location.split('#')[0] ?? ''
      for (const address of [own, conversation, `${conversation}&erase=1`, `${own}&feedback=1`]) {
        const { text } = await server.ask(address)
        expect(titleOf(text)).toBe('Café Probe')
        const links = linksIn(text)
        for (const path of ['/', '/shop', '/chat', '/signup', '/terms'].map(at)) {
          expect(links).not.toContain(path)
        }
        expect(links).toContain(own)
        expect(textOf(text)).toContain(chat.poweredBy)
        expect(
          elements(text, 'a').find(({ text }) => text === layout.privacy)?.attributes.href,
        ).toBe(at('/privacy'))
      }
      expect(linksIn((await server.ask(at(`/chat?desk=${site.desk.publicKey}`))).text)).toContain(
        at('/shop'),
      )
    })

    it('leads to its owner’s own privacy notice', async () => {
      const wrong = await save({ linkEn: 'javascript:alert(1)' })
      expect(wrong.status).toBe(400)
      expect(field(wrong.text, 'linkEn')).toMatchObject({
        value: 'javascript:alert(1)',
        invalid: true,
      })
      expect(textOf(wrong.text)).toContain(errors.errors.link)
      const link = 'https://probe.example/privacy'
      expect(await save({ linkEn: link })).toMatchObject({ status: 303, location: room })
      expect(textOf((await server.ask(room, other)).text)).toContain(retention.linkHeading)
      const page = await server.ask(at(`/chat?desk=${other.desk.publicKey}`))
      expect(linksIn(page.text)).toContain(link)
      expect(linksIn(page.text)).not.toContain(at('/privacy'))
      expect((await save({})).status).toBe(303)
    })
  })

  it('the chat says before what it stores, and leads back to what was begun until it is forgotten', async () => {
    expect(textOf((await server.ask(at('/chat'))).text)).toContain(chat.cookieHint)
    expect((await server.ask(at('/chat'))).setCookies).toEqual([])
    const { location, setCookies } = await begin('/chat')
    const [cookie = '', ...attributes] = setCookies[0]?.split('; ') ?? []
    expect(setCookies).toHaveLength(1)
    expect(attributes).toEqual(
      expect.arrayContaining(['Max-Age=2592000', 'Path=/', 'HttpOnly', 'SameSite=Lax']),
    )
    const secret = new URL(location, server.origin).searchParams.get('t') ?? ''
    const back = at(`/chat?t=${secret}`)
    const opened = await server.ask(at('/chat'), { cookie })
    expect(opened.location).toBe(back)
    const blank = at('/chat?new')
    const conversation = await server.ask(back, { cookie })
    expect(linksIn(conversation.text)).toContain(blank)
    const page = await server.ask(blank, { cookie })
    expect(linksIn(page.text)).toContain(back)
    for (const { headers } of [opened, page]) {
      expect(headers.get('Cache-Control')).toContain('no-store')
    }
    // A refused form is shown again, and a frame knows its conversation by itself.
    const refused = await server.ask(at('/chat'), { cookie, form: { body: '' } })
    expect(refused.status).toBe(400)
    expect(linksIn(refused.text)).toContain(back)
    const framed = await server.ask(at('/chat'), {
      cookie,
      headers: { 'Sec-Fetch-Dest': 'iframe' },
    })
    expect(framed.status).toBe(200)
    // Only a link leads to one that is done.
    await server.ask(back, { cookie, form: { intent: 'end' } })
    expect(linksIn((await server.ask(at('/chat'), { cookie })).text)).toContain(back)
    // At another desk it is of no use.
    const elsewhere = await server.ask(at(`/chat?desk=${other.desk.publicKey}`), { cookie })
    expect(elsewhere.text).not.toContain(secret)
    expect(textOf((await server.ask(back, { cookie })).text)).toContain(chat.remembered)
    const forgotten = await server.ask(at('/chat'), { cookie, form: { intent: 'forget' } })
    expect(forgotten.status).toBe(303)
    expect(forgotten.setCookies[0]).toMatch(/^conversations=; Max-Age=0/)
    const said = forgotten.setCookies[1]?.split(';')[0] ?? ''
    expect(textOf((await server.ask(forgotten.location, { cookie: said })).text)).toContain(
      notices.forgotten,
    )
    // Who erases it finds nothing to go back to.
    await server.ask(back, { form: { intent: 'erase-for-good' } })
    expect((await server.ask(at('/chat'), { cookie })).text).not.toContain(secret)
  })

  it('names below the first message the address to which its answer goes, if it does', async () => {
    const email = `a.long-&-winding.name@${language}.example.com`
    const said = chat.mailed.replace('{{email}}', email)
    const read = async (address: string) =>
      elements((await server.ask(address.split('#')[0] ?? '')).text, 'p').map(({ text }) => text)
    const { location } = await begin('/chat', { email })
    expect(await read(location)).toContain(said)
    expect(await read((await begin('/chat')).location)).not.toContain(said)
    // No e-mail leaves before the owner's own address is confirmed.
    const elsewhere = await begin(`/chat?desk=${other.desk.publicKey}`, { email })
    expect(await read(elsewhere.location)).not.toContain(said)
    const secret = new URL(location, server.origin).searchParams.get('t') ?? ''
    const ticket = await server.services.tickets.find({ secretHash: secretHash(secret) })
    if (!ticket) throw new Error('There is no ticket')
    await server.services.mails.setStopped(ticket.id, true, server.clock.now)
    expect(await read(location)).not.toContain(said)
    await server.services.mails.setStopped(ticket.id, false, server.clock.now)
    expect(await read(location)).toContain(said)
    const reply = { clientKey: randomUUID(), body: 'There is.', locale: language }
    await replyAsOwner(server.services, ticket, reply, server.clock.now)
    expect(await read(location)).not.toContain(said)
  })

  it('offers three ways back after the first message, and sends the link to who asks', async () => {
    const { location } = await begin('/chat')
    const address = location.split('#')[0] ?? ''
    const asked = await server.ask(address)
    for (const text of [chat.keepLink, chat.sendLink, chat.copyLink])
      expect(textOf(asked.text)).toContain(text)
    const send = (email: string, to = address) =>
      server.ask(to, { form: { intent: 'send-link', email } })
    for (const [email, error] of [
      ['nobody at home', errors.email.invalid],
      ['', errors.email.missing],
      [`${'x'.repeat(5_000)}@example.com`, errors.email.invalid],
    ] as const) {
      const wrong = await send(email)
      expect(wrong.status).toBe(400)
      expect(field(wrong.text, 'email')).toMatchObject({
        value: email,
        described: expect.stringContaining(error),
      })
    }
    const vera = `vera-${language}@example.com`
    const left = await send(vera)
    expect(left).toMatchObject({ status: 303, location: address })
    const cookie = left.setCookies[0]?.split(';')[0]
    const after = await server.ask(address, { cookie })
    expect(textOf(after.text)).toContain(notices.linkSent)
    expect(textOf(after.text)).toContain(chat.sendLinkTo.replace('{{email}}', vera))
    const secret = new URL(address, server.origin).searchParams.get('t') ?? ''
    const scope = { secretHash: secretHash(secret) }
    expect(await server.services.tickets.find(scope)).toMatchObject({ visitorEmail: vera })
    // Another address changes nothing: the letter goes to the one that is known.
    await send('somebody-else@example.com')
    expect(await server.services.tickets.find(scope)).toMatchObject({ visitorEmail: vera })
    const unknown = await send(vera, at('/chat?t=unknown'))
    expect(unknown.status).toBe(404)
  })
})

describe('A mistyped address', () => {
  const address = async (extra = {}) => {
    const form = {
      key: randomUUID(),
      body: 'Where is my cake?',
      email: 'vera@exmaple.com',
      ...extra,
    }
    return (await server.ask('/chat', { form })).location.split('#')[0] ?? ''
  }
  const scopeOf = (path: string) => ({
    secretHash: secretHash(new URL(path, server.origin).searchParams.get('t') ?? ''),
  })
  const emailOf = async (path: string) =>
    (await server.services.tickets.find(scopeOf(path)))?.visitorEmail
  const correct = (path: string, email: string) =>
    server.ask(path, { form: { intent: 'correct-address', email } })

  it('a mistyped address is corrected with the link, which the right one gets, and the history names it', async () => {
    const path = await address()
    const page = (await server.ask(path)).text
    // Beside what says where the answer goes.
    const { mailed, addressWrong, linkFolded } = words.en.chat
    const places = [mailed.split('{{')[0] ?? '', addressWrong, linkFolded].map((each) =>
      textOf(page).indexOf(each),
    )
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(field(page, 'email').value).toBe('vera@exmaple.com')
    const wrong = await correct(path, 'vera@')
    expect(wrong.status).toBe(400)
    expect(field(wrong.text, 'email').value).toBe('vera@')
    expect(field(wrong.text, 'email').described).toContain(words.en.errors.email.invalid)
    expect(await correct(path, 'vera@example.com')).toMatchObject({ status: 303, location: path })
    const ticket = await server.services.tickets.find(scopeOf(path))
    expect(ticket).toMatchObject({ visitorEmail: 'vera@example.com' })
    const atDesk = await server.ask(`/dashboard/tickets?ticket=${ticket?.number}`, site)
    expect(textOf(atDesk.text)).toContain(words.en.history.visitor.visitor)
    expect(textOf((await server.ask(path)).text)).toContain('vera@example.com')
  })

  it('stays once an e-mail of its guest has come, or where the counter has begun', async () => {
    const path = await address()
    const mail = { key: 'mail-1', from: 'vera@exmaple.com', proven: false }
    const writing = { clientKey: 'mail-1', body: 'And now?', locale: 'en', mail } as const
    const { secretHash } = scopeOf(path)
    await writeAsVisitor(server.services, secretHash, writing, server.clock.now)
    expect(textOf((await server.ask(path)).text)).not.toContain(words.en.chat.addressWrong)
    const refused = await correct(path, 'mallory@example.com')
    expect(refused.status).toBe(409)
    expect(field(refused.text, 'email').described).toContain(words.en.errors.email.settled)
    expect(await emailOf(path)).toBe('vera@exmaple.com')
    const none = await address({ email: '' })
    expect((await correct(none, 'mallory@example.com')).status).toBe(409)
    expect(await emailOf(none)).toBe('')
  })

  it('is corrected three times, and the fourth comes back with what helps', async () => {
    const path = await address()
    for (const email of ['a@example.com', 'b@example.com', 'c@example.com', 'c@example.com'])
      expect((await correct(path, email)).status).toBe(303)
    const refused = await correct(path, 'd@example.com')
    expect(refused.status).toBe(409)
    expect(field(refused.text, 'email')).toMatchObject({
      value: 'd@example.com',
      described: expect.stringContaining(words.en.errors.email.settled),
    })
    expect(await emailOf(path)).toBe('c@example.com')
  })
})

it('one place has links sent to twenty mailboxes an hour, corrected ones included', async () => {
  const limited = await openTestServer({ limited: withLimits })
  await limited.signUp()
  const corrections: number[] = []
  for (let conversation = 0; conversation < 7; conversation += 1) {
    const form = { key: randomUUID(), body: `Cake ${conversation}?`, email: 'vera@exmaple.com' }
    const path = (await limited.ask('/chat', { form })).location.split('#')[0] ?? ''
    for (const which of ['a', 'b', 'c']) {
      const email = `${which}${conversation}@example.com`
      corrections.push(
        (await limited.ask(path, { form: { intent: 'correct-address', email } })).status,
      )
    }
  }
  expect(corrections).toEqual([...Array.from({ length: 20 }, () => 303), 429])
  await limited.close()
})

it('sends the link to one mailbox five times an hour, then asks for patience and keeps what was typed', async () => {
  const limited = await openTestServer({ limited: withLimits })
  await limited.signUp()
  const { location } = await limited.ask('/chat', {
    form: { key: randomUUID(), body: 'Where was I?' },
  })
  const address = location.split('#')[0] ?? ''
  const scope = {
    secretHash: secretHash(new URL(address, limited.origin).searchParams.get('t') ?? ''),
  }
  const send = (email: string) => limited.ask(address, { form: { intent: 'send-link', email } })
  for (let time = 0; time < 5; time += 1) {
    expect((await send('patient@example.com')).status).toBe(303)
  }
  const refused = await send('patient@example.com')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect(textOf(refused.text)).toContain('Where was I?')
  // The limit is the mailbox's: another conversation of theirs is refused as well, and changes nothing.
  const other = await limited.ask('/chat', { form: { key: randomUUID(), body: 'And there?' } })
  const there = other.location.split('#')[0] ?? ''
  const alsoRefused = await limited.ask(there, {
    form: { intent: 'send-link', email: 'Patient@example.com' },
  })
  expect(alsoRefused.status).toBe(429)
  expect(field(alsoRefused.text, 'email').value).toBe('Patient@example.com')
  expect(await limited.services.tickets.find(scope)).toMatchObject({
    visitorEmail: 'patient@example.com',
  })
  limited.clock.forward(3_600_001)
  expect((await send('patient@example.com')).status).toBe(303)
  await limited.close()
})

it('answers that were not seen are counted, and counting does not see them; typing ends with one', async () => {
  const { secret } = await server.begin('Is there cake?')
  const unseen = async () => JSON.parse((await server.ask(`/live?t=${secret}&as=count`)).text)
  const count = async () => String((await unseen()).count)
  expect(await count()).toBe('0')
  const ticket = await server.services.tickets.find({ secretHash: secretHash(secret) })
  if (!ticket) throw new Error('There is no ticket')
  const ticketRef = { deskId: ticket.deskId, ticketId: ticket.id, number: ticket.number }
  const typing = async () => (await server.services.presence.at(ticket.id, server.clock.now)).owner
  const [writer] = await server.services.members.list(ticket.deskId)
  if (!writer) throw new Error('Nobody is at the desk')
  await noteTyping(server.services, ticketRef, { uid: writer.uid }, true, server.clock.now)
  expect(await typing()).toBe('typing')
  for (const body of ['Yes.', 'With plums.']) {
    const form = { intent: 'reply', key: randomUUID(), body }
    await server.ask(`/dashboard/tickets?ticket=${ticket.number}`, { ...site, form })
  }
  // What was being typed has arrived.
  expect(await typing()).not.toBe('typing')
  expect(await unseen()).toEqual({ count: 2, words: 'With plums.' })
  expect(await count()).toBe('2')
  await server.ask(`/chat?t=${secret}`)
  expect(await count()).toBe('2')
  // The page says so while somebody looks at it, and a visitor who writes has seen what was there.
  await server.ask(`/live?t=${secret}&seen=2`, { form: {} })
  expect(await count()).toBe('1')
  await server.ask(`/chat?t=${secret}`, { form: { key: randomUUID(), body: 'Yes!', seen: '3' } })
  expect(await count()).toBe('0')
  expect((await server.ask('/live?t=nobody&as=count')).status).toBe(404)
})

it('unseen answers are said to a closed chat as they come, which is neither there nor sees them', async () => {
  const { secret } = await server.begin('Is there cake?')
  const ticket = await server.services.tickets.find({ secretHash: secretHash(secret) })
  const stream = await listen(`${server.origin}/live?t=${secret}&as=unseen`)
  const next = async () => JSON.parse((await eventNamed(stream, 'message')).data)
  expect(await next()).toEqual({ count: 0, words: '' })
  const reply = { intent: 'reply', key: randomUUID(), body: 'Yes.\n\nWith plums, and with cream.' }
  await server.ask(`/dashboard/tickets?ticket=${ticket?.number}`, { ...site, form: reply })
  expect(await next()).toEqual({ count: 1, words: 'Yes. With plums, and with cream.' })
  const { visitor } = await server.services.presence.at(ticket?.id ?? '', server.clock.now)
  expect(visitor).toBe('away')
  const { visitorSeenSeq } =
    (await server.services.tickets.find({ secretHash: secretHash(secret) })) ?? {}
  expect(visitorSeenSeq).toBe(ticket?.visitorSeenSeq)
  stream.leave()
})

it('when a guest was last here is said beside their ticket, once they are gone and have not written since', async () => {
  const { secret } = await server.begin('Is there tea?')
  const ticket = await server.services.tickets.find({ secretHash: secretHash(secret) })
  const address = `/dashboard/tickets?ticket=${ticket?.number}`
  const said = async () => textOf((await server.ask(address, site)).text)
  const wasHere = words.en.history.wasHere.split('{{')[0] ?? ''
  await server.ask(address, { ...site, form: { intent: 'reply', key: randomUUID(), body: 'Yes.' } })
  expect(await said()).not.toContain(wasHere)
  server.clock.forward(minute)
  await server.ask(`/live?t=${secret}&seen=2`, { form: {} })
  // They are here now.
  expect(await said()).not.toContain(wasHere)
  server.clock.forward(5 * minute)
  expect(await said()).toContain(wasHere)
  await server.ask(`/chat?t=${secret}`, { form: { key: randomUUID(), body: 'Good!', seen: '2' } })
  expect(await said()).not.toContain(wasHere)
})
