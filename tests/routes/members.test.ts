import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { managersOnly } from '~/domain/desks/members'
import { changeKind, removeMember } from '~/domain/members/changes'
import { secretHash } from '~/http/links/ticket-link.server'
import { localizedPath } from '~/i18n/addresses'
import { elements, linksIn, textOf } from '../support/html'
import { listen } from '../support/listen'
import { openSharedDesk, secretWords } from '../support/shared-desk'
import { type Owner, type TestServer, words } from '../support/test-server'

let server: TestServer
let callers: Record<'manager' | 'colleague' | 'former' | 'neighbour', Owner>

beforeAll(async () => {
  ;({ server, callers } = await openSharedDesk())
})
afterAll(() => server.close())

const settings = (section: string) => `/dashboard/settings/${section}`

/** Plans are off on this site. */
const sectionsOfManagers = managersOnly.sections.filter((name) => name !== 'plan')

const forManagers = [
  ...['/dashboard/shelf', '/dashboard/home', '/dashboard/company', '/dashboard/embed'],
  ...['/dashboard/feedback/csv', '/dashboard/orders/csv?period=2026', '/shop?preview'],
  ...sectionsOfManagers.map(settings),
]

describe('what the callers read', () => {
  it('the rail and the settings show a colleague no door that is closed to them', async () => {
    const pages = ['/dashboard', '/dashboard/settings', '/dashboard/feedback', '/dashboard/orders']
    for (const page of pages) {
      const named = linksIn((await server.ask(page, callers.colleague)).text)
      const links = named.map((link) => link.replace(/[?&]desk=\w+/, ''))
      for (const path of forManagers) expect(links, page).not.toContain(path)
      expect(links).toContain('/dashboard/tickets')
    }
    const links = linksIn((await server.ask('/dashboard/settings', callers.manager)).text)
    expect(links).toEqual(expect.arrayContaining(['/dashboard/embed', settings('hours')]))
  })

  it('a colleague may open the address of the desk, and a poll of it', async () => {
    const { desk } = callers.manager
    const path = `/live?as=poll&desk=${desk.publicKey}`
    expect((await server.ask(path, callers.colleague)).status).toBe(200)
    for (const caller of [callers.former, callers.neighbour])
      expect((await server.ask(path, caller)).status).toBe(403)
  })
})

describe('what the callers change', () => {
  it('a colleague neither opens a room of managers nor changes anything there', async () => {
    const { desk } = callers.manager
    const before = await server.services.desks.findById(desk.id)
    const path = settings('hours')
    expect((await server.ask(path, callers.manager)).status).toBe(200)
    const form = { intent: 'save-hours' }
    for (const asked of [{}, { form }]) {
      const refused = await server.ask(path, { ...callers.colleague, ...asked })
      expect(refused.status).toBe(403)
      expect(refused.text).toContain(words.en.errors.room.managers.title)
    }
    const after = await server.services.desks.findById(desk.id)
    expect({ ...after, attendedAt: undefined }).toEqual({ ...before, attendedAt: undefined })
  })

  it('a colleague answers, and nobody else can', async () => {
    const path = '/dashboard/tickets?ticket=1'
    const answer = (caller: Owner, body: string) =>
      server.ask(path, { ...caller, form: { intent: 'reply', key: randomUUID(), body } })
    expect((await answer(callers.colleague, 'With rye, too')).status).toBe(303)
    for (const caller of [callers.former, callers.neighbour])
      expect((await answer(caller, 'No')).status).toBe(404)
    const scope = { deskId: callers.manager.desk.id, number: 1 }
    const bodies = (await server.services.tickets.messages(scope, 0, 9)).map(({ body }) => body)
    expect(bodies).toEqual([secretWords, 'With rye, too'])
  })

  it('a colleague notes, takes, gives back, assigns, tags, splits and merges', async () => {
    const { desk } = callers.manager
    const { tickets } = server.services
    const guest = { key: randomUUID(), body: 'One matter', email: 'guest@example.com' }
    const { location } = await server.ask('/chat', { form: guest })
    await server.ask(location, { form: { key: randomUUID(), body: 'Another' } })
    const newest = async () => (await tickets.list(desk.id, { order: 'newest' }, 1)).tickets[0]
    const { number = 0 } = (await newest()) ?? {}
    const press = async (intent: string, form: Record<string, string> = {}) => {
      const sent = { intent, key: randomUUID(), seen: '9', ...form }
      const path = `/dashboard/tickets?ticket=${number}`
      expect((await server.ask(path, { ...callers.colleague, form: sent })).status).toBe(303)
      return tickets.find({ deskId: desk.id, number })
    }
    const { ownerUid } = callers.colleague.desk
    expect(await press('note', { body: 'Only for us' })).toMatchObject({ lastSeq: 3 })
    expect(await press('take')).toMatchObject({ assignee: ownerUid })
    expect((await press('give'))?.assignee).toBeUndefined()
    expect(await press('priority-high')).toMatchObject({ priority: 'high' })
    expect(await press('tag', { tags: 'Cake' })).toMatchObject({ tags: ['Cake'] })
    const assignee = callers.manager.desk.ownerUid
    expect(await press('', { assignee })).toMatchObject({ assignee })
    await press('split', { splitFrom: '2' })
    const split = await newest()
    expect(split?.title).toBe('Another')
    await press('confirm-merge', { mergeWith: String(split?.number) })
    const merged = await tickets.messages({ deskId: desk.id, number: split?.number ?? 0 }, 0, 9)
    expect(merged.map(({ body }) => body)).toContain('One matter')
  })

  it('a colleague who is made a manager may do all of it, until that is taken back', async () => {
    const { services } = server
    const { desk } = callers.manager
    const { ownerUid } = callers.colleague.desk
    const opens = async () => (await server.ask('/dashboard/embed', callers.colleague)).status
    await changeKind(services, desk.id, ownerUid, 'manager', server.clock.now)
    expect(await opens()).toBe(200)
    await changeKind(services, desk.id, ownerUid, 'colleague', server.clock.now)
    expect(await opens()).toBe(403)
  })
})

