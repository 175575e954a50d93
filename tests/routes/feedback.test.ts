import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { changeableFor, type Feedback, freeFeedback } from '~/domain/feedback/feedback'
import { moveTicket } from '~/domain/tickets/conversations'
import { releaseTickets } from '~/domain/tickets/work'
import { secretHash } from '~/http/links/ticket-link.server'
import { elements, field, linksIn, textOf } from '../support/html'
import {
  type Conversation,
  minute,
  type Owner,
  openTestServer,
  type TestServer,
  words,
} from '../support/test-server'

const { rating: says, feedback: room, layout } = words.en

let server: TestServer
let owner: Owner
let neighbour: Owner

beforeAll(async () => {
  server = await openTestServer({ environment: { FORM_SECONDS: '3' } })
  owner = await server.signUp()
  neighbour = await server.signUp()
})

afterAll(() => server.close())

async function numberOf({ secret }: Conversation): Promise<number> {
  const ticket = await server.services.tickets.find({ secretHash: secretHash(secret) })
  return ticket?.number ?? 0
}

/** A conversation that the owner has solved. */
async function done(body = 'Thank you, that was all'): Promise<Conversation> {
  const conversation = await server.begin(body)
  const scope = { deskId: owner.desk.id, number: await numberOf(conversation) }
  await releaseTickets(server.services, scope, [scope.number], server.clock.now)
  await moveTicket(server.services, scope, 'solve', server.clock.now)
  return conversation
}

const pageOf = ({ secret }: Conversation) => `/chat?t=${secret}`

function rate(conversation: Conversation, rating: string, comment = '') {
  return server.ask(pageOf(conversation), { form: { intent: 'rate', rating, comment } })
}

/** Which star is chosen on a page. */
function chosen(html: string): string | undefined {
  return elements(html, 'input').find(
    ({ attributes }) => attributes.name === 'rating' && 'checked' in attributes,
  )?.attributes.value
}

async function given(filter = {}, of = owner): Promise<Feedback[]> {
  return (await server.services.feedback.list(of.desk.id, filter, 100)).feedback
}

describe('a conversation', () => {
  it('asks how it was once it is done, and takes one answer that can be changed', async () => {
    const open = await server.begin('Still open')
    expect((await server.ask(pageOf(open))).text).toContain('id="rating" hidden')
    expect((await rate(open, '5')).status).toBe(409)

    const conversation = await done()
    const page = await server.ask(pageOf(conversation))
    expect(textOf(page.text)).toContain(says.question)
    expect(chosen(page.text)).toBeUndefined()
    const sent = await rate(conversation, '4', 'Quick\nand kind')
    expect(sent).toMatchObject({ status: 303, location: `${pageOf(conversation)}#rate` })
    expect((await rate(conversation, '2', 'On second thoughts')).status).toBe(303)
    const after = await server.ask(pageOf(conversation))
    expect(textOf(after.text)).toContain(says.given.replace('{{rating}}', '2'))
    const number = await numberOf(conversation)
    const mine = (await given()).filter((each) => each.number === number)
    expect(mine).toMatchObject([{ rating: 2, comment: 'On second thoughts', kind: 'ticket' }])
    // It is of that end, and does not follow what is asked after it.
    const form = { intent: 'send', key: randomUUID(), body: 'One more thing' }
    await server.ask(pageOf(conversation), { form })
    expect((await server.ask(pageOf(conversation))).text).toContain('id="rating" hidden')
    await moveTicket(server.services, { deskId: owner.desk.id, number }, 'solve', server.clock.now)
    expect((await server.ask(pageOf(conversation))).text).not.toContain('id="rating" hidden')
  })

  it('comes back with what was typed when no star was chosen', async () => {
    const conversation = await done()
    const { status, text } = await rate(conversation, '6', 'Six of five')
    expect(status).toBe(400)
    expect(field(text, 'comment').value).toBe('Six of five')
    expect(textOf(text)).toContain(says.errors.missing)
    expect(field(text, 'body').value).toBe('')
  })

  it('is not rated by a link that suggests a rating, however often it is opened', async () => {
    const conversation = await done()
    const { text } = await server.ask(`${pageOf(conversation)}&rate=4`)
    expect(chosen(text)).toBe('4')
    expect(
      await server.services.feedback.findOf({ secretHash: secretHash(conversation.secret) }),
    ).toBeUndefined()
  })

  it('is asked in the owner’s words, in the visitor’s language', async () => {
    const form = { intent: 'save-question', askEn: 'All well?', askDe: 'Alles gut?' }
    const saved = await server.ask('/dashboard/feedback', { ...owner, form })
    expect(saved.status).toBe(303)
    // The script of a page that is open shows the form that came with it.
    for (const conversation of [await server.begin('Still open'), await done()]) {
      const { text } = await server.ask(`/de${pageOf(conversation)}`)
      expect(elements(text, 'legend').map((legend) => legend.text)).toEqual(['Alles gut?'])
    }
  })

  it('takes its rating along when its visitor erases it', async () => {
    const conversation = await done()
    await rate(conversation, '1', 'Forget this')
    const step = await server.ask(`${pageOf(conversation)}&erase=1`)
    expect(textOf(step.text)).toContain(words.en.chat.rights.goneRating)
    const form = { intent: 'erase-for-good' }
    await server.ask(`${pageOf(conversation)}&erase=1`, { form })
    expect((await given()).map(({ comment }) => comment)).not.toContain('Forget this')
  })
})

