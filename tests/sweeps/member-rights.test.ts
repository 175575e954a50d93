import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { managersOnly } from '~/domain/desks/members'
import { isOfManagers, sectionNames } from '~/domain/desks/sections'
import { languages } from '~/domain/text/languages'
import { localizedPath, withDesk } from '~/i18n/addresses'
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

const forAll = [
  ...['/dashboard', '/dashboard/tickets', '/dashboard/tickets?ticket=1', '/dashboard/tickets/new'],
  ...['/dashboard/orders', '/dashboard/feedback', '/dashboard/profile', '/dashboard/settings'],
  ...sectionNames.filter((name) => !isOfManagers(name)).map(settings),
]
const forManagers = [
  ...['/dashboard/shelf', '/dashboard/home', '/dashboard/company', '/dashboard/embed'],
  ...['/dashboard/feedback/csv', '/dashboard/orders/csv?period=2026', '/shop?preview'],
  ...sectionsOfManagers.map(settings),
]

describe('what the callers read', () => {
  it.each(forAll)('%s is for every member', async (path) => {
    for (const caller of [callers.manager, callers.colleague])
      expect((await server.ask(path, caller)).status).toBe(200)
  })

  it.each(forManagers)('%s is for managers alone, and says so', async (path) => {
    expect((await server.ask(path, callers.manager)).status).toBe(200)
    for (const language of languages) {
      const refused = await server.ask(localizedPath(path, language), callers.colleague)
      expect(refused.status).toBe(403)
      if (!path.includes('/csv')) {
        expect(refused.text).toContain(words[language].errors.room.managers.title)
      }
    }
  })

  it.each([...forAll, ...forManagers])('nobody else reads the desk at %s', async (path) => {
    const { desk } = callers.manager
    const named = `${path}${path.includes('?') ? '&' : '?'}desk=${desk.publicKey}`
    for (const caller of [callers.former, callers.neighbour]) {
      const refused = await server.ask(named, caller)
      // The shop's rooms are nobody's but the site's desk's; both look the same for any desk.
      expect([403, 404]).toContain(refused.status)
      const own = await server.ask(path, caller)
      for (const { text } of [refused, own]) {
        expect(text).not.toContain(secretWords)
        expect(text).not.toContain(callers.manager.email)
      }
    }
    const unknown = named.replace(desk.publicKey, 'no-such-desk')
    expect((await server.ask(unknown, callers.neighbour)).status).toBe(
      (await server.ask(named, callers.neighbour)).status,
    )
  })
})

