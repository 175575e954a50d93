import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages } from '~/domain/text/languages'
import type { HoldReason } from '~/domain/tickets/spam'
import { localizedPath } from '~/i18n/addresses'
import { filesWith } from '../support/files-with'
import { openGuarded, type Writers, writersTo } from '../support/first-messages'
import { elements, field, languageOf, linksIn, textOf, wordsIn } from '../support/html'
import {
  hour,
  minute,
  type Owner,
  type Reply,
  type TestServer,
  words,
} from '../support/test-server'
import { fillCart, openCheckout, order } from '../support/till'

const second = 1_000
let server: TestServer
let people: Writers

beforeAll(async () => {
  server = await openGuarded()
  people = writersTo(server)
  await people.openDesk()
})

afterAll(() => server.close())

describe('a first message', () => {
  it('has a field that no one sees, and whoever gets to it is told to leave it', async () => {
    for (const language of languages) {
      const { text } = await server.ask(localizedPath('/chat', language))
      const trap = elements(text, 'input').find(({ attributes }) => attributes.name === 'homepage')
      expect(trap?.attributes).toMatchObject({ tabindex: '-1', autocomplete: 'off' })
      const label = elements(text, 'label').find(({ attributes }) => attributes.for === 'homepage')
      expect(label?.text).toBe(words[language].chat.leaveEmpty)
      expect(text).toMatch(/<div class="visually-hidden" aria-hidden="true"><label for="homepage">/)
    }
  })

  it.each<[HoldReason, Record<string, string>, number]>([
    ['trap', { body: 'Hi', homepage: 'x' }, 20 * second],
    ['unstamped', { body: 'Hi', stamp: 'made-up' }, 20 * second],
    ['hurry', { body: 'Hi' }, second],
    ['links', { body: 'www.a.example www.b.example' }, 20 * second],
  ])(
    'that is held (%s) is answered like any other, and the owner reads why',
    async (reason, fields, after) => {
      const { desk, cookie } = await people.openDesk()
      const path = `/chat?desk=${desk.publicKey}`
      const { reply, ticket } = await people.write('192.0.2.1', fields, { after, path })
      expect(reply.status).toBe(303)
      expect(ticket).toMatchObject({ state: 'held', heldFor: reason, waitingSince: undefined })
      const page = await server.ask(reply.location)
      expect(wordsIn(page.text)).toEqual([fields.body])
      expect(textOf(page.text)).toContain(words.en.chat.received)
      for (const language of languages) {
        const { hold } = words[language].history
        const address = localizedPath('/dashboard/tickets?state=held&ticket=1', language)
        const thread = await server.ask(address, { cookie })
        expect(textOf(thread.text)).toContain(
          hold.page.replace('{{reason}}', words[language].history.reasons[reason]),
        )
        expect(textOf(thread.text)).toContain(
          words[language].history.desk.held.replace(
            '{{detail}}',
            words[language].history.reasons[reason],
          ),
        )
      }
    },
  )

  it('A first message is taken at once from an order’s customer and a member, if nothing else holds it', async () => {
    const { desk, cookie } = await people.openDesk()
    const other = await people.openDesk()
    const cart = await fillCart(server, { 'house-coffee': 1 })
    const { location } = await order(server, cart, await openCheckout(server, cart))
    const secret = new URL(location, server.origin).searchParams.get('order') ?? ''
    const [placed] = (await server.services.orders.list('all', 1)).orders
    const about = (id: string | number = '') => `/chat?order=${id}`
    const at = ({ publicKey }: Owner['desk']) => `/chat?desk=${publicKey}`
    const links: Record<string, string> = { body: 'www.a.example www.b.example' }
    for (const [path, reader, fields, heldFor] of [
      [about(secret), undefined, {}, undefined],
      [about(secret), undefined, links, 'links'],
      [about(secret), undefined, { homepage: 'x' }, 'trap'],
      [about(placed?.number), undefined, {}, 'hurry'],
      [about(`${secret}x`), undefined, {}, 'hurry'],
      [at(desk), cookie, {}, undefined],
      [at(desk), cookie, links, 'links'],
      [at(desk), undefined, {}, 'hurry'],
      [at(other.desk), cookie, {}, 'hurry'],
    ] as const) {
      const { text } = await server.ask(path, { cookie: reader })
      const [key, stamp] = ['key', 'stamp'].map((name) => field(text, name).value)
      const form = { key: key ?? '', stamp: stamp ?? '', body: 'Hi', ...fields }
      const { ticket } = await people.send('192.0.2.7', form, path.replace(/\?order=.*/, ''))
      expect(ticket, path).toMatchObject({ number: expect.any(Number) })
      expect(ticket?.heldFor, `${path} ${JSON.stringify(fields)}`).toBe(heldFor)
    }
  })

  it('that waited for a line for more than a day is taken, but not by the dozen', async () => {
    const { desk } = await people.openDesk()
    const path = `/chat?desk=${desk.publicKey}`
    const states: (string | undefined)[] = []
    const forms = Array.from({ length: 21 }, () => people.openForm('192.0.2.2', path))
    const opened = await Promise.all(forms)
    server.clock.forward(30 * hour)
    for (const [index, form] of opened.entries()) {
      const { ticket } = await people.send('192.0.2.2', { ...form, body: `Late ${index}` }, path)
      states.push(ticket?.state)
    }
    expect(states).toEqual([...Array(20).fill('open'), 'held'])
  })

  it('opens three conversations with one form, however its stamp is spelt', async () => {
    const { desk } = await people.openDesk()
    const path = `/chat?desk=${desk.publicKey}`
    const { stamp } = await people.openForm('192.0.2.5', path)
    server.clock.forward(20 * second)
    const states: (string | undefined)[] = []
    for (const spelling of [stamp, `${stamp}.`, `${stamp}.!`, stamp, `${stamp}=`]) {
      const form = { key: randomUUID(), stamp: spelling, body: `Hello ${states.length}` }
      const { ticket } = await people.send('192.0.2.5', form, path)
      states.push(ticket?.state)
    }
    expect(states).toEqual(['open', 'open', 'open', 'held', 'held'])
  })

  it('cannot shake off its mark by ending what was held and writing on', async () => {
    const { desk } = await people.openDesk()
    const path = `/chat?desk=${desk.publicKey}`
    const { reply } = await people.write('192.0.2.3', { body: 'Hi', homepage: 'x' }, { path })
    const address = reply.location.replace(/#.*/, '')
    await people.ask('192.0.2.3', address, { intent: 'end' })
    const next = await people.send('192.0.2.3', { key: randomUUID(), body: 'Hi again' }, address)
    expect(next.ticket).toMatchObject({ state: 'held', heldFor: 'before', number: 2 })
  })
})

describe('a held ticket', () => {
  const press = (number: number, intent: string, { cookie }: Owner) =>
    server.ask(`/dashboard/tickets?state=held&ticket=${number}`, { cookie, form: { intent } })

  async function hold(body = 'A rare hawfinch') {
    const opened = await people.openDesk()
    const path = `/chat?desk=${opened.desk.publicKey}`
    await people.write('192.0.2.4', { body, homepage: 'x' }, { path })
    return { ...opened, scope: { deskId: opened.desk.id, number: 1 } }
  }

  it('that is released is as if it had just come', async () => {
    const held = await hold()
    const { tickets } = server.services
    server.clock.forward(hour)
    expect((await press(1, 'release', held)).status).toBe(303)
    const released = await tickets.find(held.scope)
    expect(released).toMatchObject({ state: 'open', waitingSince: server.clock.now })
    expect(released?.heldFor).toBeUndefined()
    const list = await server.ask('/dashboard/tickets', held)
    expect(textOf(list.text)).toContain('A rare hawfinch')
  })

  it('that is erased is gone from every file, once the owner has said so twice', async () => {
    const held = await hold('A rare waxwing')
    const asked = await press(1, 'erase', held)
    expect(asked.status).toBe(200)
    expect(textOf(asked.text)).toContain(words.en.tickets.hold.warning)
    const scan = () => filesWith(server.folder, 'waxwing')
    expect(scan()).not.toEqual([])
    const erased = await press(1, 'erase-for-good', held)
    expect(erased).toMatchObject({ status: 303, location: '/dashboard/tickets?state=held' })
    expect(await server.services.tickets.find(held.scope)).toBeUndefined()
    await server.runDue()
    await server.services.purge()
    expect(scan()).toEqual([])
  })

  it('is the only kind that its owner erases with a button', async () => {
    const held = await hold()
    await press(1, 'release', held)
    expect((await press(1, 'erase-for-good', held)).status).toBe(409)
    expect(await server.services.tickets.find(held.scope)).toBeDefined()
  })
})

describe('held tickets that are ticked', () => {
  const list = '/dashboard/tickets?state=held'

  /** Presses a button for the tickets of these numbers. */
  function press(intent: string, chosen: number[], { cookie }: Owner) {
    const form = new URLSearchParams({ intent })
    for (const number of chosen) form.append('chosen', String(number))
    const headers = {
      'Content-Type': 'application/x-www-form-urlencoded',
      Origin: server.origin,
      'Sec-Fetch-Site': 'same-origin',
    }
    return server.ask(list, { cookie, method: 'POST', body: String(form), headers })
  }

  async function holdSome(bodies: string[]) {
    const opened = await people.openDesk()
    const path = `/chat?desk=${opened.desk.publicKey}`
    for (const body of bodies) await people.write('192.0.2.6', { body, homepage: 'x' }, { path })
    return opened
  }

  const stateOf = async ({ desk }: Owner, number: number) =>
    (await server.services.tickets.find({ deskId: desk.id, number }))?.state

  it('are released together, or erased once the owner has said so twice', async () => {
    const held = await holdSome(['A rare bittern', 'A rare dotterel', 'A person', 'Another'])
    expect((await press('bulk-release', [3], held)).status).toBe(303)
    expect(await stateOf(held, 3)).toBe('open')
    const asked = await press('bulk-erase', [1, 2], held)
    expect(asked.status).toBe(200)
    expect(textOf(asked.text)).toContain(words.en.tickets.bulk.warning_other)
    expect(await stateOf(held, 1)).toBe('held')
    const again = elements(asked.text, 'input').filter(({ attributes }) => {
      return attributes.name === 'chosen' && attributes.type === 'hidden'
    })
    expect(again.map(({ attributes }) => attributes.value)).toEqual(['1', '2'])
    const scan = () => filesWith(server.folder, 'bittern', 'dotterel')
    expect(scan()).not.toEqual([])
    const erased = await press('bulk-erase-for-good', [1, 2], held)
    expect(erased).toMatchObject({ status: 303, location: list })
    await server.runDue()
    await server.services.purge()
    expect(scan()).toEqual([])
    expect(await stateOf(held, 4)).toBe('held')
  })

  it('are erased only if they are held, and the list tells which are not', async () => {
    const held = await holdSome(['A rare ruff', 'A person'])
    await press('bulk-release', [2], held)
    const some = await press('bulk-erase-for-good', [1, 2, 99], held)
    const { done, refused_other } = words.en.tickets.bulk
    const counted = (text: string, ...numbers: number[]) =>
      text.replace('{{count}}', String(numbers.length)).replace('{{numbers}}', numbers.join(', '))
    expect(some.status).toBe(200)
    expect(textOf(some.text)).toContain(counted(done.erase_one, 1))
    expect(textOf(some.text)).toContain(counted(refused_other, 2, 99))
    expect(await stateOf(held, 2)).toBe('open')
    const { entries } = await server.services.auditLog.list(held.desk.id, 9)
    expect(entries.map(({ event, about }) => [event, about])).toEqual([['erased', '1']])
  })

  it('can be ticked all at once, by a link', async () => {
    const held = await holdSome(['One', 'Two'])
    const link = linksIn((await server.ask(list, held)).text).find((each) => /chosen/.test(each))
    const { text } = await server.ask(link ?? '', held)
    const ticks = elements(text, 'input').filter(({ attributes }) => attributes.name === 'chosen')
    expect(ticks.map(({ attributes }) => 'checked' in attributes)).toEqual([true, true])
  })
})

describe('a blocked visitor', () => {
  const email = 'Bo@Example.com'

  async function block(...before: string[]) {
    const opened = await people.openDesk()
    const { cookie, desk } = opened
    const path = `/chat?desk=${desk.publicKey}`
    const { reply } = await people.write('192.0.2.7', { body: 'Buy nothing here', email }, { path })
    const thread = '/dashboard/tickets?ticket=1'
    const press = (intent: string) => server.ask(thread, { cookie, form: { intent } })
    await server.ask(thread, { cookie, form: { key: randomUUID(), intent: 'reply', body: 'Hm' } })
    for (const intent of [...before, 'block']) expect((await press(intent)).status).toBe(303)
    return { ...opened, path, address: reply.location.replace(/#.*/, ''), press }
  }

  it('writes on, reads the same as before and reaches nobody', async () => {
    const { address, desk, email: owner } = await block()
    const mailsAbout = async () => {
      const all = await Promise.all(
        people.mails().map((path) => PostalMime.parse(readFileSync(path))),
      )
      const to = all.map((mail) => mail.to?.[0]?.address?.toLowerCase())
      return to.filter((each) => each === owner || each === email.toLowerCase())
    }
    await people.later()
    const sent = await mailsAbout()
    const further = await people.send('192.0.2.7', { key: randomUUID(), body: 'Hello?' }, address)
    expect(further.reply.status).toBe(303)
    expect(further.ticket).toMatchObject({ state: 'held', heldFor: 'blocked', lastSeq: 3 })
    const page = await server.ask(address)
    expect(wordsIn(page.text)).toEqual(['Buy nothing here', 'Hm', 'Hello?'])
    expect(textOf(page.text)).toContain(words.en.chat['in-progress'])
    await people.later(hour)
    expect(await mailsAbout()).toEqual(sent)
    expect(await server.services.tickets.count(desk.id)).toMatchObject({ open: 0, held: 1 })
  })

  it('A guest is nobody who waits once the block of an answered, done ticket ends', async () => {
    const { desk, press, email: owner } = await block('solve')
    const scope = { deskId: desk.id, number: 1 }
    await people.later()
    const sent = people.mails().length
    expect((await press('release')).status).toBe(303)
    expect(await server.services.tickets.find(scope)).toMatchObject({ state: 'solved' })
    await people.later()
    const later = await Promise.all(
      people
        .mails()
        .slice(sent)
        .map((path) => PostalMime.parse(readFileSync(path))),
    )
    expect(later.filter(({ to }) => to?.[0]?.address === owner)).toEqual([])
    expect(await server.services.tickets.count(desk.id)).toMatchObject({ open: 0, solved: 1 })
  })

  it('is known by the address alone, at this desk, until the owner undoes it', async () => {
    const { path, press, desk, address } = await block()
    const anew = { body: 'It is me again', email: email.toLowerCase() }
    const held = await people.write('192.0.2.8', anew, { path })
    expect(held.ticket).toMatchObject({ state: 'held', heldFor: 'sender' })
    const opinion = { key: randomUUID(), intent: 'tell', rating: '1', comment: 'Bad', ...anew }
    server.clock.forward(minute)
    await people.ask('192.0.2.8', `${path}&feedback=1`, opinion)
    const given = await server.services.feedback.list(desk.id, {}, 9)
    expect(given.feedback.map(({ state }) => state)).toEqual(['held'])
    const elsewhere = `/chat?desk=${(await people.openDesk()).desk.publicKey}`
    expect((await people.write('192.0.2.8', anew, { path: elsewhere })).ticket?.state).toBe('open')
    // Correcting it says what it says to all, and changes nothing.
    const correction = { intent: 'correct-address', email: 'good@example.com' }
    expect((await people.ask('192.0.2.7', address, correction)).status).toBe(303)
    expect(await server.services.visitorBlocks.has(desk.id, email)).toBe(true)
    expect((await press('release')).status).toBe(303)
    expect((await people.write('192.0.2.8', anew, { path })).ticket?.state).toBe('open')
  })
})

it('whoever writes too fast in a conversation gets the text back, and when to send it', async () => {
  const { reply } = await people.write('192.0.2.5', { body: 'Hello' })
  const path = reply.location.replace(/#.*/, '')
  for (const language of languages) {
    const address = localizedPath(path, language)
    const replies: Reply[] = []
    const forms = Array.from({ length: 6 }, (_, index) => {
      return { key: randomUUID(), body: `Line ${index}` }
    })
    for (const form of forms) replies.push(await people.ask('192.0.2.5', address, form))
    expect(replies.map(({ status }) => status)).toEqual([...Array(5).fill(303), 429])
    const refused = replies.at(-1)
    expect(refused?.headers.get('Retry-After')).toBe('5')
    expect(languageOf(refused?.text ?? '')).toBe(language)
    expect(field(refused?.text ?? '', 'body')).toMatchObject({ value: 'Line 5', invalid: true })
    // What is there already is answered as it was the first time, also now, and costs nothing.
    expect(await people.ask('192.0.2.5', address, forms[0])).toMatchObject({
      status: 303,
      location: replies[0]?.location,
    })
    server.clock.forward(5 * second)
    for (const form of [...forms, ...forms]) {
      expect((await people.ask('192.0.2.5', address, form)).status).toBe(303)
    }
    server.clock.forward(minute)
  }
})

it('a first message that is sent again and again costs what it costs once', async () => {
  const { desk } = await people.openDesk()
  const path = `/chat?desk=${desk.publicKey}`
  const words = 'Do you bake the rye bread on Mondays, and may I order two loaves of it?'
  const form = { ...(await people.openForm('192.0.2.6', path)), body: words }
  server.clock.forward(20 * second)
  const sent = []
  for (let times = 0; times < 6; times += 1) sent.push(await people.send('192.0.2.6', form, path))
  expect(new Set(sent.map(({ reply }) => reply.location)).size).toBe(1)
  // Of the same words there may be three.
  const { ticket } = await people.write('192.0.2.6', { body: words }, { path })
  expect(ticket).toMatchObject({ state: 'open', number: 2 })
})
