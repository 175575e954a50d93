import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeMember } from '~/domain/members/changes'
import type { Language } from '~/domain/text/languages'
import { leaveEmail } from '~/domain/tickets/visitor-email'
import { localizedPath } from '~/i18n/addresses'
import { eraseAccount } from '../contracts/examples'
import { elements, field, textOf } from '../support/html'
import { listen } from '../support/listen'
import {
  type Owner,
  openTestServer,
  type Reply,
  type TestServer,
  words,
} from '../support/test-server'
import { cookieNamed } from '../support/till'

let server: TestServer
let ada: Owner
let ben: Owner
let cleo: Owner

const thread = (number: number) => `/dashboard/tickets?ticket=${number}`

beforeAll(async () => {
  server = await openTestServer()
  ada = await server.signUp()
  ben = await join('Ben Müller')
  cleo = await join('')
  await server.services.members.rename(ada.desk.ownerUid, 'Ada Lovelace')
})
afterAll(() => server.close())

it('A copy is offered only of what goes to a guest by e-mail', async () => {
  for (const email of ['', 'guest@example.com']) {
    const { number } = await begin('Do you deliver?')
    const { tickets } = server.services
    if (email) {
      const ticket = await tickets.find({ deskId: ada.desk.id, number })
      if (ticket) await leaveEmail(server.services, ticket.secretHash, email, server.clock.now)
    }
    const { text } = await server.ask(thread(number), ada)
    expect([email, text.includes('name="cc"')]).toEqual([email, email !== ''])
  }
})

it('A reply form says that replies come by its link only, where no e-mails come in', async () => {
  const { number } = await begin('Do you deliver?')
  const { tickets } = server.services
  const ticket = await tickets.find({ deskId: ada.desk.id, number })
  const { byLink } = words.en.history.letter
  expect(textOf((await server.ask(thread(number), ada)).text)).not.toContain(byLink)
  const email = 'guest@example.com'
  await leaveEmail(server.services, ticket?.secretHash ?? '', email, server.clock.now)
  expect(textOf((await server.ask(thread(number), ada)).text)).toContain(byLink)
})

async function join(name: string): Promise<Owner> {
  const joined = await server.join(ada.desk, 'colleague')
  await server.services.members.rename(joined.desk.ownerUid, name)
  return joined
}

async function begin(body: string): Promise<{ number: number; address: string; secret: string }> {
  const conversation = await server.begin(body)
  const { tickets } = await server.services.tickets.list(ada.desk.id, { order: 'newest' }, 1)
  return { number: tickets[0]?.number ?? 0, ...conversation }
}

/** Unless the form says otherwise, its page shows all messages. */
async function press(by: Owner, number: number, intent: string, form: Record<string, string> = {}) {
  const ticket = await server.services.tickets.find({ deskId: ada.desk.id, number })
  const seen = String(ticket?.lastSeq ?? 0)
  return server.ask(thread(number), { ...by, form: { intent, key: randomUUID(), seen, ...form } })
}

/** Presses a button of the list with these ticked. */
function pressChosen(
  by: Owner,
  intent: string,
  numbers: number[],
  form: Record<string, string> = {},
) {
  const chosen = numbers.map((number) => ['chosen', String(number)])
  const body = new URLSearchParams([...Object.entries({ intent, ...form }), ...chosen])
  return server.ask('/dashboard/tickets', {
    ...by,
    method: 'POST',
    body: String(body),
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      Origin: server.origin,
      'Sec-Fetch-Site': 'same-origin',
    },
  })
}

/** The names under the messages of a page. */
async function bylines(path: string, reader: Partial<Owner> = {}, language: Language = 'en') {
  return namesIn((await server.ask(localizedPath(path, language), reader)).text)
}

function namesIn(html: string) {
  return elements(html, 'p')
    .filter((each) => each.attributes.class === 'by')
    .map((each) => textOf(each.text).split(/, \d/)[0])
}

