import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { moveTicket } from '~/domain/tickets/conversations'
import { receiveTicket } from '~/domain/tickets/round-robin'
import type { TicketState } from '~/domain/tickets/states'
import { secretHash } from '~/http/links/ticket-link.server'
import { elements, field, linksIn, textOf, wordsIn } from '../support/html'
import { minute, type Owner, openTestServer, type TestServer, words } from '../support/test-server'
import { cookieNamed } from '../support/till'

let server: TestServer
let owner: Owner

beforeAll(async () => {
  server = await openTestServer()
})

afterAll(() => server.close())

beforeEach(async () => {
  owner = await server.signUp()
})

const { overview: overviewWords, tickets, thread, errors } = words.en

/** A visitor's first message at the owner's desk; answers the ticket's address on the dashboard. */
async function begin(body: string): Promise<string> {
  const { secret } = await server.begin(body, owner.desk.publicKey)
  const ticket = await server.services.tickets.find({ secretHash: secretHash(secret) })
  return `/dashboard/tickets?ticket=${ticket?.number}`
}

/** Presses a button of a ticket's form. */
function press(path: string, intent: string, body = '', key: string = randomUUID()) {
  return server.ask(path, { ...owner, form: { key, body, intent } })
}

function scopeOf(path: string) {
  const number = Number(new URL(path, server.origin).searchParams.get('ticket'))
  return { deskId: owner.desk.id, number }
}

async function stateOf(path: string): Promise<TicketState | undefined> {
  return (await server.services.tickets.find(scopeOf(path)))?.state
}

/** As a ticket does by itself a week after it was done. */
function close(path: string) {
  return moveTicket(server.services, scopeOf(path), 'close', server.clock.now)
}

/** The newest lines of the tickets in a list. */
function linesIn(html: string): string[] {
  return elements(html, 'span')
    .filter(({ attributes }) => attributes.class?.startsWith('latest'))
    .map(({ text }) => text)
}

function namesIn(html: string): string[] {
  return elements(html, 'span')
    .filter(({ attributes }) => attributes.class === 'who')
    .map(({ text }) => text)
}

/** What the form's buttons would do. */
function intentsIn(html: string): string[] {
  // What is around the room is on every page.
  return elements(html.slice(html.indexOf('<main')), 'button')
    .filter(({ attributes }) => attributes.name === 'intent' && !attributes.form)
    .map(({ attributes }) => attributes.value ?? '')
}

it('a reply that solves its ticket leads to the next one in the list, and solves once', async () => {
  const [first, second] = [await begin('One'), await begin('Two')]
  const key = randomUUID()
  for (const _ of [1, 2]) {
    const sent = await press(first, 'reply-solve', 'Answer one', key)
    expect(sent).toMatchObject({ status: 303, location: `${second}#newest` })
    expect(await stateOf(first)).toBe('solved')
  }
  expect(wordsIn((await server.ask(first, owner)).text)).toEqual(['One', 'Answer one'])
  expect((await press(first, 'reply-solve')).status).toBe(400)
  await press(first, 'reopen')
  await press(first, 'reply-solve', 'Answer one', key)
  expect(await stateOf(first)).toBe('open')
  const last = await press(second, 'reply-solve', 'Answer two')
  expect(last).toMatchObject({ status: 303, location: `${first}#newest` })
})