describe('what each member has read', () => {
  const openList = (caller: Owner) => server.ask('/dashboard/tickets?state=open', caller)
  const isNew = async (caller: Owner, body: string) =>
    elements((await openList(caller)).text, 'span').some(
      ({ attributes, text }) => attributes.class === 'latest new' && text === body,
    )

  it('is marked in their own lists, announced to each of them once, and seen by the guest', async () => {
    const { manager } = callers
    const colleague = await server.join(manager.desk, 'colleague')
    const streams = [await listen(`${server.origin}/live`, { Cookie: manager.cookie })]
    streams.push(await listen(`${server.origin}/live`, { Cookie: colleague.cookie }))
    for (const stream of streams) await stream.event()
    server.clock.now = new Date(server.clock.now.getTime() + 60_000)
    const { secret } = await server.begin('Read by each alone')
    for (const stream of streams) await stream.until(/"unread":true/)
    for (const stream of streams) stream.leave()
    for (const caller of [manager, colleague])
      expect(await isNew(caller, 'Read by each alone')).toBe(true)
    const { tickets } = server.services
    const ticket = await tickets.find({ secretHash: secretHash(secret) })
    const look = (caller: Owner) =>
      server.ask(`/live?ticket=${ticket?.number}&seen=1`, { ...caller, form: {} })
    expect((await look(colleague)).status).toBe(204)
    expect(await isNew(colleague, 'Read by each alone')).toBe(false)
    expect(await isNew(manager, 'Read by each alone')).toBe(true)
    expect((await server.ask(`/chat?t=${secret}`)).text).toContain(words.en.thread.seen)
    expect((await look(manager)).status).toBe(204)
    expect(await isNew(manager, 'Read by each alone')).toBe(false)
  })

  it('is everything from before they joined', async () => {
    await server.begin('Written before')
    server.clock.now = new Date(server.clock.now.getTime() + 60_000)
    const later = await server.join(callers.manager.desk, 'colleague')
    expect((await openList(later)).text).toContain('Written before')
    expect(await isNew(later, 'Written before')).toBe(false)
    expect(await isNew(callers.manager, 'Written before')).toBe(true)
  })
})

describe('a member who is removed', () => {
  it('reads nothing more, open streams included', async () => {
    const { desk } = callers.manager
    const removed = await server.join(desk, 'colleague')
    const stream = await listen(`${server.origin}/live`, { Cookie: removed.cookie })
    await stream.event()
    const thread = '/dashboard/tickets?ticket=1'
    expect((await server.ask(thread, removed)).text).toContain(secretWords)
    await removeMember(server.services, desk.id, removed.desk.ownerUid, server.clock.now)
    await stream.end()
    expect((await server.ask(thread, removed)).text).not.toContain(secretWords)
    const named = `/live?desk=${desk.publicKey}`
    expect((await server.ask(named, removed)).status).toBe(204)
  })

  it('keeps the desk of their own', async () => {
    const { text, status } = await server.ask('/dashboard', callers.former)
    expect(status).toBe(200)
    expect(text).toContain(callers.former.desk.publicKey)
  })
})