describe('somebody without a question', () => {
  const path = '/chat?feedback=1'

  async function sendFeedback(form: Record<string, string>, wait = minute) {
    const page = await server.ask(path)
    const stamp = field(page.text, 'stamp').value
    const key = field(page.text, 'key').value
    server.clock.forward(wait)
    return server.ask(path, { form: { intent: 'tell', key, stamp, ...form } })
  }

  it('finds the form from the chat, says what they think, and is thanked', async () => {
    expect(linksIn((await server.ask('/chat')).text)).toContain(path)
    const form = { rating: '5', comment: 'Lovely shop', email: 'vera@example.com' }
    const sent = await sendFeedback(form)
    expect(sent).toMatchObject({ status: 303, location: '/chat?feedback=thanks' })
    expect(textOf((await server.ask(sent.location)).text)).toContain(says.thanks)
    const [newest] = await given()
    expect(newest).toMatchObject({ ...form, rating: 5, kind: 'free', state: 'shown' })
  })

  it('is heard once a key', async () => {
    const form = { rating: '3', comment: 'So so', key: randomUUID() }
    for (let time = 0; time < 3; time += 1) expect((await sendFeedback(form)).status).toBe(303)
    const conflict = await sendFeedback({ ...form, rating: '1' })
    expect(conflict.status).toBe(409)
    expect(textOf(conflict.text)).toContain(says.errors.sentBefore)
    expect(field(conflict.text, 'key').value).not.toBe(form.key)
    expect((await given()).filter(({ comment }) => comment === 'So so')).toHaveLength(1)
  })

  it('is held back when it looks like a program', async () => {
    await sendFeedback({ rating: '5', comment: 'Too fast' }, 500)
    await sendFeedback({ rating: '5', comment: 'Trapped', homepage: 'https://spam.example' })
    const held = await given({ state: 'held' })
    expect(held.map(({ comment }) => comment)).toEqual(['Trapped', 'Too fast'])
    const page = await server.ask('/dashboard/feedback', owner)
    expect(textOf(page.text)).not.toContain('Trapped')
    expect(textOf(page.text)).toContain(room.someHeld)
  })
})

