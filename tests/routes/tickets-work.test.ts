import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { moveTicket } from '~/domain/tickets/conversations'
import { runTimers } from '~/domain/tickets/timers'
import { secretHash } from '~/http/links/ticket-link.server'
import { elements, field, linksIn, textOf, wordsIn } from '../support/html'
import {
  hour,
  minute,
  type Owner,
  openTestServer,
  type TestServer,
  words,
} from '../support/test-server'
import { cookieNamed } from '../support/till'

const { tickets } = words.en
const list = '/dashboard/tickets'

let server: TestServer
let owner: Owner

beforeAll(async () => {
  server = await openTestServer()
})

afterAll(() => server.close())

beforeEach(async () => {
  owner = await server.signUp()
})

/** A visitor's first message at the owner's desk; answers the ticket's number. */
async function begin(body: string, details: Record<string, string> = {}): Promise<number> {
  const form = { key: randomUUID(), body, ...details }
  const { location } = await server.ask(`/chat?desk=${owner.desk.publicKey}`, { form })
  const secret = new URL(location, server.origin).searchParams.get('t') ?? ''
  const ticket = await server.services.tickets.find({ secretHash: secretHash(secret) })
  server.clock.forward(minute)
  return ticket?.number ?? 0
}

/** What is said of these tickets. */
function counted(text: string, ...numbers: number[]): string {
  return text
    .replace('{{count}}', String(numbers.length))
    .replace('{{numbers}}', numbers.join(', '))
}

/** Presses a button of the room, with a ticket open unless the number is 0. */
function press(number: number, intent: string, form: Record<string, string | string[]> = {}) {
  const sent = new URLSearchParams({ key: randomUUID(), intent })
  for (const [name, values] of Object.entries(form)) {
    for (const value of [values].flat()) sent.append(name, value)
  }
  return server.ask(number ? `${list}?ticket=${number}` : list, {
    ...owner,
    method: 'POST',
    body: String(sent),
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      Origin: server.origin,
      'Sec-Fetch-Site': 'same-origin',
    },
  })
}

/** As a ticket does by itself a week after it was done. */
function close(number: number) {
  const scope = { deskId: owner.desk.id, number }
  return moveTicket(server.services, scope, 'close', server.clock.now)
}

async function find(number: number) {
  const ticket = await server.services.tickets.find({ deskId: owner.desk.id, number })
  if (!ticket) throw new Error(`There is no ticket ${number}`)
  return ticket
}

/** The numbers in the list that an address shows. */
async function numbersAt(address: string): Promise<number[]> {
  const { text } = await server.ask(address, owner)
  return elements(text, 'span')
    .filter(({ attributes }) => attributes.class === 'who')
    .map(({ text: who }) => Number.parseInt(who, 10))
}

/** The numbers that are ticked in a list. */
function tickedIn(text: string): (string | undefined)[] {
  return elements(text, 'input')
    .filter(({ attributes }) => attributes.name === 'chosen' && 'checked' in attributes)
    .map(({ attributes }) => attributes.value)
}