describe('what the callers change', () => {
  const writes: [path: string, form: Record<string, string>][] = [
    ...sectionsOfManagers.map((name): (typeof writes)[number] => [settings(name), { intent: 'x' }]),
    ['/dashboard?index', { name: 'Taken over' }],
    ['/dashboard?index', { intent: 'put-guide-away' }],
    ['/dashboard/shelf', { intent: 'remove-samples' }],
    ['/dashboard/home', { intent: 'save-name', name: 'Taken over' }],
    ['/dashboard/company?details', { intent: 'save' }],
    [settings('greeting'), { intent: 'save-greeting', greetingEn: 'Taken over' }],
    ['/dashboard/feedback', { intent: 'save-question', askEn: 'Taken over' }],
    ['/dashboard/tickets?ticket=1', { intent: 'erase-for-good' }],
    ['/dashboard/tickets', { intent: 'bulk-erase-for-good', chosen: '1' }],
    [settings('general'), { intent: 'rename-desk', name: 'Taken over' }],
    [settings('hours'), { intent: 'save-hours' }],
    [settings('exceptions'), { intent: 'add-exception' }],
    [settings('away'), { intent: 'save-away', awayEn: 'Taken over' }],
    [settings('privacy'), { intent: 'save-retention', retention: '30' }],
    [settings('privacy'), { intent: 'save-visited-pages', visitedPages: 'hidden' }],
    [settings('people'), { intent: 'save-kind', member: 'nobody', kind: 'manager' }],
    [settings('people'), { intent: 'save-guests-see', guestsSee: 'desk' }],
    [settings('people'), { intent: 'save-new-tickets', newTickets: 'in-turn' }],
    [settings('people'), { intent: 'save-second-factor', secondFactor: 'all' }],
    [settings('people'), { intent: 'invite', email: 'eve@example.com', kind: 'manager' }],
    [settings('people'), { intent: 'invite-again', invitation: 'nothing' }],
    [settings('people'), { intent: 'withdraw-invitation', invitation: 'nothing' }],
  ]

  it.each(writes)('a colleague is refused at %s %o', async (path, form) => {
    const { desk } = callers.manager
    const before = await server.services.desks.findById(desk.id)
    const refused = await server.ask(path, { ...callers.colleague, form })
    expect(refused.status).toBe(403)
    expect(refused.text).toContain(words.en.errors.room.managers.title)
    const after = await server.services.desks.findById(desk.id)
    expect({ ...after, attendedAt: undefined }).toEqual({ ...before, attendedAt: undefined })
  })

  const thread = '/dashboard/tickets?ticket=1'
  /** Without a key, which each press has of its own. */
  const onTicket: Record<string, string>[] = [
    { intent: 'reply', body: 'Taken over' },
    { intent: 'reply-solve', body: 'Taken over' },
    { intent: 'note', body: 'Taken over' },
    ...[
      'take',
      'give',
      'solve',
      'reopen',
      'block',
      'hold',
      'release',
      'tomorrow',
      'priority-high',
    ].map((intent) => ({ intent })),
    { intent: 'tag', tags: 'Taken over' },
    { intent: 'answer-language', answerLocale: 'de' },
    { intent: '', assignee: '-' },
    { intent: 'merge', mergeWith: '2' },
    { intent: 'confirm-merge', mergeWith: '2' },
    { intent: 'split', splitFrom: '1' },
  ]
  const ofColleagues: typeof writes = [
    ['/dashboard', { intent: 'go-away' }],
    ['/dashboard', { intent: 'choose-desk' }],
    ...onTicket.map((form): (typeof writes)[number] => [thread, { key: randomUUID(), ...form }]),
    ['/dashboard/tickets', { intent: 'bulk-solve', chosen: '1' }],
    ['/dashboard/tickets', { intent: 'bulk-release', chosen: '1' }],
    ['/dashboard/tickets', { intent: 'bulk-merge-for-good', chosen: '1' }],
    ['/dashboard/tickets/new', { key: randomUUID(), email: 'a@example.com', body: 'Taken over' }],
    ['/dashboard/orders?order=1001', { intent: 'pay' }],
    ['/dashboard/feedback', { intent: 'hide', id: '1' }],
    ['/dashboard/profile', { intent: 'save-name', displayName: 'Taken over' }],
    [settings('replies'), { intent: 'add-reply', key: randomUUID(), shortcut: 'x', textEn: 'x' }],
    [settings('notifications'), { intent: 'save-notifications' }],
    [settings('leave'), { intent: 'leave-desk' }],
  ]

  it.each([...writes, ...ofColleagues])(
    'nobody else changes anything of the desk at %s %o',
    async (path, form) => {
      const { desk } = callers.manager
      const { desks, members, tickets, savedReplies } = server.services
      const all = async () => ({
        desk: { ...(await desks.findById(desk.id)), attendedAt: undefined },
        members: await members.list(desk.id),
        tickets: await tickets.list(desk.id, {}, 50),
        messages: await tickets.messages({ deskId: desk.id, number: 1 }, 0, 50),
        replies: await savedReplies.list(desk.id),
      })
      const before = await all()
      const named = withDesk(path, desk.publicKey)
      const chosen = { ...form, ...(form.intent === 'choose-desk' && { chosen: desk.publicKey }) }
      for (const caller of [callers.former, callers.neighbour]) {
        const refused = await server.ask(named, { ...caller, form: chosen })
        expect([403, 404], refused.text).toContain(refused.status)
      }
      expect(await all()).toEqual(before)
    },
  )
})