describe('a person’s own data', () => {
  it('is exported without that of the desk for a colleague', async () => {
    const { colleague } = callers
    const asked = await server.ask(settings('export'), { ...colleague, form: { intent: 'export' } })
    const flash = asked.setCookies.map((each) => each.split(';', 1)[0]).join('; ')
    const cookie = `${colleague.cookie}; ${flash}`
    const { status, text } = await server.ask(asked.location, { cookie })
    expect(status).toBe(200)
    expect(text).toContain('members.json')
    expect(text).not.toContain('tickets.json')
    expect(text).not.toContain('desk.json')
  })
})

describe('the room of people', () => {
  const press = (caller: Owner, section: string, form: Record<string, string>) =>
    server.ask(settings(section), { ...caller, form })
  const kindOf = async ({ desk: { ownerUid } }: Owner) => {
    const members = await server.services.members.list(callers.manager.desk.id)
    return members.find(({ uid }) => uid === ownerUid)?.kind
  }

  it('names everybody, makes managers and colleagues, and removes', async () => {
    const { manager } = callers
    const joined = await server.join(manager.desk, 'colleague')
    const member = joined.desk.ownerUid
    const { text } = await server.ask(settings('people'), manager)
    for (const { email } of [manager, callers.colleague, joined]) expect(text).toContain(email)
    expect(text).not.toContain(callers.former.email)
    const made = await press(manager, 'people', { intent: 'save-kind', member, kind: 'manager' })
    expect(made).toMatchObject({ status: 303, location: settings('people') })
    expect(await kindOf(joined)).toBe('manager')
    await press(joined, 'people', { intent: 'remove-member', member: callers.former.desk.ownerUid })
    const removed = await press(manager, 'people', { intent: 'remove-member', member })
    expect(removed.status).toBe(303)
    expect(await kindOf(joined)).toBeUndefined()
    expect((await press(manager, 'people', { intent: 'remove-member', member })).status).toBe(404)
  })

  it('never takes the last manager from a desk', async () => {
    const { manager } = callers
    const member = manager.desk.ownerUid
    for (const [section, form] of [
      ['people', { intent: 'save-kind', member, kind: 'colleague' }],
      ['people', { intent: 'remove-member', member }],
      ['leave', { intent: 'leave-desk' }],
    ] as const) {
      const refused = await press(manager, section, form)
      expect(refused.status).toBe(409)
      expect(refused.text).toContain(words.en.people.errors.last)
    }
    expect(await kindOf(manager)).toBe('manager')
  })

  it('is left by a colleague at once', async () => {
    const joined = await server.join(callers.manager.desk, 'colleague')
    const left = await press(joined, 'leave', { intent: 'leave-desk' })
    expect(left).toMatchObject({ status: 303, location: '/dashboard' })
    expect(await kindOf(joined)).toBeUndefined()
    expect((await server.ask('/dashboard/tickets?ticket=1', joined)).text).not.toContain(
      secretWords,
    )
  })
})