describe('who wrote', () => {
  it('is read by members, and by guests as a first name; an address by no guest', async () => {
    const { number, address } = await begin('Is the oven hot?')
    await press(ada, number, 'reply', { body: 'It is' })
    await press(ben, number, 'note', { body: 'It was I who heated it' })
    await press(ben, number, 'reply', { body: 'Since six' })
    await press(cleo, number, 'reply', { body: 'And until two' })
    const guest = words.en.ledger.visitor
    const note = words.en.thread.note
    const nameless = words.en.people.nameless
    expect(await bylines(thread(number), ada)).toEqual([
      guest,
      words.en.thread.you,
      `${note} · Ben Müller`,
      'Ben Müller',
      nameless,
    ])
    expect(await bylines(thread(number), ben)).toEqual([
      guest,
      'Ada Lovelace',
      `${note} · ${words.en.thread.you}`,
      words.en.thread.you,
      nameless,
    ])
    const unnamed = words.en.counter.unnamed
    expect(await bylines(address)).toEqual([words.en.thread.you, 'Ada', 'Ben', unnamed])
    await server.services.members.rename(cleo.desk.ownerUid, cleo.email)
    const { text } = await server.ask(address)
    for (const { email } of [ada, ben, cleo]) expect(text).not.toContain(email)
    expect(text).not.toContain('Müller')
  })

  it('is the desk for guests of a desk that prefers it; only managers choose', async () => {
    const { number, address } = await begin('Who are you?')
    await press(ben, number, 'reply', { body: 'The baker' })
    const settings = '/dashboard/settings/people'
    const save = (by: Owner, guestsSee: string) =>
      server.ask(settings, { ...by, form: { intent: 'save-guests-see', guestsSee } })
    expect((await save(ben, 'desk')).status).toBe(403)
    expect((await save(ada, 'address')).status).toBe(400)
    expect((await save(ada, 'desk')).status).toBe(303)
    expect((await bylines(address)).at(-1)).toBe(words.en.counter.unnamed)
    expect((await bylines(thread(number), ada)).at(-1)).toBe('Ben Müller')
    expect((await save(ada, 'name')).status).toBe(303)
    expect((await bylines(address)).at(-1)).toBe('Ben')
  })

  it('comes live as a page shows it, also once the desk has chosen otherwise', async () => {
    const { number, address, secret } = await begin('Who is there?')
    const live = `/live?t=${secret}&lang=en`
    const streams = [
      await listen(`${server.origin}${live}`),
      await listen(`${server.origin}${live}&as=page`),
    ]
    const poll = async () => JSON.parse((await server.ask(`${live}&as=poll`)).text).html
    await press(ben, number, 'reply', { body: 'The baker' })
    for (const each of streams) await each.until(/The baker/)
    await server.services.desks.saveGuestsSee(ada.desk.id, 'desk')
    await press(ben, number, 'reply', { body: 'And the miller' })
    const { you } = words.en.thread
    const { unnamed } = words.en.counter
    for (const each of streams) {
      await each.until(/And the miller/)
      expect(namesIn(each.received())).toEqual([you, 'Ben', unnamed])
      each.leave()
    }
    expect(namesIn(await poll())).toEqual(await bylines(address))
    await server.services.desks.saveGuestsSee(ada.desk.id, undefined)
    expect(await bylines(address)).toEqual([you, 'Ben', 'Ben'])
    expect(namesIn(await poll())).toEqual([you, 'Ben', 'Ben'])
  })

  it('fills a saved reply with the name that guests see, never with a surname', async () => {
    const { desk, clock, services } = { ...server, desk: ada.desk }
    const reply = { id: 'signed', deskId: desk.id, createKey: 'signed', shortcut: 'signed' }
    const at = { createdAt: clock.now, updatedAt: clock.now }
    await services.savedReplies.add({ ...reply, text: { en: 'Yours, {owner}.' }, ...at }, 99)
    await services.desks.rename(desk.id, 'Café Morgenrot')
    const { number } = await begin('Who signs?')
    for (const [guestsSee, name] of [
      [undefined, 'Ben'],
      ['desk', 'Café Morgenrot'],
    ] as const) {
      await services.desks.saveGuestsSee(desk.id, guestsSee)
      const inserted = await press(ben, number, 'insert', { saved: reply.id })
      for (const { text } of [await server.ask(thread(number), ben), inserted]) {
        expect(text).toContain(`Yours, ${name}.`)
        expect(text).not.toContain('Yours, Ben Müller')
      }
    }
    await services.desks.saveGuestsSee(desk.id, undefined)
    await services.desks.rename(desk.id, '')
    await services.savedReplies.remove(desk.id, reply.id)
  })

  it('stays after a member has left, and is forgotten with the account', async () => {
    const { services } = server
    const dora = await join('Dora Dirks')
    const { number, address } = await begin('Who closes today?')
    await press(dora, number, 'reply', { body: 'I do' })
    await press(dora, number, 'solve')
    await removeMember(services, ada.desk.id, dora.desk.ownerUid, server.clock.now)
    expect((await bylines(thread(number), ada)).at(-1)).toBe('Dora Dirks')
    expect((await server.ask(thread(number), ada)).text).toContain('Dora Dirks marked it as done')
    await eraseAccount(services, dora.desk.ownerUid)
    for (const language of ['en', 'de'] as const) {
      const path = localizedPath(thread(number), language)
      expect((await bylines(thread(number), ada, language)).at(-1)).toBe(
        words[language].people.former,
      )
      expect((await server.ask(path, ada)).text).not.toContain('Dora')
    }
    expect((await bylines(address)).at(-1)).toBe(words.en.counter.unnamed)
  })

  it('is the desk for guests once all but one have left, as for a desk of one', async () => {
    const owner = await server.signUp()
    const helper = await server.join(owner.desk, 'colleague')
    const { members } = server.services
    await members.rename(owner.desk.ownerUid, 'Olga Ohm')
    await members.rename(helper.desk.ownerUid, 'Hilde Hahn')
    const { address } = await server.begin('Alone?', owner.desk.publicKey)
    for (const each of [owner, helper]) {
      const seen = String(each === owner ? 1 : 2)
      const form = { intent: 'reply', key: randomUUID(), body: 'No', seen }
      expect((await server.ask(thread(1), { ...each, form })).status).toBe(303)
    }
    expect((await bylines(address)).slice(1)).toEqual(['Olga', 'Hilde'])
    await removeMember(server.services, owner.desk.id, helper.desk.ownerUid, server.clock.now)
    const { unnamed } = words.en.counter
    expect((await bylines(address)).slice(1)).toEqual([unnamed, unnamed])
    const settings = await server.ask('/dashboard/settings/people', owner)
    expect(settings.text).not.toContain('save-guests-see')
  })

  it('is taken along by name, never by account', async () => {
    const { number, secret } = await begin('What do you know about me?')
    await press(ben, number, 'reply', { body: 'Only this' })
    const data = await server.ask(`/chat/download?t=${secret}&as=json`)
    expect(data.status).toBe(200)
    expect(data.text).toContain('"by":"Ben"')
    expect(data.text).not.toContain(ben.desk.ownerUid)
  })

  it('a desk of one names nobody', async () => {
    const alone = await server.signUp()
    const { address } = await server.begin('Anybody?', alone.desk.publicKey)
    await server.services.members.rename(alone.desk.ownerUid, 'Solo Sommer')
    await press(alone, 1, 'reply', { body: 'Me' })
    await press(alone, 1, 'note', { body: 'Nice' })
    expect(await bylines(thread(1), alone)).toEqual([
      words.en.ledger.visitor,
      words.en.thread.you,
      `${words.en.thread.note} · ${words.en.thread.you}`,
    ])
    expect((await bylines(address)).at(-1)).toBe(words.en.counter.unnamed)
    const settings = await server.ask('/dashboard/settings/people', alone)
    expect(settings.text).not.toContain('save-guests-see')
  })
})

