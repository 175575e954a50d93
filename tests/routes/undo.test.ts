import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { secretHash } from '~/http/links/ticket-link.server'
import { withDesk } from '~/i18n/addresses'
import { elements, field, textOf } from '../support/html'
import { minute, type Owner, openTestServer, type TestServer, words } from '../support/test-server'
import { cookieNamed } from '../support/till'

let server: TestServer
/** A manager of both desks. */
let ada: Owner
let other: Owner
let ben: Owner
let ticket: string

beforeAll(async () => {
  server = await openTestServer()
})

afterAll(() => server.close())

beforeEach(async () => {
  ada = await server.signUp()
  other = await server.signUp()
  ben = await server.join(ada.desk, 'manager')
  const at = { joinedAt: server.clock.now, chosenAt: new Date(0) }
  const own = {
    uid: ada.desk.ownerUid,
    kind: 'manager',
    name: 'Ada',
    reader: randomUUID(),
  } as const
  await server.services.members.join({ deskId: other.desk.id, ...own, ...at })
  ticket = await begin(ada)
  // The same number, at the same moment.
  await begin(other)
  server.clock.forward(minute)
})

async function begin({ desk }: Owner) {
  const { secret } = await server.begin('A question', desk.publicKey)
  const found = await server.services.tickets.find({ secretHash: secretHash(secret) })
  return `/dashboard/tickets?ticket=${found?.number}`
}

const at = (path: string, { desk }: Owner) => withDesk(path, desk.publicKey)

const stateAt = async ({ desk: { id: deskId } }: Owner) =>
  (await server.services.tickets.find({ deskId, number: 1 }))?.state

/** Ada's step at her desk; answers where it leads, and the cookie that brings its notice. */
async function step(form: Record<string, string>) {
  const sent = { key: randomUUID(), body: '', ...form }
  const reply = await server.ask(at(ticket, ada), { ...ada, form: sent })
  expect(reply.status).toBe(303)
  return { location: reply.location, flash: cookieNamed(reply, 'flash') ?? '' }
}

/** A page in the browser that has the notice. */
const look = (path: string, { cookie }: Owner, flash: string) =>
  server.ask(path, { cookie: `${cookie}; ${flash}` })

function undoIn(html: string): string | undefined {
  const offered = elements(html, 'button').some(({ attributes }) => attributes.value === 'undo')
  return offered ? field(html, 'undo').value : undefined
}

describe.each([
  ['solving', { intent: 'solve' }, 'solved'],
  ['snoozing', { intent: 'tomorrow' }, 'snoozed'],
  ['solving several', { intent: 'bulk-solve', chosen: '1' }, 'solved'],
] as const)('undoing %s', (_, form, after) => {
  it('is offered to the account at its desk alone, whoever looks first', async () => {
    const { location, flash } = await step(form)
    for (const [path, person] of [
      [at('/dashboard/tickets', ada), ben],
      [at('/dashboard/tickets', other), ada],
      [at('/dashboard/tickets', other), other],
    ] as const) {
      const page = await look(path, person, flash)
      expect(page.status).toBe(200)
      expect(undoIn(page.text)).toBeUndefined()
      // Its own page may still come.
      expect(cookieNamed(page, 'flash')).toBeUndefined()
    }
    expect((await server.ask('/', { cookie: flash })).text).not.toContain(words.en.layout.undo)
    const own = await look(location, ada, flash)
    expect(undoIn(own.text)).toBeDefined()
  })

  it('is done by the account at its desk alone', async () => {
    const { location, flash } = await step(form)
    const undo = undoIn((await look(location, ada, flash)).text) ?? ''
    await server.services.tickets.move({ deskId: other.desk.id, number: 1 }, () => {
      // As it would be, had the step been taken there.
      return { state: after, updatedAt: server.clock.now }
    })
    server.clock.forward(minute)
    const press = (path: string, person: Owner) =>
      server.ask(path, { ...person, form: { intent: 'undo', undo, body: 'Half an answer' } })
    for (const [path, person] of [
      [at(ticket, ada), ben],
      [at(ticket, other), ada],
      [at(ticket, other), other],
    ] as const) {
      const refused = await press(path, person)
      expect(refused.status).toBe(409)
      expect(textOf(refused.text)).toContain(words.en.tickets.errors.refused)
      expect(field(refused.text, 'body').value).toBe('Half an answer')
    }
    expect([await stateAt(ada), await stateAt(other)]).toEqual([after, after])
    expect((await press(at(ticket, ada), ada)).status).toBe(200)
    expect([await stateAt(ada), await stateAt(other)]).toEqual(['open', after])
  })
})

it('undoing is done by no other text than was given out', async () => {
  const { location, flash } = await step({ intent: 'solve' })
  const undo = undoIn((await look(location, ada, flash)).text) ?? ''
  const changed = undo.replace('"open"', '"waiting"')
  expect(changed).not.toBe(undo)
  for (const forged of [changed, undo.slice(undo.indexOf('{')), `x${undo}`, '']) {
    const form = { intent: 'undo', undo: forged }
    expect((await server.ask(at(ticket, ada), { ...ada, form })).status).toBe(409)
  }
  expect(await stateAt(ada)).toBe('solved')
})

it('a ticket that was given, tagged, ranked or given a language is named with what it is now, and undoes each', async () => {
  const { notices, ledger } = words.en
  const named = (notice: string, name: string) =>
    notice.replace('{{number}}', '1').replace('{{name}}', name)
  await server.services.members.rename(ben.desk.ownerUid, 'Ben Müller')
  const said = async (form: Record<string, string>) => {
    const { location, flash } = await step(form)
    const { text } = await look(location, ada, flash)
    return { text: textOf(text), undo: undoIn(text) }
  }
  const find = () => server.services.tickets.find({ deskId: ada.desk.id, number: 1 })
  const takeBack = async (undo = '') => {
    const form = { intent: 'undo', undo }
    expect((await server.ask(at(ticket, ada), { ...ada, form })).status).toBe(303)
  }
  const given = await said({ intent: 'assign', assignee: ben.desk.ownerUid })
  expect(given.text).toContain(named(notices.assigned, 'Ben Müller'))
  expect((await find())?.assignee).toBe(ben.desk.ownerUid)
  await takeBack(given.undo)
  expect((await find())?.assignee).toBeUndefined()

  const tagged = await said({ intent: 'tag', tags: 'Kuchen, Bestellung' })
  expect(tagged.text).toContain(named(notices.tagsSaved, 'Kuchen, Bestellung'))
  await takeBack(tagged.undo)
  expect((await find())?.tags).toEqual([])
  await step({ intent: 'tag', tags: 'Kuchen, Tee' })
  const bare = await said({ untag: 'Kuchen' })
  expect(bare.text).toContain(named(notices.untagged, 'Kuchen'))
  expect((await find())?.tags).toEqual(['Tee'])
  await takeBack(bare.undo)
  expect((await find())?.tags).toEqual(['Kuchen', 'Tee'])

  const ranked = await said({ intent: 'priority-high' })
  expect(ranked.text).toContain(named(notices.prioritised, ledger.priorityIs.high))
  await takeBack(ranked.undo)
  expect((await find())?.priority).toBe('normal')

  const german = await said({ intent: 'answer-language', answerLocale: 'de' })
  expect((await find())?.answerLocale).toBe('de')
  await takeBack(german.undo)
  expect((await find())?.answerLocale).toBeUndefined()
  const same = await said({ intent: 'priority-normal' })
  expect(same.undo).toBeUndefined()
})