describe('the audit log', () => {
  const read = async (caller: Owner, language: 'en' | 'de' = 'en') =>
    textOf((await server.ask(localizedPath(settings('log'), language), caller)).text)
  const press = (caller: Owner, path: string, form: Record<string, string>) =>
    server.ask(path, { ...caller, form })

  it('says who did what, in both languages, and is a manager’s alone', async () => {
    const owner = await server.signUp()
    const { desk } = owner
    expect(await read(owner)).toContain(words.en.log.empty)
    const joined = await server.join(desk, 'colleague')
    const member = joined.desk.ownerUid
    await press(owner, settings('people'), { intent: 'save-kind', member, kind: 'manager' })
    await press(joined, settings('export'), { intent: 'export' })
    await press(joined, '/dashboard/embed', {
      intent: 'replace-key',
      key: desk.publicKey,
      grace: '0',
    })
    // The form that was sent twice names a key that is gone.
    await press(joined, '/dashboard/embed', {
      intent: 'replace-key',
      key: desk.publicKey,
      grace: '0',
    })
    await press(joined, settings('leave'), { intent: 'leave-desk' })
    const { entries } = await server.services.auditLog.list(desk.id, 9)
    expect(entries.map(({ event, byUid }) => [event, byUid])).toEqual([
      ['left', member],
      ['key', member],
      ['exported', member],
      ['promoted', desk.ownerUid],
    ])
    const shown = await read(owner)
    const { events } = words.en.log
    for (const text of [events.left, events.key, events.exported])
      expect(shown).toContain(`${joined.email} ${text}`)
    // Nobody has named the account of a new owner.
    const promoted = events.promoted.replace('{{about}}', joined.email)
    expect(shown).toContain(`${owner.email} ${promoted}`)
    expect(await read(owner, 'de')).toContain(words.de.log.events.exported)
    const neighbour = await read(callers.neighbour)
    expect(neighbour).not.toContain(joined.email)
  })

  it('has changes of what guests see and how long conversations are kept, each once', async () => {
    const owner = await server.signUp()
    const { desk } = owner
    const sent: [string, Record<string, string>, string][] = [
      [settings('general'), { intent: 'rename-desk', name: 'Café Abendrot' }, 'name'],
      ['/dashboard?index', { name: 'Café Morgenrot' }, 'name'],
      [settings('privacy'), { intent: 'save-retention', retention: '90' }, 'retention'],
      [settings('privacy'), { intent: 'save-retention', retention: 'never' }, 'retention'],
      [
        settings('privacy'),
        { intent: 'save-privacy-link', linkEn: 'https://cafe.example/privacy' },
        'privacy',
      ],
      [settings('privacy'), { intent: 'save-visited-pages', visitedPages: 'hidden' }, 'visits'],
      [settings('hours'), { intent: 'save-hours', timeZone: 'Europe/London' }, 'hours'],
      [
        settings('exceptions'),
        { intent: 'save-exceptions', 'exception-0-first': '2999-12-24' },
        'hours',
      ],
      [settings('away'), { intent: 'save-away', awayEn: 'Gone baking' }, 'texts'],
      ['/dashboard/feedback', { intent: 'save-question', askEn: 'Was it good?' }, 'texts'],
      [settings('people'), { intent: 'save-guests-see', guestsSee: 'desk' }, 'bylines'],
      [settings('greeting'), { intent: 'save-greeting', greetingEn: 'Hello' }, 'texts'],
      ['/dashboard/embed', { intent: 'save-sites', origins: 'https://cafe.example' }, 'sites'],
      [
        '/dashboard/embed',
        { intent: 'save-look', light: '#0f5132', dark: '#9ee6c0', side: 'left' },
        'look',
      ],
    ]
    for (const [path, form, event] of sent) {
      for (const time of ['first', 'again']) {
        const { status } = await press(owner, path, form)
        expect(status, `${event} ${time}`).toBe(303)
      }
    }
    const { entries } = await server.services.auditLog.list(desk.id, 99)
    const events = sent.map(([, , event]) => event)
    expect(entries.map(({ event }) => event).toReversed()).toEqual(events)
    expect(new Set(entries.map(({ byUid }) => byUid))).toEqual(new Set([desk.ownerUid]))
    for (const language of ['en', 'de'] as const) {
      const shown = await read(owner, language)
      const { log, retention } = words[language]
      for (const about of [retention.never, retention.after['90']])
        expect(shown).toContain(log.events.retention.replace('{{about}}', about))
      expect(shown).toContain(log.events.name.replace('{{about}}', 'Café Abendrot'))
      expect(shown).not.toContain('{{')
    }
  })

  it('names nobody whose account is erased', async () => {
    const owner = await server.signUp()
    const joined = await server.join(owner.desk, 'manager')
    await press(joined, settings('export'), { intent: 'export' })
    expect(await read(owner)).toContain(`${joined.email} ${words.en.log.events.exported}`)
    await server.services.erasure.hideAccount(joined.desk.ownerUid, 'sealed', server.clock.now)
    const shown = await read(owner)
    expect(shown).not.toContain(joined.email)
    expect(shown).toContain(`${words.en.people.former} ${words.en.log.events.exported}`)
  })

  it('comes in pages', async () => {
    const owner = await server.signUp()
    const { id: deskId, ownerUid: byUid } = owner.desk
    for (let number = 100; number < 152; number += 1) {
      const entry = { deskId, byUid, at: server.clock.now, event: 'erased' } as const
      await server.services.auditLog.add({ ...entry, id: `${number}`, about: `${number}` })
    }
    const first = await server.ask(settings('log'), owner)
    expect(textOf(first.text)).toContain('no. 151')
    expect(textOf(first.text)).not.toContain('no. 101')
    const older = linksIn(first.text).find((link) => link.includes('after=')) ?? ''
    const second = textOf((await server.ask(older.replace('&amp;', '&'), owner)).text)
    expect(second).toContain('no. 101')
    expect(second).not.toContain('no. 102')
    expect(second).toContain(words.en.log.newest)
    expect((await server.ask(`${settings('log')}?after=%00nonsense`, owner)).status).toBe(200)
  })
})