describe('the list', () => {
  it('is searched, filtered and sorted by its address alone', async () => {
    const cake = await begin('Haben Sie Käsekuchen?', { name: 'Anna' })
    const beans = await begin('Do you sell beans?', { name: 'Ben' })
    const both = await begin('Beans with a cake?')
    await press(beans, 'priority-high')
    await press(beans, 'tag', { tags: 'Beans, urgent' })
    await press(both, 'solve')
    // The newest first.
    expect(await numbersAt(`${list}?q=beans`)).toEqual([both, beans])
    expect(await numbersAt(`${list}?q=beans&state=open`)).toEqual([beans])
    expect(await numbersAt(`${list}?q=kuchen+anna`)).toEqual([cake])
    expect(await numbersAt(`${list}?tag=BEANS`)).toEqual([beans])
    expect(await numbersAt(`${list}?priority=high`)).toEqual([beans])
    expect(await numbersAt(`${list}?state=open&order=priority`)).toEqual([beans, cake])
    expect(await numbersAt(`${list}?state=open&order=newest`)).toEqual([beans, cake])
    expect(await numbersAt(list)).toEqual([cake, beans])
    const none = await server.ask(`${list}?q=tram`, owner)
    expect(textOf(none.text)).toContain(tickets.nothingFound)
    const found = await server.ask(`${list}?q=beans&tag=Beans`, owner)
    expect(field(found.text, 'q').value).toBe('beans')
    expect(elements(found.text, 'mark').map(({ text }) => text)).toEqual(['beans'])
    const chosen = elements(found.text, 'option').filter(
      ({ attributes }) => 'selected' in attributes,
    )
    expect(chosen.map(({ text }) => text)).toContain('Beans (1)')
    expect(linksIn(found.text)).toContain(`${list}?q=beans&tag=Beans&ticket=${beans}&found=1#m-1`)
  })

  it('is counted in the rail as long as there is something to answer', async () => {
    const badges = async () =>
      elements((await server.ask(list, owner)).text, 'span').filter(
        ({ attributes }) => attributes.class === 'badge',
      )
    expect(await badges()).toEqual([])
    await begin('A question')
    expect(await badges()).toMatchObject([{ text: '1' }])
  })

  it('says how words are found where a store finds only how they begin', async () => {
    const said = async (path: string) =>
      textOf((await server.ask(path, owner)).text).includes(words.en.history.beginnings)
    expect(await said(`${list}?q=beans`)).toBe(false)
    const { ticketSearch } = server.services
    Object.assign(ticketSearch, { level: 'prefix' })
    expect([await said(`${list}?q=beans`), await said(list)]).toEqual([true, false])
    Object.assign(ticketSearch, { level: 'infix' })
  })

  it.each(['?q=%00', '?q=%22%27*', '?tag=%F0%9F%98%80', '?state=x&order=y&priority=z&after=q'])(
    'takes whatever its address says: %s',
    async (query) => {
      await begin('A question')
      expect((await server.ask(`${list}${query}`, owner)).status).toBe(200)
    },
  )

  it('solves those that are ticked, and tells which it could not', async () => {
    const [one, two, three] = [await begin('One'), await begin('Two'), await begin('Three')]
    await close(three)
    const some = await press(0, 'bulk-solve', { chosen: [`${one}`, `${three}`, '99'] })
    expect(some.status).toBe(200)
    expect(textOf(some.text)).toContain(counted(tickets.bulk.done.solve_one, one))
    expect(textOf(some.text)).toContain(counted(tickets.bulk.refused_other, three, 99))
    const states = [one, two, three].map(async (number) => (await find(number)).state)
    expect(await Promise.all(states)).toEqual(['solved', 'open', 'closed'])
    const all = await press(0, 'bulk-solve', { chosen: `${two}` })
    expect(all).toMatchObject({ status: 303, location: list })
    expect((await press(0, 'bulk-solve', { chosen: `${one}` })).status).toBe(409)
    expect(await numbersAt(`${list}?state=done`)).toEqual([three, two, one])
    const none = await press(0, 'bulk-solve')
    expect(none.status).toBe(400)
    expect(textOf(none.text)).toContain(tickets.errors.noneChosen)
  })

  it('merges two that are ticked, the newer into the older, after showing both', async () => {
    const [one, two] = [await begin('From my desk'), await begin('From my phone')]
    const three = await begin('Somebody else', { email: 'ben@example.com' })
    const four = await begin('Somebody new', { email: 'cleo@example.com' })
    const chosen = [`${two}`, `${one}`, `${two}`]
    const step = await press(0, 'bulk-merge', { chosen })
    expect(step.status).toBe(200)
    const question = tickets.merge.question
      .replace('{{source}}', `${two}`)
      .replace('{{target}}', `${one}`)
    expect(textOf(step.text)).toContain(question)
    expect((await find(two)).number).toBe(two)
    const merged = await press(0, 'bulk-merge-for-good', { chosen })
    expect(merged).toMatchObject({ status: 303, location: `${list}?ticket=${one}#newest` })
    const page = await server.ask(merged.location, owner)
    expect(wordsIn(page.text)).toEqual(['From my desk', 'From my phone'])
    for (const intent of ['bulk-merge', 'bulk-merge-for-good']) {
      for (const chosen of [[`${one}`], [`${one}`, `${three}`, '99'], [`${three}`, `${three}`]]) {
        const refused = await press(three, intent, { chosen, body: 'Half an answer' })
        expect(refused.status).toBe(400)
        expect(textOf(refused.text)).toContain(tickets.errors.merge.two)
        expect(field(refused.text, 'body').value).toBe('Half an answer')
      }
      const unknown = await press(0, intent, { chosen: [`${one}`, '99'] })
      expect(unknown.status).toBe(404)
      expect(textOf(unknown.text)).toContain(tickets.errors.merge.unknown)
      expect(tickedIn(unknown.text)).toEqual([`${one}`])
      const others = await press(0, intent, { chosen: [`${three}`, `${four}`] })
      expect(others.status).toBe(409)
      expect(textOf(others.text)).toContain(tickets.errors.merge['other-visitor'])
      expect(tickedIn(others.text).sort()).toEqual([`${three}`, `${four}`].sort())
    }
    const foreign = await server.signUp()
    const stranger = await server.ask(list, {
      ...foreign,
      form: { intent: 'bulk-merge', chosen: `${one}` },
    })
    expect(stranger.status).toBe(400)
  })

  it('undoes what was done to many at once, except where something has happened since', async () => {
    const numbers = [await begin('One'), await begin('Two'), await begin('Three')]
    const chosen = numbers.map(String)
    const states = () => Promise.all(numbers.map(async (number) => (await find(number)).state))
    const undoIn = (text: string) => ({ undo: field(text, 'undo').value })
    const solved = await press(0, 'bulk-solve', { chosen })
    const cookie = `${owner.cookie}; ${cookieNamed(solved, 'flash')}`
    const undo = undoIn((await server.ask(solved.location, { cookie })).text)
    expect(await press(0, 'undo', undo)).toMatchObject({ status: 303, location: list })
    expect(await states()).toEqual(['open', 'open', 'open'])
    const [one = 0, two = 0, three = 0] = numbers
    await close(three)
    server.clock.forward(1)
    const some = undoIn((await press(0, 'bulk-solve', { chosen })).text)
    await close(two)
    const undone = counted(tickets.bulk.done.undo_one, one)
    const late = tickets.bulk.undoLate.replace('{{numbers}}', `${two}`)
    for (const time of ['first', 'second']) {
      const partly = await press(0, 'undo', some)
      expect(partly.status, time).toBe(200)
      expect(textOf(partly.text), time).toContain(undone)
      expect(textOf(partly.text), time).toContain(late)
      expect(await states(), time).toEqual(['open', 'closed', 'closed'])
    }
    server.clock.forward(1)
    const begun = await press(one, 'bulk-solve', { chosen: `${one}`, body: 'Half an answer' })
    const back = await press(one, 'undo', { ...undoIn(begun.text), body: 'Half an answer' })
    expect(field(back.text, 'body').value).toBe('Half an answer')
    expect(await states()).toEqual(['open', 'closed', 'closed'])
  })
})