describe('two answers at once', () => {
  /** The number of the last message that a page of the ticket knows. */
  async function seenOn(number: number, reader: Owner): Promise<string> {
    const { text } = await server.ask(thread(number), reader)
    return field(text, 'seen')?.value ?? ''
  }
  const bodies = async (number: number) =>
    (await server.services.tickets.messages({ deskId: ada.desk.id, number }, 0, 99)).map(
      ({ body }) => body,
    )

  it.each(['en', 'de'] as const)(
    'the second is shown the first, and a further press sends it (%s)',
    async (language) => {
      const { number } = await begin('Do you deliver?')
      const [adas, bens] = [await seenOn(number, ada), await seenOn(number, ben)]
      expect((await press(ada, number, 'reply', { body: 'We do <3', seen: adas })).status).toBe(303)
      const form = { key: randomUUID(), intent: 'reply', body: 'We don’t', seen: bens }
      const path = localizedPath(thread(number), language)
      const refused = await server.ask(path, { ...ben, form })
      expect(refused.status).toBe(409)
      const { answer } = words[language].history.overtaken
      const said = answer.replace('{{name}}', 'Ada Lovelace').replace('{{words}}', 'We do <3')
      expect(textOf(refused.text)).toContain(said)
      expect(field(refused.text, 'key')?.value).toBe(form.key)
      expect(refused.text).toContain('We don’t</textarea>')
      expect(await bodies(number)).toEqual(['Do you deliver?', 'We do <3'])
      const seen = field(refused.text, 'seen')?.value ?? ''
      for (let count = 0; count < 2; count += 1)
        expect((await server.ask(path, { ...ben, form: { ...form, seen } })).status).toBe(303)
      // The first form arrives once more.
      expect((await server.ask(path, { ...ben, form })).status).toBe(303)
      expect(await bodies(number)).toEqual(['Do you deliver?', 'We do <3', 'We don’t'])
    },
  )

  it('exactly one of many at the same moment is stored at once', async () => {
    const { number } = await begin('Who is first?')
    const all = await Promise.all(
      [ada, ben, cleo].map((each) => press(each, number, 'reply', { body: 'I', seen: '1' })),
    )
    expect(all.map(({ status }) => status).sort()).toEqual([303, 409, 409])
    expect(await bodies(number)).toEqual(['Who is first?', 'I'])
  })

  it('neither a guest’s words, a note nor one’s own answer ask again', async () => {
    const { number, address } = await begin('First')
    await press(ada, number, 'reply', { body: 'Mine', seen: '1' })
    await press(ben, number, 'note', { body: 'A note', seen: '1' })
    await server.ask(address, { form: { key: randomUUID(), body: 'And second' } })
    expect((await press(ada, number, 'reply', { body: 'Again mine', seen: '2' })).status).toBe(303)
    expect((await press(ada, number, 'reply', { body: 'From an old tab', seen: '1' })).status).toBe(
      303,
    )
  })

  it.each(['999999', '-1', 'NaN', '', '9'.repeat(400)])(
    'a forged number (%s) proves nothing',
    async (seen) => {
      const { number } = await begin(`Forged ${seen.length}`)
      await press(ada, number, 'reply', { body: 'First', seen: '1' })
      expect((await press(ben, number, 'reply', { body: 'Second', seen })).status).toBe(409)
      expect(await bodies(number)).toHaveLength(2)
    },
  )

  it('a ticket that another has just answered is put away at the second press', async () => {
    const { number } = await begin('Done?')
    await press(ada, number, 'reply', { body: 'Nearly', seen: '1' })
    for (const intent of ['solve', 'tomorrow']) {
      const refused = await press(ben, number, intent, { seen: '1', body: 'A draft' })
      expect(refused.status).toBe(409)
      expect(textOf(refused.text)).toContain('Nearly')
      expect(refused.text).toContain('A draft</textarea>')
    }
    expect((await press(ben, number, 'solve', { seen: '2' })).status).toBe(303)
    const ticket = await server.services.tickets.find({ deskId: ada.desk.id, number })
    expect(ticket?.state).toBe('solved')
  })
})