describe('the owner', () => {
  const path = '/dashboard/feedback'
  let mine: Owner

  beforeEach(async () => {
    mine = await server.signUp()
  })

  async function add(free: Partial<Feedback>, of = mine): Promise<Feedback> {
    const blank = { rating: 3, comment: '', locale: 'en', email: '', state: 'shown' } as const
    const fresh = { ...blank, createKey: randomUUID(), ...free, deskId: of.desk.id }
    const feedback = freeFeedback(fresh, free.createdAt ?? server.clock.now)
    await server.services.feedback.add(feedback)
    return feedback
  }

  it('is told that there is nothing yet', async () => {
    const { status, text } = await server.ask(path, mine)
    expect(status).toBe(200)
    expect(textOf(text)).toContain(room.none)
    expect(text).not.toContain('<svg class="curve"')
  })

  it('reads the figures, the curve as a table too, and filters by the address', async () => {
    await add({ rating: 5, comment: 'Great' })
    await add({ rating: 2, comment: 'Cold' })
    await add({ rating: 1, comment: 'Long ago', createdAt: new Date(+server.clock.now - 9e9) })
    await add({ rating: 1, comment: 'Not mine' }, neighbour)
    const { text } = await server.ask(path, mine)
    const figures = elements(text, 'b').map((each) => each.text)
    expect(figures).toEqual(['3.5', '2', '–'])
    expect(textOf(text)).toMatch(/Great/)
    expect(textOf(text)).not.toMatch(/Not mine|Long ago/)
    expect(elements(text, 'td').some((each) => each.text === '3.5')).toBe(true)
    const low = await server.ask(`${path}?rating=2`, mine)
    expect(textOf(low.text)).not.toMatch(/Great/)
    expect(textOf((await server.ask(`${path}?period=364`, mine)).text)).toMatch(/Long ago/)
    const nonsense = await server.ask(`${path}?rating=9&period=x&kind=&after=zzz`, mine)
    expect(nonsense.status).toBe(200)
  })

  it('makes a ticket of a low rating in one step, with an address to answer', async () => {
    const { id } = await add({ rating: 1, comment: 'Cold coffee', email: 'vera@example.com' })
    const form = { intent: 'follow-up', id }
    const first = await server.ask(path, { ...mine, form })
    expect(first).toMatchObject({ status: 303, location: '/dashboard/tickets?ticket=1' })
    expect(await server.ask(path, { ...mine, form })).toMatchObject({ location: first.location })
    const [notice = ''] = first.setCookies.map((each) => each.split(';')[0])
    const cookie = [mine.cookie, notice].join('; ')
    const { text } = await server.ask(first.location, { cookie })
    // Among the messages, and not once more with its stars.
    const said = elements(text, 'p').filter((each) => each.text === 'Cold coffee')
    expect(said.map(({ attributes }) => attributes.class)).toEqual(['words'])
    expect(textOf(text)).toContain(words.en.notices.ticketOpened)
    expect((await server.ask(path, { ...neighbour, form })).status).toBe(404)
    const nobody = await add({ rating: 1 })
    const refused = await server.ask(path, { ...mine, form: { ...form, id: nobody.id } })
    expect(refused.status).toBe(409)
    expect(textOf(refused.text)).toContain(room.errors.nobody)
  })

  it('reads at a ticket what its visitor gave, when it is open again too', async () => {
    const conversation = await done()
    await rate(conversation, '2', 'Took three days')
    const number = await numberOf(conversation)
    const [rated] = (await given()).filter((each) => each.number === number)
    const form = { intent: 'follow-up', id: rated?.id ?? '' }
    const { location } = await server.ask(path, { ...owner, form })
    expect(location).toBe(`/dashboard/tickets?ticket=${number}`)
    const { text } = await server.ask(location, owner)
    expect(textOf(text)).toContain(layout.ratingOf.replace('{{rating}}', '2'))
    expect(textOf(text)).toContain('Took three days')
  })

  it('hides free feedback, but not what a visitor gave a conversation', async () => {
    const { id } = await add({ comment: 'Nonsense' })
    const hide = { intent: 'hide', id }
    expect((await server.ask(path, { ...neighbour, form: hide })).status).toBe(404)
    expect((await server.ask(path, { ...mine, form: hide })).status).toBe(303)
    expect(textOf((await server.ask(path, mine)).text)).not.toContain('Nonsense')
    const hidden = await server.ask(`${path}?state=hidden`, mine)
    expect(textOf(hidden.text)).toContain('Nonsense')
    const [rated] = await given({ kind: 'ticket' })
    const form = { intent: 'hide', id: rated?.id ?? '' }
    expect((await server.ask(path, { ...owner, form })).status).toBe(404)
  })

  it('downloads a table in which nothing is calculated', async () => {
    await add({ rating: 4, comment: '=HYPERLINK("https://evil.example")' })
    await add({ rating: 5, comment: 'Two\nlines, "quoted"', email: '+49@example.com' })
    await add({ comment: 'Not mine' }, neighbour)
    const { headers, text } = await server.ask(`/de${path}/csv`, mine)
    expect(headers.get('Content-Type')).toMatch(/^text\/csv/)
    expect(headers.get('Content-Disposition')).toMatch(/^attachment; filename="feedback-.*\.csv"$/)
    const body = await fetch(`${server.origin}${path}/csv`, { headers: { Cookie: mine.cookie } })
    expect([...new Uint8Array(await body.arrayBuffer()).slice(0, 3)]).toEqual([239, 187, 191])
    expect(text).toContain(`"${words.de.rating.columns.comment}"`)
    expect(text).toContain(';"\'=HYPERLINK(""https://evil.example"")";')
    expect(text).toContain(';"Two\nlines, ""quoted""";')
    expect(text).toContain(';"\'+49@example.com"\r\n')
    expect(text).not.toContain('Not mine')
    expect((await server.ask(`${path}/csv`)).status).toBe(303)
  })
})

