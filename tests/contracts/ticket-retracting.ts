import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Desk } from '../../app/domain/desks/desks'
import { retractBeginning } from '../../app/domain/erasure/beginnings'
import type { MailChange } from '../../app/domain/outbox/mails'
import type { Stores } from '../../app/domain/stores'
import { stateChange } from '../../app/domain/tickets/changes'
import { replyAsOwner, writeFirst } from '../../app/domain/tickets/conversations'
import { readRetraction, retraction, retractionOf } from '../../app/domain/tickets/retracting'
import type { OwnerScope, TicketScope } from '../../app/domain/tickets/scopes'
import type { Ticket } from '../../app/domain/tickets/tickets'
import {
  begin,
  exampleAttachment,
  exampleMessage,
  minute,
  type OpenStores,
  twoDesks,
} from './examples'

const plenty = { desk: 1_000, ticket: 1_000, unanswered: 1_000, network: 1_000, source: 1_000 }
const live = {
  publish: () => undefined,
  subscribe: async () => () => undefined,
  revision: () => '',
}
const presence = {
  at: async () => ({ visitor: 'away' as const, owner: 'away' as const, members: [] }),
}
const second = (seconds: number) => new Date(minute(2).getTime() + seconds * 1_000)

export function ticketRetractingContract(name: string, open: OpenStores) {
  describe(`taking answers back in ${name}`, () => {
    let stores: Stores
    let desk: Desk
    let neighbour: Desk
    let ticket: Ticket
    let owner: OwnerScope & { byUid: string }
    let visitor: TicketScope
    beforeEach(async () => {
      stores = await open()
      ;[desk, neighbour] = await twoDesks(stores)
      const begun = await begin(stores.tickets, desk.id, 'a')
      ticket = begun.ticket
      visitor = begun.visitor
      owner = { deskId: desk.id, number: ticket.number, byUid: 'ada' }
    })
    afterEach(() => stores.close())

    /** Answered in minute 2 with a letter and a copy; returns what undoes it. */
    async function answer(body = 'Yes, Kanarienvogel', files: string[] = []) {
      const attachments = files.map((id) =>
        exampleAttachment(desk.id, id, { createdAt: minute(2) }),
      )
      const target = { deskId: desk.id, ticketId: ticket.id }
      for (const each of attachments) await stores.attachments.hold(each, target, plenty)
      const writing = {
        ...{ clientKey: 'answer', body, attachments, locale: 'de' as const },
        ...{ copies: ['bob@copy.example'], undoSeconds: 10, reader: 'reader-ada', seen: 1 },
        takenBy: undefined,
      }
      const answered = await replyAsOwner({ ...stores, live }, owner, writing, minute(2))
      if (answered.kind !== 'added' || !answered.before) throw new Error('Not answered')
      const step = readRetraction(retractionOf({ ...answered, before: answered.before }, 10))
      if (!step) throw new Error('Not to be undone')
      return step
    }

    const takeBack = (
      step: Awaited<ReturnType<typeof answer>>,
      { at = second(5), scope = owner, byUid = 'ada' } = {},
    ) =>
      stores.ticketRetractions.retract(
        scope,
        step.answer,
        (there, message) => retraction(there, message, step, byUid, at),
        at,
      )
    const read = async (scope: TicketScope) =>
      (await stores.tickets.messages(scope, 0, 99)).map(({ seq, body }) => `${seq} ${body}`)
    const first = '1 Words of first-desk-ada-a'
    const letter = () => `visitor-answer ${ticket.id} 2`
    const copy = () => `visitor-copy ${ticket.id} 2 0`
    const change = (key: string, change: MailChange) =>
      stores.mails.change(key, second(1), () => change)
    const due = async () => (await stores.mails.listDue(minute(99), 9)).map(({ key }) => key)

    test('an answer taken back is shown to nobody, and its words wait for who wrote it', async () => {
      const step = await answer()
      expect(await due()).toEqual([letter(), copy()])
      expect(await takeBack(step)).toMatchObject({ kind: 'retracted', ticket: { number: 1 } })
      expect(await read(owner)).toEqual([first])
      expect(await read(visitor)).toEqual([first])
      expect(await due()).toEqual([])
      const after = await stores.tickets.find(owner)
      const { lastSeq, ownerSeenSeq, seenBy, updatedAt, takenBack, ...rest } = after ?? {}
      const { lastSeq: _, ownerSeenSeq: __, seenBy: ___, updatedAt: ____, ...before } = ticket
      expect(rest).toEqual({ ...rest, ...before })
      expect([lastSeq, ownerSeenSeq, updatedAt]).toEqual([2, 2, second(5)])
      expect(seenBy).toMatchObject({ 'reader-ada': 2 })
      expect(takenBack).toEqual({
        ...{ key: 'answer', byUid: 'ada', body: 'Yes, Kanarienvogel', files: [] },
        ...{ copies: ['bob@copy.example'], to: 'vera@example.com' },
      })
      expect(await stores.tickets.count(desk.id)).toMatchObject({ open: 1, waiting: 0 })
      const { found } = await stores.ticketSearch.search(desk.id, ['kanarienvogel'], {}, 9)
      expect(found).toEqual([])
      const history = await stores.ticketHistory.entries(owner, 9)
      expect(history.at(-1)).toMatchObject({ kind: 'retract', actor: 'owner' })
    })

    test('the form of an answer taken back adds nothing when it is sent again; the next answer ends the wait of its words', async () => {
      await takeBack(await answer())
      const again = exampleMessage('answer', { author: 'owner', body: 'Yes, Kanarienvogel' })
      expect((await stores.tickets.append(owner, again, () => ({}))).kind).toBe('conflict')
      const said = { clientKey: 'other', body: 'Yes.', locale: 'de' } as const
      const sent = await replyAsOwner({ ...stores, live }, owner, said, minute(3))
      expect(sent).toMatchObject({ kind: 'added', message: { seq: 3 } })
      expect((await stores.tickets.find(owner))?.takenBack).toBeUndefined()
      expect(await read(visitor)).toEqual([first, '3 Yes.'])
    })

    test('an answer taken back leaves neither its words nor its writer in the list', async () => {
      const step = await answer()
      const line = async () =>
        (await stores.tickets.list(desk.id, { order: 'newest' }, 9)).tickets[0]
      expect(await line()).toMatchObject({ latest: 'Yes, Kanarienvogel', latestBy: 'ada' })
      await takeBack(step)
      expect(await line()).toMatchObject({ latest: ticket.latest })
      expect((await line())?.latestBy).toBeUndefined()
    })

    test('an answer is taken back once, however often it is asked', async () => {
      const step = await answer()
      await takeBack(step)
      const before = await stores.tickets.find(owner)
      expect(await takeBack(step, { at: second(6) })).toEqual({ kind: 'again', ticket: before })
    })

    test('of two presses at once, one takes an answer back', async () => {
      const step = await answer()
      const kinds = (await Promise.all([takeBack(step), takeBack(step)])).map(({ kind }) => kind)
      expect(kinds.sort()).toEqual(['again', 'retracted'])
    })

    test('files of an answer taken back wait to be sent, and count once', async () => {
      const step = await answer('With a file', ['f'])
      const target = { deskId: desk.id, ticketId: ticket.id }
      const before = await stores.attachments.used(target, minute(3))
      await takeBack(step, { at: second(9) })
      expect(await stores.attachments.used(target, minute(3))).toEqual(before)
      expect(await stores.attachments.find({ deskId: desk.id }, 'f')).toBeUndefined()
      const files = await stores.attachments.list(desk.id, ['f'])
      expect(files).toEqual([exampleAttachment(desk.id, 'f', { createdAt: second(9) })])
      const again = exampleMessage('again', { author: 'owner', attachments: files })
      expect((await stores.tickets.append(owner, again, () => ({}))).kind).toBe('added')
      expect(await stores.attachments.used(target, minute(3))).toEqual(before)
      expect(await stores.attachments.find({ deskId: desk.id }, 'f')).toMatchObject({ id: 'f' })
    })

    test('files of an answer that nobody sends again go as other unsent ones do', async () => {
      const step = await answer('With a file', ['f'])
      expect(await stores.attachments.letGo(minute(9), 9)).toBe(0)
      await takeBack(step)
      expect(await stores.attachments.letGo(second(5), 9)).toBe(0)
      expect(await stores.attachments.letGo(minute(9), 9)).toBe(1)
      expect((await stores.attachments.used({ deskId: desk.id }, minute(9))).desk).toBe(0)
    })

    test.each(['handed-over', 'sent', 'uncertain'] as const)(
      'an answer stays once its letter is %s',
      async (state) => {
        const step = await answer()
        await change(letter(), { state })
        expect((await takeBack(step)).kind).toBe('refused')
        expect(await read(visitor)).toEqual([first, '2 Yes, Kanarienvogel'])
        expect(await due()).toContain(copy())
      },
    )

    test('an answer stays once a copy of it has left', async () => {
      const step = await answer()
      await change(copy(), { state: 'sent' })
      expect((await takeBack(step)).kind).toBe('refused')
    })

    test('a sender that has claimed the letter of an answer does not send it, and writes another one once more', async () => {
      const step = await answer()
      const earlier = { ...ticketMail(), key: `visitor-answer ${ticket.id} 1`, seq: 1 }
      await stores.mails.add([earlier], minute(2))
      for (const key of [letter(), earlier.key])
        await change(key, { state: 'claimed', attempt: 'try', dueAt: minute(9) })
      expect((await takeBack(step)).kind).toBe('retracted')
      const held = async (key: string) =>
        (await stores.mails.change(key, second(6), (mail) =>
          mail.attempt === 'try' ? {} : undefined,
        )) !== undefined
      expect([await held(letter()), await held(earlier.key)]).toEqual([false, false])
      expect(await due()).toEqual([earlier.key])
    })

    function ticketMail() {
      const { id: ticketId, deskId, number } = ticket
      return { kind: 'visitor-answer', deskId, ticketId, number, dueAt: minute(2) } as const
    }

    test('a message taken back that began its ticket takes the ticket along, and its files stay', async () => {
      const file = exampleAttachment(desk.id, 'f', { createdAt: minute(2) })
      await stores.attachments.hold(file, { deskId: desk.id }, plenty)
      const place = { deskId: desk.id, startKey: 'first', secretHash: 'hash of first' }
      const said = { body: 'Hello', attachments: [file], copies: ['bob@copy.example'] }
      const reader = { name: '', email: 'ines@example.com', locale: 'de' as const }
      const writing = { ...place, ...said, ...reader, byUid: 'ada', undoSeconds: 10 }
      const begun = await writeFirst({ ...stores, live }, writing, minute(2))
      if (begun.kind !== 'added') throw new Error('Not begun')
      const step = readRetraction(retractionOf({ ...begun, before: begun.ticket }, 10))
      if (!step) throw new Error('Not to be undone')
      const scope = { ...owner, number: begun.ticket.number }
      const ports = { ...stores, live, presence, mailer: { forget: async () => undefined } }
      expect(await due()).toHaveLength(2)
      const back = await retractBeginning(ports, scope, step, second(5))
      expect(back).toMatchObject({
        kind: 'retracted',
        ticket: { takenBack: { body: 'Hello', files: ['f'], to: 'ines@example.com' } },
      })
      expect(await stores.tickets.find(scope)).toBeUndefined()
      while (await stores.erasure.eraseStep(100));
      expect(await due()).toEqual([])
      expect(await stores.attachments.list(desk.id, ['f'])).toMatchObject([{ id: 'f' }])
      expect((await stores.attachments.used({ deskId: desk.id }, minute(3))).desk).toBe(file.size)
      expect(await retractBeginning(ports, scope, step, second(6))).toEqual({ kind: 'unknown' })
    })

    test('an answer takes the end of its ticket along', async () => {
      const step = await answer()
      await stores.tickets.move(owner, (there) => stateChange(there, 'solve', 'owner', second(1)))
      expect((await takeBack(step)).kind).toBe('retracted')
      expect(await stores.tickets.find(owner)).toMatchObject({
        state: 'open',
        waitingSince: minute(0),
      })
    })

    test('an answer stays once its visitor has read it, or its time is over', async () => {
      const step = await answer()
      const late = { at: second(21) }
      expect((await takeBack(step, late)).kind).toBe('refused')
      await stores.tickets.markSeen(visitor, 'visitor', 2)
      expect((await takeBack(step)).kind).toBe('refused')
    })

    test('an answer stays once another message has followed', async () => {
      const step = await answer()
      await stores.tickets.append(visitor, exampleMessage('more'), () => ({}))
      expect((await takeBack(step)).kind).toBe('refused')
    })

    test('an answer is taken back by its writer alone', async () => {
      const step = await answer()
      expect((await takeBack(step, { byUid: 'cleo' })).kind).toBe('refused')
      const scope = { ...owner, deskId: neighbour.id }
      expect(await takeBack(step, { scope })).toEqual({ kind: 'unknown' })
      expect(await takeBack({ ...step, answer: 'first-desk-ada-a' })).toMatchObject({
        kind: 'refused',
      })
    })
  })
}