describe('whose a ticket is', () => {
  const uidOf = ({ desk }: Owner) => desk.ownerUid
  const assignee = async (number: number) =>
    (await server.services.tickets.find({ deskId: ada.desk.id, number }))?.assignee
  const assign = (by: Owner, number: number, given: string) =>
    press(by, number, '', { tags: '', assignee: given })

  it('is taken and given back with one press, by answering, and by a choice', async () => {
    const { number } = await begin('Whose am I?')
    const free = (await server.ask(thread(number), ada)).text
    expect(textOf(free)).toContain(words.en.history.with.nobody)
    const people = elements(free, 'button').filter(
      ({ attributes }) => attributes.name === 'assignee',
    )
    expect(people[0]?.text).toBe(words.en.history.whose.unassigned)
    expect(people.map(({ attributes }) => 'aria-current' in attributes)).toEqual(
      people.map((_, index) => index === 0),
    )
    expect((await press(ben, number, 'take')).status).toBe(303)
    expect(await assignee(number)).toBe(uidOf(ben))
    expect(textOf((await server.ask(thread(number), ada)).text)).toContain('with Ben Müller')
    expect((await press(ben, number, 'give', { body: 'A draft' })).text).toContain(
      'A draft</textarea>',
    )
    expect(await assignee(number)).toBeUndefined()
    await press(ada, number, 'reply', { body: 'Mine' })
    await press(ben, number, 'reply', { body: 'Still Ada’s' })
    expect(await assignee(number)).toBe(uidOf(ada))
    expect((await assign(ada, number, uidOf(cleo))).status).toBe(303)
    expect(await assignee(number)).toBe(uidOf(cleo))
    const tagged = { tags: 'Cake', assigneeShown: '-' }
    expect((await press(ada, number, 'tag', tagged)).status).toBe(303)
    expect(await assignee(number)).toBe(uidOf(cleo))
    expect((await assign(ada, number, '-')).status).toBe(303)
    expect(await assignee(number)).toBeUndefined()
    const chosen = { chosen: String(number), bulkAssignee: uidOf(cleo) }
    expect((await press(ada, number, '', chosen)).status).toBe(303)
    expect(await assignee(number)).toBe(uidOf(cleo))
    await press(ada, number, '', { ...chosen, bulkAssignee: '-' })
    expect(await assignee(number)).toBeUndefined()
    const { text } = await server.ask(thread(number), ada)
    for (const line of ['Ben Müller took it', 'You gave it back']) expect(text).toContain(line)
  })

  it('several tickets are taken and given at one press, and are as before by one more', async () => {
    const [one, two, three] = [await begin('One'), await begin('Two'), await begin('Three')]
    const numbers = [one, two, three].map(({ number }) => number)
    const each = () => Promise.all(numbers.map(assignee))
    await press(ben, two.number, 'take')
    const undoOf = async (done: Reply) => {
      const cookie = `${ada.cookie}; ${cookieNamed(done, 'flash')}`
      const { text } = await server.ask(done.location, { cookie })
      return { undo: field(text, 'undo').value ?? '' }
    }
    const before = [undefined, uidOf(ben), undefined]
    for (const [intent, given, whose] of [
      ['bulk-take', '', uidOf(ada)],
      ['', uidOf(cleo), uidOf(cleo)],
      ['', '-', undefined],
    ] as const) {
      const done = await pressChosen(ada, intent, numbers, { bulkAssignee: given })
      expect(done.status).toBe(303)
      expect(await each()).toEqual([whose, whose, whose])
      const undone = await pressChosen(ada, 'undo', [], await undoOf(done))
      expect(undone).toMatchObject({ status: 303, location: done.location })
      expect(await each()).toEqual(before)
      server.clock.forward(1)
    }
    const undo = await undoOf(await pressChosen(ada, 'bulk-take', numbers))
    await press(ben, one.number, 'take')
    const partly = await pressChosen(ada, 'undo', [], undo)
    expect(partly.status).toBe(200)
    const { undoLate } = words.en.tickets.bulk
    expect(textOf(partly.text)).toContain(undoLate.replace('{{numbers}}', `${one.number}`))
    expect(await each()).toEqual([uidOf(ben), uidOf(ben), undefined])
    await pressChosen(ben, '', numbers, { bulkAssignee: '-' })
  })

  it('is told to who comes second, in each way to change it, and counts with the next press', async () => {
    const free = { assigneeShown: '-' }
    const { number } = await begin('Two at once')
    const { text } = await server.ask(thread(number), ada)
    expect(
      elements(text, 'input').some(({ attributes }) => attributes.name === 'assigneeShown'),
    ).toBe(true)
    const [one, other] = await Promise.all([
      press(ada, number, 'take', { ...free, body: 'A draft' }),
      press(ben, number, 'take', { ...free, body: 'A draft' }),
    ])
    expect([one.status, other.status].sort()).toEqual([200, 409])
    const [winner, loser, late] = one.status === 200 ? [ada, ben, other] : [ben, ada, one]
    const name = winner === ada ? 'Ada Lovelace' : 'Ben Müller'
    expect(textOf(late.text)).toContain(
      `${name} has taken it on in the meantime. Nothing was changed.`,
    )
    expect(late.text).toContain('A draft</textarea>')
    expect(late.text).toContain(`name="assigneeShown" value="${uidOf(winner)}"`)
    expect(await assignee(number)).toBe(uidOf(winner))
    const given = { tags: '', assignee: uidOf(cleo), ...free }
    expect((await press(cleo, number, '', given)).status).toBe(409)
    expect(await assignee(number)).toBe(uidOf(winner))
    // Sent again after a lost answer, it is no conflict with oneself.
    expect((await press(winner, number, 'take', free)).status).toBe(303)
    const shown = { assigneeShown: uidOf(winner) }
    expect((await press(loser, number, 'take', shown)).status).toBe(303)
    expect(await assignee(number)).toBe(uidOf(loser))
    expect((await press(winner, number, 'give', shown)).status).toBe(409)
    expect(await assignee(number)).toBe(uidOf(loser))
    expect((await press(loser, number, 'give', { assigneeShown: uidOf(loser) })).status).toBe(303)
    const back = await press(winner, number, 'take', { assigneeShown: uidOf(loser) })
    expect(textOf(back.text)).toContain(words.en.history.overtaken.given)
    expect(await assignee(number)).toBeUndefined()
  })

  it('cannot be somebody who is no member, or was removed meanwhile', async () => {
    const { services, clock } = server
    const { number } = await begin('And now?')
    const neighbour = await server.signUp()
    const removed = await join('Rita')
    await press(removed, number, 'take')
    await removeMember(services, ada.desk.id, uidOf(removed), clock.now)
    expect(await assignee(number)).toBeUndefined()
    const hostile = [
      uidOf(neighbour),
      uidOf(removed),
      'nobody',
      '__proto__',
      ada.desk.id,
      "' or 1=1",
    ]
    for (const given of hostile) {
      expect((await assign(ada, number, given)).status).toBe(409)
      const chosen = { chosen: String(number), bulkAssignee: given }
      const refused = await press(ada, number, '', chosen)
      expect(refused.status).toBe(409)
      const { noMember } = words.en.tickets.errors
      expect(textOf(refused.text)).toContain(noMember)
    }
    expect((await assign(ada, number, 'x'.repeat(999))).status).toBe(400)
    for (const stranger of [neighbour, removed])
      expect((await press(stranger, number, 'take')).status).not.toBe(303)
    expect(await assignee(number)).toBeUndefined()
  })

  it('makes lists of one’s own and nobody’s tickets, with initials and counts', async () => {
    const mine = await begin('For the list of Ben')
    const free = await begin('For nobody’s list')
    await press(ben, mine.number, 'take')
    const own = (await server.ask('/dashboard/tickets?whose=mine', ben)).text
    expect(own).toContain('For the list of Ben')
    expect(own).toContain('<abbr title="Ben Müller">BM')
    expect(own).not.toContain('For nobody’s list')
    const nobodys = (await server.ask('/dashboard/tickets?whose=nobody', ben)).text
    expect(nobodys).toContain('For nobody’s list')
    expect(nobodys).not.toContain('For the list of Ben')
    const { whose } = words.en.history
    const title = (text: string) => elements(text, 'title')[0]?.text ?? ''
    expect(title(own)).toContain(`${whose.mine} · `)
    expect(title(nobodys)).toContain(`${whose.nobody} · `)
    expect(textOf(own)).toMatch(new RegExp(`${whose.mine} 1\\b.*${whose.nobody} \\d+`))
    const found = (await server.ask('/dashboard/tickets?q=milk', ben)).text
    expect(textOf(found)).toMatch(new RegExp(`${whose.all} ${whose.mine} ${whose.nobody} `))
    expect((await server.ask('/dashboard/tickets?whose=everything', ben)).status).toBe(200)
    const next = await server.ask(`/dashboard/tickets?whose=mine&ticket=${mine.number}`, {
      ...ben,
      form: { intent: 'solve', key: randomUUID(), seen: '1' },
    })
    expect(next.location).toBe('/dashboard/tickets?whose=mine')
    expect(free.number).toBeGreaterThan(mine.number)
  })

  it('narrows a list to the tickets of any member, by its address alone', async () => {
    const [bens, free] = [await begin('Narrowed to Ben'), await begin('Of nobody yet')]
    await press(ben, bens.number, 'take')
    const path = `/dashboard/tickets?whose=${uidOf(ben)}`
    const seen = async (by: Owner, query = '') => {
      const { text } = await server.ask(path + query, by)
      const options = elements(
        text.split('<select name="whose"')[1]?.split('</select>')[0] ?? '',
        'option',
      )
      const chosen = options.find(({ attributes }) => 'selected' in attributes)
      return { text, chosen: chosen?.text, options: options.map(({ text }) => text) }
    }
    const { whose } = words.en.history
    const { text, chosen, options } = await seen(ada)
    expect(text).toContain('Narrowed to Ben')
    expect(text).not.toContain('Of nobody yet')
    expect(chosen).toBe('Ben Müller')
    expect(options.slice(0, 2)).toEqual([words.en.history.filter.any, whose.unassigned])
    expect(options).toContain('Ben Müller')
    expect(textOf(text)).toContain(`${whose.choice}: Ben Müller`)
    expect(elements(text, 'title')[0]?.text).toContain('Ben Müller · ')
    expect(text).toContain(words.en.tickets.search.clear)
    expect((await seen(ada, '&q=nobody')).text).not.toContain('Of nobody yet')
    expect((await seen(ada, '&q=narrowed')).text).toContain('Narrowed to Ben')
    // Ben's own are under his list.
    const own = await seen(ben)
    expect(textOf(own.text)).not.toContain(`${whose.choice}: Ben Müller`)
    expect(elements(own.text, 'title')[0]?.text).toContain(`${whose.mine} · `)
    const next = await server.ask(`${path}&ticket=${bens.number}`, {
      ...ada,
      form: { intent: 'solve', key: randomUUID(), seen: '1' },
    })
    expect(next.location).toContain(`whose=${uidOf(ben)}`)
    const unknown = await server.ask('/dashboard/tickets?whose=somebody', ada)
    expect(unknown.text).toContain('Of nobody yet')
    await press(ada, free.number, 'solve')
    const alone = await server.signUp()
    expect((await server.ask(path, alone)).text).not.toContain('<select name="whose"')
  })

  it('is nothing at a desk of one', async () => {
    const alone = await server.signUp()
    await server.begin('Only you?', alone.desk.publicKey)
    const ask = (intent: string, form = {}) =>
      server.ask(thread(1), { ...alone, form: { intent, key: randomUUID(), ...form } })
    expect((await ask('take')).status).toBe(409)
    expect((await ask('', { tags: '', assignee: uidOf(ada) })).status).toBe(409)
    await ask('reply', { body: 'Only me' })
    const scope = { deskId: alone.desk.id, number: 1 }
    expect((await server.services.tickets.find(scope))?.assignee).toBeUndefined()
    const own = await server.ask('/dashboard/tickets?whose=mine&state=all', alone)
    expect(own.text).toContain('Only me')
    const { text } = await server.ask(thread(1), alone)
    for (const part of ['value="take"', 'whose=', 'name="assignee"', '<kbd>a</kbd>'])
      expect(text).not.toContain(part)
  })
})