describe('after fourteen days', () => {
  it('what was given stays as it is, and the page says so', async () => {
    const conversation = await done()
    await rate(conversation, '4')
    server.clock.forward(changeableFor)
    const late = await rate(conversation, '1')
    expect(late.status).toBe(409)
    expect(textOf(late.text)).toContain(says.errors.late)
    const page = await server.ask(pageOf(conversation))
    expect(textOf(page.text)).toContain(says.locked)
    expect(page.text).not.toContain('name="rating"')
  })
})

describe('an e-mail about feedback', () => {
  const path = '/chat?feedback=1'

  it.each([
    [
      'free',
      async () => {
        const { text } = await server.ask(path)
        const [key, stamp] = [field(text, 'key').value, field(text, 'stamp').value]
        server.clock.forward(minute)
        return () => server.ask(path, { form: { intent: 'tell', key, stamp, rating: '5' } })
      },
    ],
    [
      'of a conversation',
      async () => {
        const conversation = await done()
        return () => rate(conversation, '5')
      },
    ],
  ] as const)('tells the one that it was planned for: %s', async (_, prepare) => {
    server.clock.forward(2 * 24 * 60 * minute)
    const give = await prepare()
    const start = server.clock.now.getTime()
    // A real clock goes on between two commits.
    let ticks = 0
    Object.defineProperty(server.clock, 'now', {
      configurable: true,
      get: () => new Date(start + ticks++),
    })
    expect((await give()).status).toBe(303)
    const value = new Date(start + ticks)
    Object.defineProperty(server.clock, 'now', { configurable: true, writable: true, value })
    const planned = (await server.services.mails.listByRecord(owner.desk.id, 9)).at(-1)
    const [newest] = await given({ since: planned?.createdAt, until: value })
    expect(planned?.createdAt.getTime()).toBeGreaterThanOrEqual(start)
    expect(newest?.rating).toBe(5)
  })
})
