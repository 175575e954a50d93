import type { Email } from 'postal-mime'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Config } from '~/config'
import { letterBuckets, sortOf } from '~/domain/letters/letter-limits'
import { planLink, planReminder } from '~/domain/letters/plans'
import { newIdentity } from '~/domain/site/identity'
import { noteVisitor } from '~/domain/tickets/auto-release'
import { moveTicket } from '~/domain/tickets/conversations'
import { mergeTickets } from '~/domain/tickets/merging'
import type { OwnerScope } from '~/domain/tickets/scopes'
import { splitTicket } from '~/domain/tickets/splitting'
import { runTimers } from '~/domain/tickets/timers'
import { readUndo } from '~/domain/tickets/undo'
import { correctEmail } from '~/domain/tickets/visitor-email'
import { releaseTickets, undoWork } from '~/domain/tickets/work'
import { localizedPath } from '~/i18n/addresses'
import { createCompose } from '~/mails/compose'
import { exampleAccount } from '../contracts/examples'
import { elements, textOf } from '../support/html'
import { legalOf } from '../support/legal'
import {
  config,
  day,
  hour,
  mailDesk,
  minute,
  noDesks,
  server,
  useMailDesk,
} from '../support/mail-desk'

const email = 'vera@example.com'

describe('writing to visitors', () => {
  useMailDesk()
  beforeEach(async () => {
    const events = { ticket: 'off', message: 'off' } as const
    await mailDesk.accounts.setNotifications('ada', { events })
  })

  async function sentAfter(milliseconds: number) {
    mailDesk.forward(milliseconds)
    await mailDesk.round()
    return server.received.map(({ mail }) => mail)
  }

  it('brings the answer with a link, in the visitor’s language, to a visitor who has gone', async () => {
    const { owner, secret } = await mailDesk.begin('Do you have oat milk?', {
      name: 'Vera',
      email,
      locale: 'en',
    })
    await mailDesk.ownerNotes(owner, 'Difficult guest')
    await mailDesk.ownerReplies(owner, 'Yes, and spelt milk too.')
    expect(await sentAfter(2 * minute - 1)).toEqual([])
    const [mail] = await sentAfter(1)
    expect(server.received[0]?.to).toEqual([email])
    expect(mail).toMatchObject({
      from: { name: 'Café „Morgenrot“, Köln', address: 'counter@counter.example' },
      to: [{ name: 'Vera', address: email }],
      subject: 'Re: Do you have oat milk?',
    })
    for (const text of [mail?.text, mail?.html]) {
      expect(text).toContain('Yes, and spelt milk too.')
      expect(text).toContain(`https://counter.example/chat?t=${secret}`)
      expect(text).not.toContain('Difficult guest')
    }
    expect(await sentAfter(hour)).toHaveLength(1)
  })

  it('has the beginning of a long question as the subject of all its answers', async () => {
    const question =
      'Good morning, is the espresso course on Saturday still open for two? We are coming from far.'
    const { owner, hash } = await mailDesk.begin(question, { email })
    mailDesk.forward(minute)
    await mailDesk.ownerReplies(owner, 'Yes.')
    await sentAfter(2 * minute)
    await mailDesk.ownerReplies(owner, 'Do come.')
    await mailDesk.visitorWrites(hash, 'Thank you!')
    await mailDesk.ownerReplies(owner, 'Gladly.')
    const subjects = (await sentAfter(2 * minute)).map(({ subject }) => subject)
    expect(new Set(subjects)).toEqual(
      new Set(['Re: Good morning, is the espresso course on Saturday…']),
    )
    expect(subjects).toHaveLength(2)
  })

  it('brings an answer to many messages that the visitor has written since the last one', async () => {
    const { owner, hash } = await mailDesk.begin('One', { email })
    await mailDesk.ownerReplies(owner, 'Yes?')
    expect(await sentAfter(2 * minute)).toHaveLength(1)
    for (let count = 1; count <= 60; count += 1) await mailDesk.visitorWrites(hash, `More ${count}`)
    await mailDesk.ownerReplies(owner, 'All sixty are done.')
    const [, second] = await sentAfter(2 * minute)
    expect(second?.text).toContain('All sixty are done.')
  })

  it('has what is an address in it as a link, which says where it leads', async () => {
    const { owner } = await mailDesk.begin('Where are you?', { email })
    const said =
      'See https://bank.example@evil.example/a, or (https://good.example/b?c=1&d=2). Not javascript:alert(1), <a href="https://evil.example">here</a>.'
    await mailDesk.ownerReplies(owner, said)
    const [mail] = await sentAfter(2 * minute)
    const links = elements(mail?.html ?? '', 'a').filter(({ attributes }) => attributes.rel)
    expect(links.map(({ attributes: { href, rel } }) => [href, rel])).toEqual([
      ['https://bank.example@evil.example/a', 'nofollow noopener ugc'],
      ['https://good.example/b?c=1&d=2', 'nofollow noopener ugc'],
      ['https://evil.example/', 'nofollow noopener ugc'],
    ])
    expect(textOf(mail?.html ?? '')).toContain(
      'https://bank.example@evil.example/a (evil.example), or',
    )
    expect(mail?.text).toContain(said)
  })

  it('puts the e-mails of a ticket into one thread, answers as a person’s, others as notices', async () => {
    const header = (mail: Email | undefined, name: string) =>
      mail?.headers.find(({ key }) => key === name)?.value
    const { owner, seen } = await mailDesk.begin('Do you have oat milk?', { email })
    mailDesk.forward(minute)
    await mailDesk.ownerReplies(owner, 'Yes, and spelt milk too.')
    const [first] = await sentAfter(2 * minute)
    await seen('visitor', 2)
    await mailDesk.ownerReplies(owner, 'Until six.')
    const second = (await sentAfter(2 * minute)).at(-1)
    await seen('visitor', 3)
    await moveTicket(mailDesk, owner, 'solve', mailDesk.now)
    const rating = (await sentAfter(2 * hour)).at(-1)
    const letters = [first, second, rating]
    expect(new Set(letters.map((each) => each?.messageId)).size).toBe(3)
    expect(new Set(letters.map((each) => each?.inReplyTo))).toEqual(new Set([first?.references]))
    expect(first?.references).toMatch(/^<t\.[0-9a-z]{26}\.0\.[0-9a-f]{32}@counter\.example>$/)
    expect(letters.map((each) => header(each, 'auto-submitted'))).toEqual([
      undefined,
      undefined,
      'auto-generated',
    ])
  })

  it.each([
    ['en', 'Write to Café „Morgenrot“, Köln', 'Your conversation'],
    ['de', 'An Café „Morgenrot“, Köln schreiben', 'Ihr Gespräch'],
  ] as const)('leads to the desk where no link can be made (%s)', async (locale, toDesk, back) => {
    const { owner } = await mailDesk.begin('Milk?', { email, locale })
    await mailDesk.ownerReplies(owner, 'Yes.')
    mailDesk.forward(2 * minute)
    const legal = { read: async () => legalOf(undefined, (path) => path) }
    const changed = { ...config, secrets: ['the secret that came after, long enough'] }
    const ports = {
      ...noDesks,
      payments: {},
      legal,
      siteIdentity: { read: async () => newIdentity },
    }
    await mailDesk.round(undefined, createCompose(changed, ports))
    const [mail] = server.received.map(({ mail }) => mail)
    const path = localizedPath(`/chat?desk=${mailDesk.desk.publicKey}`, locale)
    const address = `https://counter.example${path}`
    for (const text of [mail?.text, mail?.html]) {
      expect(text).toContain(address)
      expect(text).toContain(toDesk)
      expect(text).not.toContain(back)
    }
  })

  it.each([
    [[config.secrets[0]], /\n-- \nYour conversation .+: https:\S+\?t=.+\nYou can answer there, or/],
    [['the secret that came after, long enough'], /\n-- \nCafé .+\nSimply reply .+\nYou are /],
  ])('An answer to which one may reply says so', async (secrets, foot) => {
    const { owner } = await mailDesk.begin('Milk?', { email, locale: 'en' })
    await mailDesk.ownerReplies(owner, 'Yes.')
    mailDesk.forward(2 * minute)
    const ports = {
      ...noDesks,
      payments: {},
      legal: { read: async () => legalOf(undefined, (path: string) => path) },
      siteIdentity: { read: async () => newIdentity },
    }
    const mailIn = { domain: 'in.example.com' } as Config['mailIn']
    const known = secrets.map((each = '') => each)
    await mailDesk.round(undefined, createCompose({ ...config, secrets: known, mailIn }, ports))
    expect(server.received[0]?.mail.text).toMatch(foot)
    expect(server.received[0]?.mail.text).not.toContain('?desk=')
  })

  it('is in the language that a member chose, whatever the visitor’s page was in', async () => {
    const { owner } = await mailDesk.begin('Milch?', { email, locale: 'de' })
    await mailDesk.tickets.move(owner, () => ({ answerLocale: 'en' }))
    await mailDesk.ownerReplies(owner, 'Yes.')
    const [mail] = await sentAfter(2 * minute)
    expect(mail?.subject).toBe('Re: Milch?')
    expect(mail?.text).toContain('Your conversation with')
    expect(mail?.text).toContain('https://counter.example/chat?t=')
  })

  it('puts several answers into one e-mail, and each once', async () => {
    const { owner } = await mailDesk.begin('One?', { email })
    await mailDesk.ownerReplies(owner, 'Erstens')
    mailDesk.forward(minute)
    await mailDesk.ownerReplies(owner, 'Zweitens')
    await mailDesk.round()
    await sentAfter(minute)
    await sentAfter(5 * minute)
    await mailDesk.ownerReplies(owner, 'Drittens')
    const mails = await sentAfter(2 * minute)
    expect(mails).toHaveLength(2)
    expect(mails[0]?.text).toMatch(/^Erstens\n\nZweitens\n\n-- \n/)
    expect(mails[1]?.text).toMatch(/^Drittens\n\n-- \n/)
    expect(mails[1]?.text).not.toContain('Zweitens')
    expect(await sentAfter(day)).toHaveLength(2)
  })

  it('writes to nobody who has read it, is on the page, is held or left no address', async () => {
    const read = await mailDesk.begin('read', { email })
    const here = await mailDesk.begin('here', { email })
    const held = await mailDesk.begin('held', { email })
    const nameless = await mailDesk.begin('nameless')
    for (const { owner } of [read, here, held, nameless]) {
      await mailDesk.ownerReplies(owner, `To ${owner.number}`)
    }
    await read.seen('visitor', 2)
    await mailDesk.tickets.move(held.owner, () => ({ state: 'held' }))
    const { deskId, id: ticketId, number } = here.ticket
    const until = new Date(mailDesk.now.getTime() + 5 * minute)
    await mailDesk.presence.arrive(
      { deskId, ticketId, number },
      'visitor',
      'tab',
      until,
      mailDesk.now,
    )
    expect(await sentAfter(2 * minute)).toEqual([])
    // A visitor who leaves the page without having read it counts as gone.
    expect((await sentAfter(5 * minute)).map(({ text }) => text?.match(/To \d/)?.[0])).toEqual([
      'To 2',
    ])
  })

  it('stops when asked to, and goes on when asked again', async () => {
    const { owner, ticket } = await mailDesk.begin('One?', { email })
    await mailDesk.mails.setStopped(ticket.id, true, mailDesk.now)
    await mailDesk.ownerReplies(owner, 'Eins')
    expect(await sentAfter(hour)).toEqual([])
    await mailDesk.mails.setStopped(ticket.id, false, mailDesk.now)
    await mailDesk.ownerReplies(owner, 'Zwei')
    expect(await sentAfter(hour)).toHaveLength(1)
  })

  it('waits for the owner to confirm their own address, two days at most', async () => {
    await mailDesk.accounts.save(exampleAccount('ada', { emailVerified: false }))
    const { owner } = await mailDesk.begin('One?', { email })
    await mailDesk.ownerReplies(owner, 'Eins')
    expect(await sentAfter(day)).toEqual([])
    await mailDesk.accounts.save(exampleAccount('ada', { emailVerified: true }))
    expect(await sentAfter(hour)).toHaveLength(1)

    await mailDesk.accounts.save(exampleAccount('ada', { emailVerified: false }))
    await mailDesk.ownerReplies(owner, 'Zwei')
    for (let half = 0; half < 5; half += 1) expect(await sentAfter(12 * hour)).toHaveLength(1)
    await mailDesk.accounts.save(exampleAccount('ada', { emailVerified: true }))
    expect(await sentAfter(day)).toHaveLength(1)
  })

  it('sends a receipt with the link, once, to a visitor whom the owner has released', async () => {
    const { owner, secret } = await mailDesk.begin('One?', {
      email,
      locale: 'en',
      heldFor: 'links',
    })
    expect(await sentAfter(day)).toEqual([])
    await releaseTickets(mailDesk, owner, [owner.number], mailDesk.now)
    const [mail] = await sentAfter(2 * minute)
    expect(mail?.subject).toBe('Café „Morgenrot“, Köln has received your message: One?')
    expect(mail?.text).toContain(`https://counter.example/chat?t=${secret}`)
    expect(await sentAfter(hour)).toHaveLength(1)
    await mailDesk.ownerReplies(owner, 'Eins')
    expect(await sentAfter(hour)).toHaveLength(2)
  })

  it('sends no receipt where the release was undone', async () => {
    const { owner } = await mailDesk.begin('One?', { email, locale: 'en', heldFor: 'links' })
    const released = await releaseTickets(mailDesk, owner, [owner.number], mailDesk.now)
    const undo = readUndo(released.undo ?? '')
    if (undo) await undoWork(mailDesk, owner, undo, mailDesk.now)
    expect((await mailDesk.tickets.find(owner))?.state).toBe('held')
    expect(await sentAfter(hour)).toEqual([])
  })

  it('sends no receipt after an answer, to a visitor who was back, or without an address', async () => {
    const answered = await mailDesk.begin('One?', { email, locale: 'en', heldFor: 'links' })
    const back = await mailDesk.begin('Two?', { email: 'ben@example.com', heldFor: 'links' })
    const nameless = await mailDesk.begin('Three?', { heldFor: 'links' })
    for (const { owner } of [answered, back, nameless])
      await releaseTickets(mailDesk, owner, [owner.number], mailDesk.now)
    await mailDesk.ownerReplies(answered.owner, 'Eins')
    const ticket = await mailDesk.tickets.find(back.owner)
    if (ticket) await noteVisitor(mailDesk, ticket, '192.0.2.0/24', mailDesk.now)
    const mails = await sentAfter(hour)
    expect(mails.map(({ subject }) => subject)).toEqual(['Re: One?'])
  })

  it('sends the link on request, without the visitor’s own words, within limits', async () => {
    const { owner, secret } = await mailDesk.begin('Buy this', {
      email,
      locale: 'en',
      name: 'Win a prize',
    })
    const ticket = await mailDesk.tickets.find(owner)
    if (!ticket) throw new Error('There is no ticket')
    // Twice within a minute is once.
    for (const _ of [1, 2]) await planLink(mailDesk, ticket, mailDesk.now)
    const [mail, ...others] = await sentAfter(minute)
    expect(others).toEqual([])
    const heading = 'Your conversation with Café „Morgenrot“, Köln'
    expect(mail?.subject).toBe(heading)
    expect(elements(mail?.html ?? '', 'h1').map(({ text }) => text)).toEqual([heading])
    expect(mail?.text).toMatch(/read our answer once we have answered\.\n/)
    expect(mail?.text).toContain('because somebody asked us to send the link')
    for (const text of [mail?.text, mail?.html]) {
      expect(text).toContain(`https://counter.example/chat?t=${secret}`)
      expect(text).not.toMatch(/Win a prize|Buy this|Hello/)
    }
    for (let each = 0; each < 9; each += 1) {
      mailDesk.forward(minute)
      await planLink(mailDesk, ticket, mailDesk.now)
    }
    expect(await sentAfter(hour)).toHaveLength(3)
    await mailDesk.tickets.move(owner, () => ({ state: 'held', heldFor: 'links' }))
    await planLink(mailDesk, ticket, mailDesk.now)
    expect(await sentAfter(day)).toHaveLength(3)
  })

  it('sends the link to a corrected address where the wrong one has had it this minute', async () => {
    const wrong = { email: 'vera@exmaple.com', locale: 'en' } as const
    const { owner } = await mailDesk.begin('Is there cake?', wrong)
    const ticket = await mailDesk.tickets.find(owner)
    if (!ticket) throw new Error('There is no ticket')
    await planLink(mailDesk, ticket, mailDesk.now)
    await sentAfter(1_000)
    const corrected = await correctEmail(mailDesk, ticket, email, mailDesk.now)
    if (corrected) await planLink(mailDesk, corrected, mailDesk.now)
    await sentAfter(1_000)
    expect(receivers()).toEqual([wrong.email, email])
  })

  const addresses = (count: number, name: string) =>
    Array.from({ length: count }, (_, index) => `${name}${index}@copy.example`)
  const receivers = () => server.received.flatMap(({ to }) => to)

  async function answerTo(address: string, deskId?: string) {
    const { owner } = await mailDesk.begin('Milk?', { email: address, deskId })
    await mailDesk.ownerReplies(owner, 'Yes.')
  }

  /** As if so many letters of this kind had gone to others today. */
  async function useUp(kind: 'visitor-answer' | 'visitor-copy' | 'visitor-link', count: number) {
    const sort = sortOf(kind, undefined)
    for (let each = 0; each < count; each += 1) {
      const to = `${each}@example.com`
      const letter = { kind, sort, desk: mailDesk.desk, to, proven: false }
      await mailDesk.rateLimits.consume(letterBuckets(letter, mailDesk.now), mailDesk.now)
    }
  }

  it('brings a typed address five answers an hour, however many desks and tickets have it', async () => {
    const other = await mailDesk.openDesk('ben')
    for (let each = 0; each < 12; each += 1) await answerTo(email, each % 2 ? other.id : undefined)
    for (const most of [5, 10, 12]) expect(await sentAfter(hour)).toHaveLength(most)
  })

  it('lets no answer to somebody who wrote wait for the next day', async () => {
    await useUp('visitor-answer', 98)
    for (let each = 0; each < 4; each += 1) await answerTo(`guest${each}@example.com`)
    expect(await sentAfter(2 * minute)).toHaveLength(2)
    expect(await sentAfter(hour)).toHaveLength(4)
  })

  it('leaves out the notices of a flood, and no answer for them', async () => {
    await useUp('visitor-link', 299)
    const vera = await mailDesk.begin('Milk?', { email })
    for (const name of ['ben', 'cem']) {
      const { ticket } = await mailDesk.begin('Link?', { email: `${name}@example.com` })
      await planLink(mailDesk, ticket, mailDesk.now)
    }
    expect(await sentAfter(minute)).toHaveLength(1)
    await mailDesk.ownerReplies(vera.owner, 'Yes.')
    await sentAfter(2 * minute)
    expect(receivers().at(-1)).toBe(email)
    expect(await sentAfter(2 * day)).toHaveLength(2)
  })

  it('sends an answer to its visitor first, and copies only while their limit lasts', async () => {
    await useUp('visitor-copy', 98)
    const { owner } = await mailDesk.begin('All of us?', { email })
    await mailDesk.ownerReplies(owner, 'Yes, all.', addresses(3, 'a'))
    await sentAfter(2 * minute)
    await sentAfter(2 * minute)
    expect(receivers()).toHaveLength(3)
    expect(receivers()[0]).toBe(email)
    await answerTo('ben@example.com')
    await sentAfter(2 * minute)
    expect(receivers().at(-1)).toBe('ben@example.com')
    await sentAfter(day)
    expect(receivers()).toHaveLength(5)
  })

  const merge = (from: { owner: OwnerScope }, into: { owner: OwnerScope }) => {
    const numbers = { source: from.owner.number, target: into.owner.number }
    return mergeTickets(mailDesk, from.owner, numbers, mailDesk.now)
  }
  const times = (words: string) =>
    server.received.filter(({ mail }) => mail.text?.includes(words)).length

  it('sends an answer once whose ticket was merged before its e-mail left', async () => {
    const target = await mailDesk.begin('First', { email })
    const source = await mailDesk.begin('Second', { email })
    await mailDesk.ownerReplies(source.owner, 'Long known.')
    await sentAfter(2 * minute)
    await source.seen('visitor', 2)
    await mailDesk.ownerReplies(source.owner, 'Not yet left.')
    await mailDesk.ownerReplies(target.owner, 'On its way, too.')
    for (const _ of [1, 2]) await merge(source, target)
    server.received.length = 0
    await sentAfter(2 * minute)
    await sentAfter(2 * day)
    expect(['Long known.', 'Not yet left.', 'On its way, too.'].map(times)).toEqual([0, 1, 1])
  })

  it('sends each answer once of a ticket that was merged twice', async () => {
    const last = await mailDesk.begin('First', { email })
    const middle = await mailDesk.begin('Second', { email })
    const first = await mailDesk.begin('Third', { email })
    await mailDesk.ownerReplies(first.owner, 'Sent before both.')
    await sentAfter(2 * minute)
    await mailDesk.ownerReplies(first.owner, 'Unsent at the first.')
    await merge(first, middle)
    await mailDesk.ownerReplies(middle.owner, 'Unsent at the second.')
    await merge(middle, last)
    await sentAfter(2 * minute)
    await sentAfter(day)
    const words = ['Sent before both.', 'Unsent at the first.', 'Unsent at the second.']
    expect(words.map(times)).toEqual([1, 1, 1])
  })

  it('sends no answer that its visitor has read before the ticket was merged again', async () => {
    const last = await mailDesk.begin('First', { email })
    const middle = await mailDesk.begin('Second', { email })
    const first = await mailDesk.begin('Third', { email })
    await mailDesk.ownerReplies(first.owner, 'Read in between.')
    await merge(first, middle)
    await middle.seen('visitor', 3)
    await merge(middle, last)
    expect(await sentAfter(day)).toEqual([])
  })

  it('sends no answer again of a ticket that was merged again after its e-mail had left', async () => {
    const last = await mailDesk.begin('First', { email })
    const middle = await mailDesk.begin('Second', { email })
    const first = await mailDesk.begin('Third', { email })
    await mailDesk.ownerReplies(first.owner, 'From the first.')
    await merge(first, middle)
    await sentAfter(2 * minute)
    await mailDesk.ownerReplies(middle.owner, 'From the second.')
    await merge(middle, last)
    await sentAfter(2 * minute)
    await sentAfter(day)
    expect(['From the first.', 'From the second.'].map(times)).toEqual([1, 1])
  })

  it('sends an answer once whose ticket is merged while its e-mail is about to leave', async () => {
    const target = await mailDesk.begin('First', { email })
    const source = await mailDesk.begin('Second', { email })
    await mailDesk.ownerReplies(source.owner, 'Just in time.')
    mailDesk.forward(2 * minute)
    await mailDesk.round({
      ...mailDesk.smtp,
      async send(letter, handOver) {
        await merge(source, target)
        await mailDesk.smtp.send(letter, handOver)
      },
    })
    await sentAfter(2 * minute)
    await sentAfter(day)
    expect(times('Just in time.')).toBe(1)
  })

  it('sends the link that a visitor asked for before their ticket was merged', async () => {
    const target = await mailDesk.begin('First', { email })
    const source = await mailDesk.begin('Second', { email })
    await planLink(mailDesk, source.ticket, mailDesk.now)
    await merge(source, target)
    const [mail] = await sentAfter(minute)
    expect(mail?.text).toContain(target.secret)
  })

  it('sends no answer of a merged ticket that its visitor has read', async () => {
    const target = await mailDesk.begin('First', { email })
    const source = await mailDesk.begin('Second', { email })
    await mailDesk.ownerReplies(source.owner, 'Read at once.')
    await source.seen('visitor', 2)
    await merge(source, target)
    expect(await sentAfter(day)).toEqual([])
  })

  const splitOff = (from: { owner: OwnerScope }, seq: number) => {
    const keys = { startKey: 'split', secretHash: 'secret of the split' }
    return splitTicket(mailDesk, from.owner, { seq, later: true }, keys, 'en', mailDesk.now)
  }

  it('A split sends no answer again that was sent and merged before it', async () => {
    const target = await mailDesk.begin('First', { email })
    const source = await mailDesk.begin('Second', { email })
    await mailDesk.ownerReplies(source.owner, 'From the second.')
    await mailDesk.ownerReplies(target.owner, 'From the first.')
    await sentAfter(2 * minute)
    await merge(source, target)
    await sentAfter(day)
    await splitOff(target, 3)
    await sentAfter(day)
    await mailDesk.ownerReplies({ ...target.owner, number: 3 }, 'From the third.')
    await sentAfter(day)
    const words = ['From the first.', 'From the second.', 'From the third.']
    expect(words.map(times)).toEqual([1, 1, 1])
  })

  it('A split sends each answer once whose e-mail had not left', async () => {
    const target = await mailDesk.begin('First', { email })
    const source = await mailDesk.begin('Second', { email })
    await mailDesk.ownerReplies(source.owner, 'Sent before both.')
    await sentAfter(2 * minute)
    await mailDesk.visitorWrites(target.hash, 'And another matter')
    await mailDesk.ownerReplies(target.owner, 'Unsent at the merge.')
    await merge(source, target)
    await mailDesk.ownerReplies(target.owner, 'Unsent after the merge.')
    await splitOff(target, 2)
    await sentAfter(2 * minute)
    await sentAfter(day)
    const words = ['Sent before both.', 'Unsent at the merge.', 'Unsent after the merge.']
    expect(words.map(times)).toEqual([1, 1, 1])
  })

  it('A split sends an answer once whose e-mail is about to leave', async () => {
    const ticket = await mailDesk.begin('First', { email })
    await mailDesk.visitorWrites(ticket.hash, 'And another matter')
    await mailDesk.ownerReplies(ticket.owner, 'Just in time.')
    mailDesk.forward(2 * minute)
    await mailDesk.round({
      ...mailDesk.smtp,
      async send(letter, handOver) {
        await splitOff(ticket, 2)
        await mailDesk.smtp.send(letter, handOver)
      },
    })
    await sentAfter(2 * minute)
    await sentAfter(day)
    expect(times('Just in time.')).toBe(1)
  })

  it('sends copies that are due where their answer went by merging', async () => {
    const target = await mailDesk.begin('First', { email })
    const source = await mailDesk.begin('Second', { email })
    await mailDesk.ownerReplies(source.owner, 'Yes, both.', ['bob@copy.example'])
    await merge(source, target)
    await sentAfter(2 * minute)
    await sentAfter(hour)
    const copies = server.received.filter(({ to }) => to[0] === 'bob@copy.example')
    expect(copies.map(({ mail }) => mail.text)).toEqual([expect.stringContaining('Yes, both.')])
  })

  it('sends one address at most three automatic e-mails a day', async () => {
    const tickets = []
    for (const body of ['One?', 'Two?', 'Three?', 'Four?']) {
      const { owner, ticket, seen } = await mailDesk.begin(body, { email })
      await mailDesk.ownerReplies(owner, 'Yes.')
      await seen('visitor', 2)
      await moveTicket(mailDesk, owner, 'solve', mailDesk.now)
      tickets.push(ticket)
    }
    expect(await sentAfter(2 * hour)).toHaveLength(3)
    expect(await sentAfter(2 * day)).toHaveLength(3)
    const asked = tickets.map(({ id }) => mailDesk.mails.findLatest(id, 'visitor-rating'))
    const dropped = (await Promise.all(asked)).filter((mail) => mail?.state === 'dropped')
    expect(dropped.map((mail) => mail?.problem)).toEqual(['often'])
  })

  it('reminds three days before a waiting conversation ends, once, unless it was resumed', async () => {
    const { owner } = await mailDesk.begin('Quiet', { email })
    const lively = await mailDesk.begin('Lively', { email })
    for (const { owner } of [{ owner: lively.owner }]) await mailDesk.ownerReplies(owner, 'Yes?')
    await mailDesk.ownerReplies(owner, 'Which colour?')
    await sentAfter(3 * minute)
    server.received.length = 0
    const timers = async () => {
      await runTimers(mailDesk, mailDesk.now, 9, (ticket) =>
        planReminder(mailDesk, ticket, mailDesk.now),
      )
      return sentAfter(0)
    }
    mailDesk.forward(10 * day)
    await mailDesk.visitorWrites(lively.hash, 'Yes')
    expect(await timers()).toEqual([])
    mailDesk.forward(day)
    const [mail] = await timers()
    expect(mail?.subject).toBe('Sind Sie noch da? Quiet')
    // Answered at noon on Wednesday 4 March, and two weeks later it is the 18th.
    expect(mail?.text).toContain('Am Mittwoch,\u00a018.\u00a0März endet das Gespräch.')
    expect(await timers()).toHaveLength(1)
    mailDesk.forward(3 * day)
    await timers()
    expect((await mailDesk.tickets.find(owner))?.state).toBe('solved')
    expect(server.received).toHaveLength(1)
  })

  it('lets no name turn the words around it, and no text be more than text', async () => {
    const { owner } = await mailDesk.begin('<img src=x onerror=alert(1)>\u202egnp', {
      name: 'Vera\u202e <b>',
      email,
    })
    await mailDesk.ownerReplies(owner, '<script>alert(1)</script> & Co.')
    const [mail] = await sentAfter(2 * minute)
    expect(mail?.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; Co.')
    expect(mail?.html).not.toMatch(/<(script|img|b|link|iframe)[ >]/)
    expect(mail?.html).not.toMatch(/url\(|<[^>]+ src=|@import/)
    expect(JSON.stringify(mail)).not.toContain('\u202e')
  })
})