describe('a held ticket', () => {
  const heldList = `${list}?state=held`

  async function hold(heldFor: 'links' | 'blocked'): Promise<number> {
    const number = await begin('Is this spam?')
    const { deskId } = await find(number)
    await server.services.tickets.move({ deskId, number }, () => ({ state: 'held', heldFor }))
    return number
  }

  const pressAt = (address: string, form: Record<string, string>) =>
    server.ask(address, { ...owner, form: { key: randomUUID(), body: '', ...form } })

  /** The page that a step leads to, with its notice. */
  async function follow(reply: Awaited<ReturnType<typeof pressAt>>) {
    const cookie = `${owner.cookie}; ${cookieNamed(reply, 'flash')}`
    return server.ask(reply.location.replace(/#.*/, ''), { cookie })
  }

  it('a released ticket leads to the next held one, the last to itself, and each release is undone', async () => {
    const [one, two] = [await hold('links'), await hold('links')]
    const first = await pressAt(`${heldList}&ticket=${one}`, { intent: 'release' })
    expect(first.location).toBe(`${heldList}&ticket=${two}#newest`)
    const second = await pressAt(`${heldList}&ticket=${two}`, { intent: 'release' })
    expect(second.location).toBe(`${list}?ticket=${two}#newest`)
    const page = await follow(second)
    expect(textOf(page.text)).toContain(
      words.en.notices.released.replace('{{number}}', String(two)),
    )
    expect(await numbersAt(second.location.replace(/#.*/, ''))).toContain(two)
    for (const [reply, number] of [
      [first, one],
      [second, two],
    ] as const) {
      const undo = field((await follow(reply)).text, 'undo').value ?? ''
      // Pressed where the release led to.
      const undone = await pressAt(reply.location.replace(/#.*/, ''), { intent: 'undo', undo })
      expect(undone).toMatchObject({
        status: 303,
        location: `${heldList}&ticket=${number}#newest`,
      })
      const said = textOf((await follow(undone)).text)
      expect(said).toContain('is back under “spam”.')
    }
    for (const number of [one, two])
      expect(await find(number)).toMatchObject({ state: 'held', heldFor: 'links' })
    expect(textOf((await server.ask(`${heldList}&ticket=${two}`, owner)).text)).toContain(
      words.en.history.owner.held.replace('{{who}}', words.en.history.you),
    )
  })

  it('stays open where it was found, and comes back with others that were released', async () => {
    const [one, two] = [await hold('links'), await hold('blocked')]
    const found = await pressAt(`${list}?ticket=${one}`, { intent: 'release' })
    expect(found.location).toBe(`${list}?ticket=${one}`)
    const both = await press(0, 'bulk-release', { chosen: [String(two)] })
    const undo = field((await follow(both)).text, 'undo').value ?? ''
    expect((await press(0, 'undo', { undo })).location).toBe(`${heldList}&ticket=${two}#newest`)
    expect(await find(two)).toMatchObject({ state: 'held', heldFor: 'blocked' })
  })

  it('a ticket that is marked as spam leads to the next one, and is again what it was', async () => {
    const [one, two] = [await begin('A rare bargain'), await begin('A question')]
    const before = await find(one)
    server.clock.forward(1)
    const marked = await pressAt(`${list}?ticket=${one}`, { intent: 'hold' })
    expect(marked.location).toBe(`${list}?ticket=${two}#newest`)
    const isMarked = { state: 'held', heldFor: 'marked', waitingSince: undefined }
    expect(await find(one)).toMatchObject(isMarked)
    const said = textOf((await follow(marked)).text)
    expect(said).toContain(words.en.notices.held.replace('{{number}}', String(one)))
    const held = textOf((await server.ask(`${heldList}&ticket=${one}`, owner)).text)
    expect(held).toContain(words.en.history.hold.marked)
    const undo = field((await follow(marked)).text, 'undo').value ?? ''
    expect((await pressAt(marked.location, { intent: 'undo', undo })).status).toBe(303)
    const { state, waitingSince } = before
    expect(await find(one)).toMatchObject({ state, waitingSince })
    const both = await press(0, 'bulk-hold', { chosen: [String(one), String(two)] })
    expect(both.status).toBe(303)
    for (const number of [one, two]) expect(await find(number)).toMatchObject(isMarked)
    await pressAt(`${heldList}&ticket=${one}`, { intent: 'release' })
    const released = await find(one)
    expect(released).toMatchObject({ state, waitingSince })
    // It was known before, so that nobody hears of it.
    expect(released.releasedAt).toBeUndefined()
    await press(0, 'bulk-release', { chosen: [String(two)] })
  })

  it('a block is undone from its notice', async () => {
    const number = await begin('Buy nothing here')
    const before = await find(number)
    server.clock.forward(1)
    const blocked = await pressAt(`${list}?ticket=${number}`, { intent: 'block' })
    expect(blocked.location).toBe(`${list}?ticket=${number}#held`)
    expect(await find(number)).toMatchObject({ state: 'held', heldFor: 'blocked' })
    const page = await follow(blocked)
    expect(textOf(page.text)).toContain(words.en.notices.blocked)
    const undo = field(page.text, 'undo').value ?? ''
    const undone = await pressAt(`${list}?ticket=${number}`, { intent: 'undo', undo })
    expect(undone.location).toBe(`${list}?ticket=${number}#newest`)
    const { state, waitingSince } = before
    const again = await find(number)
    expect(again).toMatchObject({ state, waitingSince })
    expect(again.heldFor).toBeUndefined()
    const said = textOf((await follow(undone)).text)
    expect(said).toContain(words.en.notices.unblocked.replace('{{number}}', String(number)))
    expect(said).toContain(words.en.history.owner.unblock.replace('{{who}}', words.en.history.you))
    expect((await pressAt(`${list}?ticket=${number}`, { intent: 'undo', undo })).status).toBe(303)
  })

  it('a released ticket of a blocked visitor says that they may write again', async () => {
    const number = await hold('blocked')
    const unblocked = await pressAt(`${heldList}&ticket=${number}`, { intent: 'release' })
    const said = words.en.notices.unblocked.replace('{{number}}', String(number))
    expect(textOf((await follow(unblocked)).text)).toContain(said)
  })
})

describe('a ticket', () => {
  it('gets a priority and tags, and its history tells of them', async () => {
    const number = await begin('A question')
    expect((await press(number, 'priority-high')).status).toBe(303)
    const saved = await press(number, 'tag', { tags: ' b,a, B ,' })
    expect(saved).toMatchObject({ status: 303, location: `${list}?ticket=${number}` })
    expect(await find(number)).toMatchObject({ priority: 'high', tags: ['b', 'a'] })
    const page = await server.ask(saved.location, owner)
    expect(field(page.text, 'tags').value).toBe('')
    expect(textOf(page.text)).toContain('You set the priority to high')
    expect(textOf(page.text)).toContain('You set the tags b, a')
    const long = await press(number, 'tag', { tags: 'x'.repeat(31) })
    expect(long.status).toBe(400)
    expect(field(long.text, 'tags').described).toContain(tickets.errors.tags)
    const none = await press(number, 'tag', { tags: ' , ' })
    expect(field(none.text, 'tags').described).toContain(tickets.errors.tagsMissing)
    expect((await press(number, 'priority-highest')).status).toBe(400)
    expect(await find(number)).toMatchObject({ priority: 'high', tags: ['b', 'a'] })
    await press(number, '', { untag: 'a' })
    expect((await find(number)).tags).toEqual(['b'])
    const { text } = await server.ask(saved.location, owner)
    expect(textOf(text)).toContain('You set the tag b')
  })

  it('sleeps until a moment of the desk’s clock, and wakes by hand', async () => {
    const number = await begin('A question')
    const inTwoDays = new Date(server.clock.now.getTime() + 48 * hour)
    const date = inTwoDays.toISOString().slice(0, 10)
    expect((await press(number, 'snooze', { date, time: '11:30' })).status).toBe(303)
    const { state, snoozedUntil } = await find(number)
    expect(state).toBe('snoozed')
    const clock = { timeZone: owner.desk.timeZone, timeStyle: 'short' } as const
    expect(new Intl.DateTimeFormat('en-GB', clock).format(snoozedUntil)).toBe('11:30')
    expect((await press(number, 'reopen')).status).toBe(303)
    for (const preset of ['tomorrow', 'monday']) {
      expect((await press(number, preset)).status, preset).toBe(303)
      const until = (await find(number)).snoozedUntil
      expect(new Intl.DateTimeFormat('en-GB', clock).format(until), preset).toBe('09:00')
    }
    await press(number, 'solve')
    expect((await press(number, 'tomorrow')).status).toBe(409)
  })

  it('that is back from a snooze is first and marked until a member has looked at it', async () => {
    const [first, late] = [await begin('One'), await begin('Two')]
    await press(late, 'hours')
    server.clock.forward(3 * hour)
    await runTimers(server.services, server.clock.now, 9)
    const { woken } = words.en.ledger
    const page = await server.ask(list, owner)
    expect(await numbersAt(list)).toEqual([late, first])
    expect(page.text.split(woken)).toHaveLength(2)
    // Its next after the end of another.
    const { location } = await press(first, 'solve')
    expect(location).toContain(`ticket=${late}`)
    await press(first, 'reopen')
    await server.ask(`/live?ticket=${late}&seen=1`, { ...owner, form: {} })
    expect((await server.ask(list, owner)).text).not.toContain(woken)
    expect(await numbersAt(list)).toEqual([first, late])
    // For another member it is as it was.
    const ben = await server.join(owner.desk, 'colleague')
    expect((await server.ask(list, ben)).text.split(woken)).toHaveLength(2)
  })

  it('is tagged and snoozed with others, and snoozing them is undone', async () => {
    const [one, two] = [await begin('One'), await begin('Two')]
    const chosen = [String(one), String(two)]
    await press(one, 'tag', { tags: 'Cake' })
    expect((await press(0, 'bulk-tag', { chosen, bulkTags: 'cake, Beans' })).status).toBe(303)
    expect([(await find(one)).tags, (await find(two)).tags]).toEqual([
      ['Cake', 'Beans'],
      ['cake', 'Beans'],
    ])
    const odd = await press(0, 'bulk-tag', { chosen, bulkTags: 'x'.repeat(31) })
    expect(odd.status).toBe(400)
    expect(field(odd.text, 'bulkTags').value).toBe('x'.repeat(31))
    expect(tickedIn(odd.text)).toHaveLength(2)
    const entered = await press(0, '', { bulkTags: 'Enter' })
    expect(entered.status).toBe(400)
    expect(textOf(entered.text)).toContain(tickets.errors.noneChosen)
    const many = Array.from({ length: 9 }, (_, index) => `tag ${index}`).join()
    const full = await press(0, 'bulk-tag', { chosen, bulkTags: many })
    expect(full.status).toBe(409)
    const tooMany = counted(tickets.bulk.tooManyTags_other, one, two)
    expect(field(full.text, 'bulkTags').described).toContain(tooMany)
    await press(two, 'solve')
    const some = await press(0, 'bulk-tomorrow', { chosen })
    expect([(await find(one)).state, (await find(two)).state]).toEqual(['snoozed', 'solved'])
    const { done, refused_one } = tickets.bulk
    expect(textOf(some.text)).toContain(counted(done.snooze_one, one))
    expect(textOf(some.text)).toContain(counted(refused_one, two))
    await press(0, 'undo', { undo: field(some.text, 'undo').value ?? '' })
    expect((await find(one)).state).toBe('open')
    const date = new Date(server.clock.now.getTime() + 48 * hour).toISOString().slice(0, 10)
    const alone = [String(one)]
    for (const intent of ['bulk-snooze', '']) {
      const moment = { chosen: alone, bulkDate: date, bulkTime: '11:30' }
      expect((await press(0, intent, moment)).status).toBe(303)
      const clock = { timeZone: owner.desk.timeZone, timeStyle: 'short' } as const
      const { state, snoozedUntil } = await find(one)
      expect(state).toBe('snoozed')
      expect(new Intl.DateTimeFormat('en-GB', clock).format(snoozedUntil)).toBe('11:30')
      await press(one, 'reopen')
    }
    const past = await press(0, 'bulk-snooze', { chosen: alone, bulkDate: '2020-01-01' })
    expect(past.status).toBe(400)
    expect(field(past.text, 'bulkDate').described).toContain(tickets.errors.snooze.past)
    expect(tickedIn(past.text)).toHaveLength(1)
  })

  it('gets a priority with others, which is undone', async () => {
    const numbers = [await begin('One'), await begin('Two')]
    const priorities = () => Promise.all(numbers.map(async (each) => (await find(each)).priority))
    await press(numbers[0] ?? 0, 'priority-low')
    const chosen = numbers.map(String)
    const set = await press(0, 'bulk-priority-high', { chosen })
    expect(set.status).toBe(303)
    expect(await priorities()).toEqual(['high', 'high'])
    const cookie = `${owner.cookie}; ${cookieNamed(set, 'flash')}`
    const page = (await server.ask(list, { cookie })).text
    expect(textOf(page)).toContain('2 tickets have high priority now.')
    const undo = field(page, 'undo').value ?? ''
    expect((await press(0, 'undo', { undo })).status).toBe(303)
    expect(await priorities()).toEqual(['low', 'normal'])
    expect((await press(0, 'bulk-priority-high')).status).toBe(400)
  })

  it('is without the tags that it got with others once that is undone', async () => {
    const [one, two, three] = [await begin('One'), await begin('Two'), await begin('Three')]
    const numbers = [one, two, three]
    const tags = () => Promise.all(numbers.map(async (number) => (await find(number)).tags))
    await press(one, 'tag', { tags: 'Cake' })
    const tagged = await press(0, 'bulk-tag', {
      chosen: numbers.map(String),
      bulkTags: 'cake, Tea',
    })
    expect(await tags()).toEqual([
      ['Cake', 'Tea'],
      ['cake', 'Tea'],
      ['cake', 'Tea'],
    ])
    const cookie = `${owner.cookie}; ${cookieNamed(tagged, 'flash')}`
    const undo = field((await server.ask(list, { cookie })).text, 'undo').value ?? ''
    await press(two, 'tag', { tags: 'cake, Tea, Beans' })
    await press(three, '', { untag: 'cake' })
    for (const time of ['first', 'second']) {
      const partly = await press(0, 'undo', { undo })
      expect(partly.status, time).toBe(200)
      const late = tickets.bulk.undoLate.replace('{{numbers}}', `${three}`)
      expect(textOf(partly.text), time).toContain(late)
      expect(await tags(), time).toEqual([['Cake'], ['Beans'], ['Tea']])
    }
  })

  it('cannot be given away, nor taken, with others where one person answers', async () => {
    const chosen = String(await begin('One'))
    expect((await press(0, '', { chosen, bulkAssignee: '-' })).status).toBe(409)
    expect((await press(0, 'bulk-take', { chosen })).status).toBe(409)
    expect((await server.ask(list, owner)).text).not.toContain('bulk-take')
  })

  it('has its visitor corrected: name, address, and who did it', async () => {
    const number = await begin('A question')
    const given = { visitorName: '  Ada  Lovelace ', visitorEmail: 'Ada@Example.net' }
    expect((await press(number, 'visitor', given)).status).toBe(303)
    const { visitorName, visitorEmail } = await find(number)
    expect([visitorName, visitorEmail]).toEqual(['Ada Lovelace', 'Ada@Example.net'])
    const { text } = await server.ask(`${list}?ticket=${number}`, owner)
    expect(field(text, 'visitorName').value).toBe('Ada Lovelace')
    expect(field(text, 'visitorEmail').value).toBe('Ada@Example.net')
    expect(textOf(text)).toContain('You changed the guest’s name or address')
    const odd = await press(number, 'visitor', { visitorName: 'Ada', visitorEmail: 'ada@' })
    expect(odd.status).toBe(400)
    expect(field(odd.text, 'visitorEmail').value).toBe('ada@')
    expect((await find(number)).visitorEmail).toBe('Ada@Example.net')
  })

  it('that is snoozed leads to the next one, names until when, and is put back', async () => {
    const [one, two] = [await begin('One'), await begin('Two')]
    const snoozed = await press(one, 'tomorrow')
    expect(snoozed).toMatchObject({ status: 303, location: `${list}?ticket=${two}#newest` })
    const cookie = `${owner.cookie}; ${cookieNamed(snoozed, 'flash')}`
    const page = await server.ask(snoozed.location, { cookie })
    expect(textOf(page.text)).toMatch(
      new RegExp(`Ticket ${one} is snoozed until (Mon|Tue|Wed|Thu|Fri|Sat|Sun) 9:00\\.`),
    )
    const undo = field(page.text, 'undo').value
    expect((await press(one, 'undo', { undo })).status).toBe(303)
    expect((await find(one)).state).toBe('open')
    const again = await press(one, 'undo', { undo, body: 'Half an answer' })
    expect(again.status).toBe(200)
    expect(field(again.text, 'body').value).toBe('Half an answer')
  })

  it('says what page its visitor was on, and is answered in the language that was chosen', async () => {
    const number = await begin('A question')
    const address = `${list}?ticket=${number}`
    const said = async (path: string) => textOf((await server.ask(path, owner)).text)
    expect(await said(address)).toContain(words.en.history.onPage.en)
    expect(await said(`/de${address}`)).toContain(words.de.history.onPage.en)
    const chosen = await press(number, 'answer-language', { answerLocale: 'de' })
    expect(chosen).toMatchObject({ status: 303, location: address })
    expect(await find(number)).toMatchObject({ locale: 'en', answerLocale: 'de' })
    expect(await said(address)).toContain('answered in German')
    for (const answerLocale of ['fr', 'de;', 'x'.repeat(5_000)]) {
      const odd = await press(number, 'answer-language', {
        answerLocale,
        body: 'Half an answer',
      })
      expect(odd.status).toBe(400)
      expect(textOf(odd.text)).toContain(words.en.errors.form.key)
      expect(field(odd.text, 'body').value).toBe('Half an answer')
    }
    await press(number, 'answer-language', { answerLocale: 'page' })
    expect((await find(number)).answerLocale).toBeUndefined()
  })

  it.each([
    ['no day', { date: '', time: '09:00' }, tickets.errors.snooze.missing],
    ['no such day', { date: '2027-02-30', time: '09:00' }, tickets.errors.snooze.missing],
    ['a day that is over', { date: '2020-01-01', time: '09:00' }, tickets.errors.snooze.past],
    ['a day far ahead', { date: '2090-01-01', time: '09:00' }, tickets.errors.snooze.far],
    ['the last day', { date: '9999-12-31', time: '09:00' }, tickets.errors.snooze.missing],
  ])('is not put off until %s', async (_name, form, sentence) => {
    const number = await begin('A question')
    const { status, text } = await press(number, 'snooze', { ...form, body: 'Half an answer' })
    expect(status).toBe(400)
    expect(field(text, 'date')).toMatchObject({ value: form.date, invalid: true })
    expect(field(text, 'date').described).toContain(sentence)
    expect(field(text, 'body').value).toBe('Half an answer')
  })

  it('never loses what is being written, whichever button is pressed', async () => {
    const number = await begin('A question')
    const other = await begin('Another')
    const deeds: [string, Record<string, string | string[]>][] = [
      ['priority-low', {}],
      ['tag', { tags: 'a' }],
      ['answer-language', { answerLocale: 'de' }],
      ['tomorrow', {}],
      ['snooze', { date: 'soon' }],
      ['merge', { mergeWith: `${other}` }],
      ['merge', { mergeWith: 'x' }],
      ['keep', {}],
      ['go-away', {}],
      ['come-back', {}],
      ['insert', { saved: 'none' }],
      ['', { tags: '' }],
      ['', { assignee: '-' }],
      ['bulk-solve', {}],
      ['bulk-solve', { chosen: `${other}` }],
      ['confirm-merge', { mergeWith: `${other}` }],
    ]
    for (const [intent, form] of deeds) {
      const key = randomUUID()
      const { status, text } = await press(number, intent, { ...form, key, body: 'Half an answer' })
      expect([200, 400, 404, 409], intent).toContain(status)
      expect(field(text, 'body').value, intent).toBe('Half an answer')
      expect(field(text, 'key').value, intent).not.toBe('')
    }
    const open = await server.ask(`${list}?ticket=${number}`, owner)
    const away = elements(open.text, 'button').find(
      ({ attributes }) => attributes.value === 'go-away',
    )
    expect(away?.attributes).toMatchObject({
      form: 'reply',
      formaction: `${list}?ticket=${number}&index=`,
    })
    expect((await press(number, 'go-away', { body: 'Half an answer' })).text).toContain(
      'value="come-back"',
    )
  })

  it('takes the Enter key for the field that was filled', async () => {
    const number = await begin('A question')
    const other = await begin('Another')
    const fields = { priority: 'normal', tags: 'a', date: '', time: '09:00', mergeWith: '' }
    await press(number, '', fields)
    expect((await find(number)).tags).toEqual(['a'])
    const merging = await press(number, '', { ...fields, mergeWith: `${other}` })
    expect(textOf(merging.text)).toContain(`Merge ${number} into ${other}`)
    const date = new Date(server.clock.now.getTime() + 48 * hour).toISOString().slice(0, 10)
    await press(number, '', { ...fields, date })
    expect((await find(number)).state).toBe('snoozed')
  })

  it('is merged after a step that shows both, and its address leads to the other', async () => {
    const source = await begin('From my phone', { name: 'Ann' })
    const target = await begin('From my desk', { name: 'Ann B.' })
    const step = await press(source, 'merge', { mergeWith: `${target}` })
    expect(step.status).toBe(200)
    expect(textOf(step.text)).toMatch(/Ann.*From my phone.*Ann B\..*From my desk/s)
    expect((await find(source)).number).toBe(source)
    const mergeWith = field(step.text, 'mergeWith').value
    const merged = await press(source, 'confirm-merge', { mergeWith })
    expect(merged).toMatchObject({ status: 303, location: `${list}?ticket=${target}#newest` })
    const page = await server.ask(merged.location, owner)
    expect(textOf(page.text)).not.toContain(`Ticket ${source} was merged`)
    expect(wordsIn(page.text)).toEqual(['From my phone', 'From my desk'])
    const old = await server.ask(`${list}?ticket=${source}`, owner)
    expect(old.status).toBe(200)
    expect(wordsIn(old.text)).toEqual(['From my phone', 'From my desk'])
    expect(textOf(old.text)).toContain(
      tickets.mergedHere.replace('{{from}}', `${source}`).replace('{{number}}', `${target}`),
    )
    await press(source, 'reply', { body: 'Both of you!' })
    expect(await find(target)).toMatchObject({ number: target, latest: 'Both of you!' })
  })

  it('is not merged with itself, with nobody’s, or with another visitor’s', async () => {
    const number = await begin('A question', { email: 'ann@example.com' })
    const other = await begin('Another', { email: 'ben@example.com' })
    const refusals: [string, number, string][] = [
      ['x', 400, tickets.errors.merge.number],
      ['999', 404, tickets.errors.merge.unknown],
      [`${number}`, 409, tickets.errors.merge.itself],
      [`${other}`, 409, tickets.errors.merge['other-visitor']],
    ]
    for (const [mergeWith, status, sentence] of refusals) {
      for (const intent of ['merge', 'confirm-merge']) {
        const reply = await press(number, intent, { mergeWith })
        expect(reply.status, `${intent} ${mergeWith}`).toBe(status)
        expect(field(reply.text, 'mergeWith').described).toContain(sentence)
      }
    }
    // As the last sentence says.
    await press(other, 'visitor', { visitorName: '', visitorEmail: 'ann@example.com' })
    expect((await press(number, 'merge', { mergeWith: `${other}` })).status).toBe(200)
  })

  it('and the one that continues it lead to each other', async () => {
    const { secret } = await server.begin('Before', owner.desk.publicKey)
    await close(1)
    const form = { key: randomUUID(), body: 'After' }
    await server.ask(`/chat?t=${secret}`, { form })
    const after = await server.ask(`${list}?ticket=2`, owner)
    expect(textOf(after.text)).toContain(`${tickets.follows} 1 · Before`)
    expect(linksIn(after.text)).toContain(`${list}?ticket=1`)
    const before = await server.ask(`${list}?ticket=1`, owner)
    expect(textOf(before.text)).toContain(`${tickets.followedBy} 2 · After`)
    expect(linksIn(before.text)).toContain(`${list}?ticket=2`)
  })

  it('is printed as a sheet of its own, with notes only if they are asked for', async () => {
    const number = await begin('A question')
    await press(number, 'reply', { body: 'An answer' })
    await press(number, 'note', { body: 'Only for me' })
    const sheet = await server.ask(`${list}?ticket=${number}&print=1`, owner)
    expect(sheet.status).toBe(200)
    expect(wordsIn(sheet.text)).toEqual(['A question', 'An answer'])
    expect(elements(sheet.text, 'textarea')).toEqual([])
    const withNotes = linksIn(sheet.text).find((href) => href.includes('notes=1')) ?? ''
    const full = await server.ask(withNotes, owner)
    expect(wordsIn(full.text)).toEqual(['A question', 'An answer', 'Only for me'])
  })

  it.each(['', '/de'])(
    'A printed sheet names who printed it by their name (%s)',
    async (prefix) => {
      const number = await begin('A question')
      await server.services.members.rename(owner.desk.ownerUid, 'Mara Blum')
      await press(number, 'reply', { body: 'An answer' })
      const writers = async (sheet: string) =>
        elements((await server.ask(prefix + list + sheet, owner)).text, 'p')
          .filter(({ attributes }) => attributes.class === 'by')
          .map(({ text }) => text.split(',')[0])
      const printed = `?ticket=${number}&print=1`
      expect((await writers(printed))[1]).toBe('Mara Blum')
      await server.join(owner.desk, 'colleague')
      expect((await writers(printed))[1]).toBe('Mara Blum')
      expect((await writers(`?ticket=${number}`))[1]).toMatch(/^(You|Sie)$/)
    },
  )
})