describe('the end of a ticket', () => {
  const late = (numbers: string) => tickets.bulk.undoLate.replace('{{numbers}}', numbers)

  /** Ends it, and reads the page that comes with its notice: its button is the next reply's, if there is one. */
  async function end(path: string, intent: string, body = '') {
    const ended = await press(path, intent, body)
    const cookie = `${owner.cookie}; ${cookieNamed(ended, 'flash')}`
    const { text } = await server.ask(ended.location, { ...owner, cookie })
    const [of] = elements(text, 'button').flatMap(({ attributes: { value, form } }) =>
      value === 'undo' ? [form ?? 'undo'] : [],
    )
    const [own] = elements(text, 'form').filter(({ attributes }) =>
      [attributes.id, attributes.class].join().includes(of ?? 'none'),
    )
    const action = own?.attributes.action ?? ''
    const undo = { intent: 'undo', undo: of ? field(text, 'undo').value : '' }
    return {
      ...ended,
      text,
      press: (body = '') => server.ask(action, { ...owner, form: { ...undo, body } }),
    }
  }

  it.each([
    ['solve', '', 'Ticket 1 is done.', 'open'],
    ['tomorrow', '', 'Ticket 1 is snoozed until', 'open'],
    ['reply-solve', 'An answer', 'Reply sent, ticket 1 is done.', 'waiting'],
  ] as const)(
    'leads to the next one, is told by number and undone once: %s',
    async (intent, body, told, before) => {
      const [first, second] = [await begin('One'), await begin('Two')]
      const since = (await server.services.tickets.find(scopeOf(first)))?.waitingSince
      server.clock.forward(minute)
      const ended = await end(first, intent, body)
      expect(ended).toMatchObject({ status: 303, location: `${second}#newest` })
      expect(textOf(ended.text)).toContain(told)
      server.clock.forward(minute)
      expect(await ended.press()).toMatchObject({ status: 303, location: `${first}#newest` })
      expect(await server.services.tickets.find(scopeOf(first))).toMatchObject({
        state: before,
        waitingSince: before === 'open' ? since : undefined,
      })
      const again = await ended.press('Half an answer')
      expect(again.status).toBe(200)
      const { undone, undoneAnswered } = words.en.notices
      const notice = before === 'open' ? undone : undoneAnswered
      expect(textOf(again.text)).toContain(notice.replace('{{number}}', '1'))
      expect(field(again.text, 'body').value).toBe('Half an answer')
      expect(await stateOf(first)).toBe(before)
      await end(first, 'solve')
      const tooLate = await ended.press('Half an answer')
      expect(tooLate.status).toBe(409)
      expect(textOf(tooLate.text)).toContain(late('1'))
      expect(field(tooLate.text, 'body').value).toBe('Half an answer')
    },
  )

  it('is not undone over what the visitor has written since', async () => {
    const begun = await server.begin('One', owner.desk.publicKey)
    const path = '/dashboard/tickets?ticket=1'
    const ended = await end(path, 'solve')
    expect(ended.location).toBe('/dashboard/tickets')
    server.clock.forward(minute)
    const form = { key: randomUUID(), body: 'One more thing' }
    await server.ask(begun.address, { form })
    const { status, text } = await ended.press()
    expect(status).toBe(409)
    expect(textOf(text)).toContain(late('1'))
    expect(wordsIn(text)).toEqual(['One', 'One more thing'])
  })

  it('is undone without losing what was begun for the next one', async () => {
    const [first, second] = [await begin('One'), await begin('Two')]
    const ended = await end(first, 'solve')
    const undone = await ended.press('Half an answer')
    expect(undone.status).toBe(200)
    expect(textOf(undone.text)).toContain('Ticket 1 is open again.')
    expect(wordsIn(undone.text)).toEqual(['Two'])
    expect(field(undone.text, 'body').value).toBe('Half an answer')
    expect([await stateOf(first), await stateOf(second)]).toEqual(['open', 'open'])
  })

  it.each(['', '{}', '{"event":"solve","at":0,"before":[[1,"held",null,null,null,null]]}'])(
    'is undone only by what was given out: %s',
    async (undo) => {
      const path = await begin('One')
      await press(path, 'solve')
      const form = { intent: 'undo', undo }
      expect((await server.ask(path, { ...owner, form })).status).toBe(409)
      const none = '/dashboard/tickets?ticket=9'
      expect((await server.ask(none, { ...owner, form })).status).toBe(409)
      expect(await stateOf(path)).toBe('solved')
    },
  )

  it.each([
    ['solve', ''],
    ['tomorrow', ''],
    ['reply-solve', 'An answer'],
  ])(
    'goes on with the row below in the list as shown, else with the one above: %s',
    async (intent, answer) => {
      const paths: string[] = []
      for (const body of ['One', 'Two', 'Three', 'Four']) {
        paths.push((await begin(body)).replace('?', '?order=newest&'))
        server.clock.forward(minute)
      }
      const [one, two, three, four] = paths
      const end = async (path = '') => (await press(path, intent, answer)).location
      expect(await end(three)).toBe(`${two}#newest`)
      expect(await end(two)).toBe(`${one}#newest`)
      expect(await end(one)).toBe(`${four}#newest`)
      expect(await end(four)).toBe('/dashboard/tickets?order=newest')
    },
  )

  it.each([
    ['solve', ''],
    ['tomorrow', ''],
    ['reply-solve', 'One more answer'],
  ])('goes on with the row that was below it before it was answered: %s', async (intent, body) => {
    const paths: string[] = []
    for (const words of ['One', 'Two', 'Three', 'Four']) {
      paths.push(await begin(words))
      server.clock.forward(minute)
    }
    const [one, two, three, four] = paths
    const answer = async (path = '', said = 'An answer') =>
      (await press(path, 'reply', said)).location.replace(/#.*/, '')
    const answered = await answer(await answer(two), 'Another')
    const page = await server.ask(answered, owner)
    const action = elements(page.text, 'form').find(({ attributes }) => attributes.id === 'reply')
    const ended = await press(action?.attributes.action ?? '', intent, body)
    expect(ended.location).toBe(`${three}#newest`)
    // What was the last one goes on with the one above.
    const last = await answer(four)
    expect((await press(last, intent, body)).location).toBe(`${three}#newest`)
    // Nobody has what was below it in the list any more.
    const third = await answer(three)
    await press(one ?? '', 'solve')
    expect((await press(third, intent, body)).location).toBe('/dashboard/tickets')
  })

  it('goes on with open ones from a list of ended ones, and stays with what a search found', async () => {
    const [first, second] = [await begin('One'), await begin('Two')]
    await press(first, 'solve')
    const third = await begin('Three')
    // Solved meanwhile in another tab, and reopened.
    const inDone = third.replace('?', '?state=solved&')
    const ended = await press(inDone, 'solve')
    expect(ended.location).toBe(`${second.replace('?', '?state=done&')}#newest`)
    const found = second.replace('?', '?q=two&')
    expect((await press(found, 'solve')).location).toBe(found)
  })
})

describe('the list', () => {
  it('shows who waits longest first, by state, and what was touched last first elsewhere', async () => {
    const paths: string[] = []
    for (const body of ['One', 'Two', 'Three', 'Four']) {
      paths.push(await begin(body))
      server.clock.forward(minute)
    }
    const [one = '', , three = ''] = paths
    await press(three, 'reply', 'Answer three')
    server.clock.forward(minute)
    await press(one, 'reply', 'Answer one')
    const open = await server.ask('/dashboard/tickets', owner)
    expect(linesIn(open.text)).toEqual(['Two', 'Four'])
    const waiting = await server.ask('/dashboard/tickets?state=waiting', owner)
    expect(linesIn(waiting.text)).toEqual(['You: Answer one', 'You: Answer three'])
    expect(textOf(waiting.text)).toMatch(/open 2.*answered 2.*done /s)
    const overview = await server.ask('/dashboard', owner)
    expect(linesIn(overview.text)).toEqual(['Two', 'Four'])
    expect(textOf(overview.text)).toContain(
      overviewWords.waitingHeading_other.replace('{{count}}', '2'),
    )
  })

  it('names a guest by their name, else by their address, else as a visitor', async () => {
    const nobody = { name: '', email: '' }
    const ada = { name: 'Ada', email: 'ada@example.net' }
    for (const guest of [ada, { ...ada, name: '' }, nobody]) {
      const form = { key: randomUUID(), body: 'Any blue cups?', ...guest }
      await server.ask(`/chat?desk=${owner.desk.publicKey}`, { form })
      server.clock.forward(minute)
    }
    const named = ['1 · Ada', '2 · ada@example.net', `3 · ${words.en.ledger.visitor}`]
    for (const path of ['/dashboard', '/dashboard/tickets', '/dashboard/tickets?q=cups']) {
      const { text } = await server.ask(path, owner)
      expect(namesIn(text).sort(), path).toEqual(named)
    }
  })

  it('says in a search how many it found, in the title what it is narrowed by, and each line’s state', async () => {
    for (const body of ['A blue cup', 'A red cup']) await begin(body)
    await server.ask('/dashboard/tickets?ticket=1', {
      ...owner,
      form: { intent: 'solve', key: randomUUID(), seen: '1' },
    })
    const sought = textOf((await server.ask('/dashboard/tickets?q=cup', owner)).text)
    expect(sought).toContain(tickets.found_other.replace('{{count}}', '2'))
    expect(sought).toMatch(new RegExp(`A blue cup\\s+${tickets.state.done}`))
    expect(sought).toMatch(new RegExp(`A red cup\\s+${tickets.state.open}`))
    const one = textOf((await server.ask('/dashboard/tickets?q=blue', owner)).text)
    expect(one).toContain(tickets.found_one.replace('{{count}}', '1'))
    for (let more = 0; more < 30; more += 1) await begin(`Cup number ${more}`)
    const many = textOf((await server.ask('/dashboard/tickets?q=cup', owner)).text)
    expect(many).toContain(tickets.foundMore.replace('{{count}}', '30'))
    const narrowed = await server.ask('/dashboard/tickets?priority=high', owner)
    const [title] = elements(narrowed.text, 'title')
    expect(title?.text).toContain(`${words.en.ledger.priorityIs.high} · `)
  })

  it('The list is narrowed by how tickets began and by when they were changed, and says so', async () => {
    const beginAt = (days: number, body: string, title?: string) => {
      const form = { deskId: owner.desk.id, startKey: randomUUID(), secretHash: randomUUID() }
      const guest = { name: 'Vera', email: 'vera@example.com', locale: 'en' } as const
      const at = new Date(server.clock.now.getTime() - days * 24 * 60 * minute)
      return receiveTicket(server.services, { ...form, ...guest, body, title }, at)
    }
    await beginAt(38, 'Long ago')
    await beginAt(9, 'This month')
    await beginAt(2, 'This week', 'About my order')
    await begin('Today')
    const linesOf = async (query: string) => {
      const { text } = await server.ask(`/dashboard/tickets?${query}`, owner)
      return linesIn(text).map((line) => line.replace('Vera – ', ''))
    }
    expect(await linesOf('channel=letter')).toEqual(['This week'])
    expect(await linesOf('channel=chat')).toEqual(['Today', 'This month', 'Long ago'])
    expect(await linesOf('changed=today')).toEqual(['Today'])
    expect(await linesOf('changed=week')).toEqual(['Today', 'This week'])
    expect(await linesOf('changed=month&channel=chat')).toEqual(['Today', 'This month'])
    expect(await linesOf('changed=month&order=priority')).toHaveLength(3)
    expect(await linesOf('changed=older')).toEqual(['Long ago'])
    expect(await linesOf('changed=week&q=th')).toEqual(['This week'])
    expect(await linesOf('changed=never&channel=pigeon')).toHaveLength(4)
    const { text } = await server.ask('/dashboard/tickets?changed=week&channel=letter', owner)
    const { filter } = words.en.history
    const chosen = elements(text, 'option').filter(({ attributes }) => 'selected' in attributes)
    expect(chosen.map(({ text }) => text)).toEqual(
      expect.arrayContaining([filter.channels.letter, filter.changedIn.week]),
    )
    expect(textOf(text)).toContain(
      `${filter.channels.letter} · ${filter.changed}: ${filter.changedIn.week}`,
    )
    expect(linesIn(text)).toHaveLength(1)
    expect(linksIn(text).join()).toMatch(/state=open&.*channel=letter&.*changed=week/)
    expect(elements(text, 'title')[0]?.text).toContain(`${filter.channels.letter} · `)
    expect(text).toContain(tickets.search.clear)
  })

  it('says so when it is empty, and takes an unknown state for the open ones', async () => {
    await begin('Only one')
    const closed = await server.ask('/dashboard/tickets?state=closed', owner)
    expect(textOf(closed.text)).toContain(tickets.empty.done)
    // Beside it, what waits.
    expect(textOf(closed.text)).toContain(tickets.idle.open_one)
    const unknown = await server.ask('/dashboard/tickets?state=nonsense', owner)
    expect(linesIn(unknown.text)).toEqual(['Only one'])
  })

  it('goes on after thirty, wherever the place to go on from comes from', async () => {
    const bodies = Array.from({ length: 33 }, (_, index) => `Question ${index + 1}`)
    for (const body of bodies) {
      await begin(body)
      server.clock.forward(1_000)
    }
    const first = await server.ask('/dashboard/tickets', owner)
    expect(linesIn(first.text)).toEqual(bodies.slice(0, 30))
    const more = linksIn(first.text).find((href) => href.includes('after=')) ?? ''
    const second = await server.ask(more, owner)
    expect(linesIn(second.text)).toEqual(bodies.slice(30))
    // The links that tick all of a page, or none, stay on it.
    const onward = linksIn(second.text).filter((href) => !href.includes('chosen=') && href !== more)
    expect(onward.filter((href) => /^\/dash.*after=/.test(href))).toEqual([])
    for (const cursor of ['nonsense', '%00', 'W10', 'bnVsbA', '%F0%9F%98%80', '']) {
      const { status, text } = await server.ask(`/dashboard/tickets?after=${cursor}`, owner)
      expect(status, cursor).toBe(200)
      expect(linesIn(text), cursor).toHaveLength(30)
    }
  })
})

describe('a ticket', () => {
  it('goes from open over waiting to solved, and back', async () => {
    const path = await begin('A question')
    // Which others there are depends on the day and the hour.
    const going = ['note', 'draft', 'reply-solve', 'reply', 'solve', 'hours', 'tomorrow']
    const isElse = (intent: string) => intent === 'evening' || intent === 'monday'
    const steps: [intent: string, state: TicketState, next: string[]][] = [
      ['reply', 'waiting', [...going, 'visitor']],
      ['note', 'waiting', [...going, 'visitor']],
      ['solve', 'solved', ['note', 'draft', 'reply-solve', 'reply', 'reopen', 'visitor']],
      ['reopen', 'open', [...going, 'visitor']],
    ]
    for (const [intent, state, next] of steps) {
      const writes = intent === 'reply' || intent === 'note'
      const { status, location } = await press(path, intent, writes ? `A ${intent}` : '')
      expect(status, intent).toBe(303)
      const ends = intent === 'solve'
      expect(location.replace(/#m-\d+$/, ''), intent).toBe(ends ? '/dashboard/tickets' : path)
      expect(await stateOf(path), intent).toBe(state)
      const page = await server.ask(path, owner)
      expect(
        intentsIn(page.text).filter((each) => !isElse(each)),
        intent,
      ).toEqual(next)
    }
    const page = await server.ask(path, owner)
    expect(wordsIn(page.text)).toEqual(['A question', 'A reply', 'A note'])
    expect(textOf(page.text)).toContain(thread.note)
  })

  it('takes an answer once, however often it is sent', async () => {
    const path = await begin('A question')
    const key = randomUUID()
    const replies = await Promise.all([1, 2, 3].map(() => press(path, 'reply', 'An answer', key)))
    for (const reply of replies)
      expect(reply).toMatchObject({ status: 303, location: `${path}#m-2` })
    const page = await server.ask(path, owner)
    expect(wordsIn(page.text)).toEqual(['A question', 'An answer'])
    for (const [intent, body] of [
      ['reply', 'Another answer'],
      ['note', 'An answer'],
    ] as const) {
      const other = await press(path, intent, body, key)
      expect(other.status).toBe(409)
      expect(field(other.text, 'body')).toMatchObject({
        value: body,
        described: errors.message.sentBefore,
      })
      expect(field(other.text, 'key').value).not.toBe(key)
    }
  })

  it('that cannot be moved any more answers 409 with its page and what was typed', async () => {
    const path = await begin('A question')
    await close(path)
    const { status, text } = await press(path, 'solve', 'Half an answer')
    expect(status).toBe(409)
    expect(textOf(text)).toContain(tickets.errors.refused)
    expect(field(text, 'body').value).toBe('Half an answer')
    expect(wordsIn(text)).toEqual(['A question'])
    expect(await stateOf(path)).toBe('closed')
  })

  it('that is closed has a field for a note alone', async () => {
    const path = await begin('A question')
    await close(path)
    const shown = textOf((await server.ask(path, owner)).text)
    for (const there of [tickets.closedHint, thread.note]) expect(shown).toContain(there)
    for (const absent of [tickets.reply, words.en.saved.heading])
      expect(shown).not.toContain(absent)
  })

  it('that was closed meanwhile takes no answer and loses none', async () => {
    const path = await begin('A question')
    const key = randomUUID()
    await close(path)
    const { status, text } = await press(path, 'reply', 'Too late', key)
    expect(status).toBe(409)
    expect(field(text, 'body')).toMatchObject({
      value: 'Too late',
      invalid: true,
      focused: true,
      described: tickets.errors.closed,
    })
    await press(path, 'reopen')
    const sent = await press(path, 'reply', 'Too late', field(text, 'key').value)
    expect(sent.status).toBe(303)
    expect(wordsIn((await server.ask(path, owner)).text)).toEqual(['A question', 'Too late'])
  })

  it('is moved without losing what was typed', async () => {
    const path = await begin('A question')
    const { status, text } = await press(path, 'solve', 'Half an answer')
    expect(status).toBe(200)
    expect(field(text, 'body')).toMatchObject({ value: 'Half an answer', invalid: false })
    expect(await stateOf(path)).toBe('solved')
    expect(wordsIn(text)).toEqual(['A question'])
    const undo = { intent: 'undo', undo: field(text, 'undo').value, body: 'Half an answer' }
    const undone = await server.ask(path, { ...owner, form: undo })
    expect(undone.status).toBe(200)
    expect(field(undone.text, 'body').value).toBe('Half an answer')
    expect(await stateOf(path)).toBe('open')
  })

  it.each([
    ['an empty answer', { intent: 'reply', body: '' }, errors.message.empty],
    ['an empty note', { intent: 'note', body: ' ' }, errors.message.empty],
    ['an endless answer', { intent: 'reply', body: 'a'.repeat(4_001) }, errors.message.long],
  ])('refuses %s beside the field', async (_name, form, sentence) => {
    const path = await begin('A question')
    const { status, text } = await server.ask(path, {
      ...owner,
      form: { key: randomUUID(), ...form },
    })
    expect(status).toBe(400)
    expect(field(text, 'body')).toMatchObject({
      value: form.body,
      invalid: true,
      focused: true,
      described: sentence,
    })
  })

  it.each(['delete', 'snooze', '', 'visitor-writes'])('knows no deed %j', async (intent) => {
    const path = await begin('A question')
    const { status, text } = await press(path, intent, 'Half an answer')
    expect(status).toBe(400)
    expect(field(text, 'body').value).toBe('Half an answer')
    expect(await stateOf(path)).toBe('open')
  })

  it.each(['7', '999999999'])('that is not there answers 404 with the list: %s', async (number) => {
    await begin('Somebody waits')
    const path = `/dashboard/tickets?ticket=${number}`
    for (const { status, text } of [
      await server.ask(path, owner),
      await press(path, 'reply', 'To nobody'),
      await press(path, 'solve'),
    ]) {
      expect(status).toBe(404)
      expect(textOf(text)).toContain(tickets.unknown.replace('{{number}}', number))
      expect(linesIn(text)).toEqual(['Somebody waits'])
    }
  })

  it.each(['0', '-1', '1.0', '1e3', 'x', '1234567890', '1%00'])(
    'has no number like %s',
    async (number) => {
      await begin('A question')
      const path = `/dashboard/tickets?ticket=${number}`
      expect((await server.ask(path, owner)).status).toBe(200)
      expect((await press(path, 'solve')).status).toBe(404)
      expect(await stateOf('?ticket=1')).toBe('open')
    },
  )
})

describe('the desk’s name', () => {
  it('is given once, and stands above every conversation', async () => {
    const page = await server.ask('/dashboard', owner)
    const naming = elements(page.text, 'form').find(
      ({ attributes }) => attributes.id === 'name-desk',
    )
    const action = naming?.attributes.action ?? ''
    const refused = await server.ask(action, { ...owner, form: { name: ' ' } })
    expect(refused.status).toBe(400)
    expect(field(refused.text, 'name')).toMatchObject({
      invalid: true,
      focused: true,
      described: expect.stringContaining(overviewWords.errors.missing),
    })
    const named = await server.ask(action, { ...owner, form: { name: 'Ada <Bakery>' } })
    expect(named).toMatchObject({ status: 303, location: '/dashboard' })
    const chat = await server.ask(`/chat?desk=${owner.desk.publicKey}`)
    expect(elements(chat.text, 'a')[1]).toMatchObject({
      attributes: { class: 'brand' },
      text: 'Ada <Bakery>',
    })
  })
})
