import { describe, expect, it } from 'vitest'
import type { Notifications } from '~/domain/accounts/notifications'
import { mostNewsAnHour } from '~/domain/letters/mail-content'
import { hour, mailDesk, minute, server, useMailDesk } from '../support/mail-desk'

/** With spaces that break. */
const plain = (text = '') => text.replace(/[\u00a0\u202f]/g, ' ')

describe('the owner’s e-mails about waiting conversations', () => {
  useMailDesk()

  const subjects = () => server.received.map(({ mail }) => mail.subject)

  async function sentAfter(milliseconds: number) {
    mailDesk.forward(milliseconds)
    await mailDesk.round()
    return subjects()
  }

  it('come after two minutes with the visitor and the question, once', async () => {
    await mailDesk.begin('Haben Sie morgen geöffnet?\n\nWir kämen zu acht.', { name: 'Zoë, "Zo"' })
    expect(await sentAfter(0)).toEqual([])
    expect(await sentAfter(2 * minute - 1)).toEqual([])
    expect(await sentAfter(1)).toEqual([
      'Zoë, "Zo" fragt: Haben Sie morgen geöffnet? Wir kämen zu acht.',
    ])
    const [{ mail, to } = { mail: undefined, to: [] }] = server.received
    expect(to).toEqual(['ada@example.com'])
    expect(mail?.text).toContain('> Haben Sie morgen geöffnet?\n>\n> Wir kämen zu acht.')
    // Ada may be at another desk when she reads it.
    const thread =
      /https:\/\/counter\.example\/de\/dashboard\/tickets\?ticket=1&desk=[^&#\s]+#newest/
    expect(mail?.text).toMatch(thread)
    for (const wait of [minute, hour, 24 * hour]) expect(await sentAfter(wait)).toHaveLength(1)
  })

  it('leave out conversations that were read, solved or held in the meantime', async () => {
    const read = await mailDesk.begin('read')
    const solved = await mailDesk.begin('solved')
    await mailDesk.round()
    await read.seen('owner', 1)
    await mailDesk.tickets.move(solved.owner, () => ({ state: 'solved', waitingSince: undefined }))
    const held = await mailDesk.begin('held')
    await mailDesk.tickets.move(held.owner, () => ({ state: 'held', waitingSince: undefined }))
    expect(await sentAfter(5 * minute)).toEqual([])
  })

  it('put several messages of one visitor into one e-mail, and resume once that was read', async () => {
    const { hash, seen } = await mailDesk.begin('One')
    for (const body of ['Two', 'Three']) {
      mailDesk.forward(30_000)
      await mailDesk.visitorWrites(hash, body)
      await mailDesk.round()
    }
    await sentAfter(2 * minute)
    expect(server.received).toHaveLength(1)
    const time = (minutes: string) => `04.03.2026, 12:${minutes} Uhr`
    expect(plain(server.received[0]?.mail.text)).toContain(
      [
        `Vera · Nr. 1 · ${time('00')}\n> One`,
        `Vera · ${time('00')}\n> Two`,
        `Vera · ${time('01')}\n> Three`,
      ].join('\n\n'),
    )
    await mailDesk.visitorWrites(hash, 'Four')
    await sentAfter(hour)
    expect(server.received).toHaveLength(1)
    await seen('owner', 4)
    await mailDesk.visitorWrites(hash, 'Five')
    await sentAfter(2 * minute)
    expect(server.received).toHaveLength(2)
    expect(server.received[1]?.mail.text).toContain('> Five')
    expect(server.received[1]?.mail.text).not.toContain('Four')
  })

  it('Letters about news bring what came after a colleague’s answer, and whose the ticket is', async () => {
    await mailDesk.join('cleo')
    await mailDesk.join('mara')
    await mailDesk.members.rename('mara', 'Mara')
    const { owner, hash } = await mailDesk.begin('Is the oven on?', { name: 'Karl' })
    mailDesk.forward(minute)
    await mailDesk.ownerReplies({ ...owner, byUid: 'mara' }, 'It is.')
    await mailDesk.tickets.move(owner, () => ({ assignee: 'mara' }))
    mailDesk.forward(minute)
    await mailDesk.visitorWrites(hash, 'Danke, perfekt!')
    await sentAfter(2 * minute)
    const letterTo = (uid: string) =>
      server.received.find(({ to }) => to.join() === `${uid}@example.com`)?.mail
    const [german, english] = [letterTo('ada'), letterTo('cleo')]
    expect(plain(german?.text)).toContain(
      'Karl · Nr. 1 · 04.03.2026, 12:02 Uhr · bei Mara\nMara hat am 4. März um 12:01 Uhr geantwortet.\n> Danke, perfekt!\n\n',
    )
    expect(plain(english?.text)).toContain(
      ' · with Mara\nMara answered on 4 March at 12:01.\n> Danke',
    )
    for (const mail of [german, english]) {
      expect(mail?.html).not.toMatch(/>Is the oven on\?<\/p>/)
      expect(mail?.text).not.toContain('> Is the oven on?')
    }
    expect(plain(english?.html)).toContain('Mara answered on 4 March at 12:01.')
    expect(english?.html).toContain(' · with Mara')
    expect(letterTo('mara')?.text).toContain(' · yours\n> ')
  })

  it('Letters about news are not sent of what a colleague has answered', async () => {
    await mailDesk.join('cleo')
    const { owner } = await mailDesk.begin('One')
    await mailDesk.ownerReplies({ ...owner, byUid: 'cleo' }, 'Done')
    await mailDesk.tickets.move(owner, () => ({ state: 'open', waitingSince: mailDesk.now }))
    expect(await sentAfter(5 * minute)).toEqual([])
  })

  it('Letters about several conversations have subjects, each message and who is in copy', async () => {
    const events = { ticket: 'digest', message: 'digest' } as const
    await mailDesk.accounts.setNotifications('ada', { events })
    const { hash } = await mailDesk.begin('Where do I sign?', {
      name: 'Priya',
      title: 'My contract',
      copies: ['petra@example.org'],
    })
    await mailDesk.visitorWrites(hash, 'And when?')
    await mailDesk.begin('Three')
    await sentAfter(minute)
    await sentAfter(24 * hour)
    const [{ mail } = { mail: undefined }] = server.received
    expect(plain(mail?.text)).toMatch(
      /12:00 Uhr\nMy contract\n> Where do I sign\?\nAuch an petra@example\.org\nhttps/,
    )
    expect(plain(mail?.text)).toContain('\n\nPriya · 04.03.2026, 12:00 Uhr\n> And when?\n\n')
    expect(plain(mail?.text)).toMatch(/ Uhr\n> Three\nhttps/)
    for (const words of ['>My contract</p>', '>Auch an petra@example.org</p>'])
      expect(mail?.html).toContain(words)
  })

  it('reach who has joined in the middle of a long conversation', async () => {
    const { owner, hash, seen } = await mailDesk.begin('One')
    for (let count = 2; count <= 60; count += 1) await mailDesk.visitorWrites(hash, `Part ${count}`)
    await mailDesk.ownerReplies(owner, 'Done')
    await seen('owner', 61)
    mailDesk.forward(hour)
    await mailDesk.join('cleo')
    mailDesk.forward(hour)
    await mailDesk.visitorWrites(hash, 'And now?')
    await sentAfter(2 * minute)
    expect(server.received.map(({ to }) => `${to}`).sort()).toEqual([
      'ada@example.com',
      'cleo@example.com',
    ])
    for (const { mail } of server.received) expect(mail.text).toContain('> And now?')
  })

  it('name a guest without a name by their e-mail address', async () => {
    await mailDesk.begin('One', { name: '', email: 'zoe@example.org' })
    expect(await sentAfter(2 * minute)).toEqual(['zoe@example.org fragt: One'])
  })

  it('go to each member who wants them, once, in their language, until they have read it', async () => {
    const cleo = await mailDesk.join('cleo')
    await mailDesk.join('dora')
    const off = { ticket: 'off', message: 'off' } as const
    await mailDesk.accounts.setNotifications('dora', { events: off })
    const { ticket, owner, hash, seen } = await mailDesk.begin('One', { name: 'Zoë' })
    await sentAfter(2 * minute)
    const sent = () => server.received.map(({ to, mail }) => `${to} ${mail.subject}`).sort()
    const first = ['ada@example.com Zoë fragt: One', 'cleo@example.com Zoë asks: One']
    expect(sent()).toEqual(first)
    for (const wait of [minute, hour]) {
      await sentAfter(wait)
      expect(sent()).toEqual(first)
    }
    // Ada has read it; Cleo gets no second e-mail before she has.
    await seen('owner', 1)
    await mailDesk.visitorWrites(hash, 'Two')
    await sentAfter(2 * minute)
    expect(sent().slice(0, 2)).toEqual(Array(2).fill('ada@example.com Zoë fragt: One'))
    expect(sent()).toHaveLength(3)
    await mailDesk.tickets.markSeen(owner, cleo, 2)
    await mailDesk.visitorWrites(hash, 'Three')
    await sentAfter(2 * minute)
    expect(sent()).toHaveLength(4)
    await mailDesk.members.remove(ticket.deskId, 'cleo', mailDesk.now)
    await seen('owner', 3)
    await mailDesk.visitorWrites(hash, 'Four')
    await sentAfter(2 * minute)
    expect(sent()).toHaveLength(5)
  })

  it('come for a message that follows a note after its notice was not needed', async () => {
    const cleo = await mailDesk.join('cleo')
    const { owner, hash, seen } = await mailDesk.begin('One')
    await seen('owner', 1)
    await mailDesk.tickets.markSeen(owner, cleo, 1)
    mailDesk.forward(10 * minute)
    await mailDesk.ownerNotes(owner, 'The oven is off', 'cleo')
    const half = minute / 2
    for (const wait of [half, minute]) expect(await sentAfter(wait)).toEqual([])
    mailDesk.forward(half)
    await mailDesk.send()
    expect(await sentAfter(half)).toEqual([])
    mailDesk.forward(10_000)
    await mailDesk.visitorWrites(hash, 'Two')
    for (const wait of [50_000, minute]) expect(await sentAfter(wait)).toEqual([])
    await sentAfter(minute)
    const to = server.received.map((each) => each.to.join()).sort()
    expect(to).toEqual(['ada@example.com', 'cleo@example.com'])
    for (const wait of [minute, hour]) expect(await sentAfter(wait)).toHaveLength(2)
  })

  it('tell a member who joined later only of what came since', async () => {
    const { hash } = await mailDesk.begin('Before')
    mailDesk.forward(minute)
    await mailDesk.join('cleo')
    await sentAfter(2 * minute)
    expect(server.received.map(({ to }) => to)).toEqual([['ada@example.com']])
    await mailDesk.visitorWrites(hash, 'Since')
    await sentAfter(2 * minute)
    const [, second] = server.received
    expect(second?.to).toEqual(['cleo@example.com'])
    expect(second?.mail.text).toContain('> Since')
    expect(second?.mail.text).not.toContain('Before')
  })

  it('come again for a conversation that was solved unread and is open again', async () => {
    const { owner, hash } = await mailDesk.begin('One')
    await sentAfter(2 * minute)
    await mailDesk.tickets.move(owner, () => ({ state: 'solved', waitingSince: undefined }))
    mailDesk.forward(minute)
    await mailDesk.visitorWrites(hash, 'Two')
    expect(await sentAfter(2 * minute)).toHaveLength(2)
  })

  it('are limited per hour; the rest follows in one', async () => {
    for (let each = 0; each < mostNewsAnHour + 5; each++) {
      await mailDesk.begin(`Question ${each}`)
      await sentAfter(3 * minute)
    }
    expect(server.received).toHaveLength(mostNewsAnHour)
    await sentAfter(hour)
    expect(server.received).toHaveLength(mostNewsAnHour + 1)
    expect(subjects().at(-1)).toBe('5 Tickets warten auf Sie')
  })

  it.each<[string, Notifications, { new: number; further: number }]>([
    ['off', { events: { ticket: 'off', message: 'off' } }, { new: 0, further: 0 }],
    ['new ones only', { events: { ticket: 'now', message: 'off' } }, { new: 1, further: 1 }],
    ['further ones only', { events: { ticket: 'off', message: 'now' } }, { new: 0, further: 1 }],
  ])('keeps to what the owner wants: %s', async (_, notifications, count) => {
    await mailDesk.accounts.setNotifications('ada', notifications)
    const { hash, seen } = await mailDesk.begin('One')
    expect(await sentAfter(3 * minute)).toHaveLength(count.new)
    await seen('owner', 1)
    await mailDesk.visitorWrites(hash, 'Two')
    expect(await sentAfter(3 * minute)).toHaveLength(count.further)
  })

  it('wait for the digest at eight in the morning, local time of the desk', async () => {
    const events = { ticket: 'digest', message: 'digest' } as const
    await mailDesk.accounts.setNotifications('ada', { events })
    for (const body of ['One', 'Two']) {
      await mailDesk.begin(body)
      expect(await sentAfter(5 * minute)).toEqual([])
    }
    // 12:10 in Berlin.
    expect(await sentAfter(19 * hour + 49 * minute)).toEqual([])
    expect(await sentAfter(minute)).toEqual(['2 Tickets warten auf Sie'])
    expect(await sentAfter(24 * hour)).toHaveLength(1)
  })

  it('wait for the end of quiet hours, past midnight too', async () => {
    const quiet = { from: '12:00', to: '02:30' }
    await mailDesk.accounts.setNotifications('ada', {
      events: { ticket: 'now', message: 'now' },
      quiet,
    })
    await mailDesk.begin('One')
    expect(await sentAfter(14 * hour + 29 * minute)).toEqual([])
    expect(await sentAfter(minute)).toHaveLength(1)
  })

  it('writes to no address that nobody has confirmed', async () => {
    const account = await mailDesk.accounts.find('ada')
    if (account) await mailDesk.accounts.save({ ...account, emailVerified: false })
    await mailDesk.begin('One')
    expect(await sentAfter(hour)).toEqual([])
  })

  it('leads to a page that stops such mails', async () => {
    await mailDesk.begin('One')
    await sentAfter(2 * minute)
    const [{ mail } = { mail: undefined }] = server.received
    const header = mail?.headers.find(({ key }) => key === 'list-unsubscribe')?.value
    expect(header).toMatch(/^<https:\/\/counter\.example\/de\/mails\?stop=[\w.-]+>$/)
    expect(mail?.text).toContain(header?.slice(1, -1))
  })
})
