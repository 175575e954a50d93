import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Desk } from '../../app/domain/desks/desks'
import { newEmbed } from '../../app/domain/desks/embeds'
import type { belongings } from '../../app/domain/erasure/belongings'
import { freeFeedback } from '../../app/domain/feedback/feedback'
import { passkeyLetter } from '../../app/domain/identity/passkeys'
import { kindsOfDesk } from '../../app/domain/record-stores'
import type { Stores } from '../../app/domain/stores'
import type { OwnerScope } from '../../app/domain/tickets/scopes'
import type { Ticket } from '../../app/domain/tickets/tickets'
import { exampleDraft } from './drafts'
import {
  begin,
  eraseAccount,
  exampleAccount,
  exampleAttachment,
  exampleFactor,
  exampleInvitation,
  exampleLogEntry,
  exampleMail,
  exampleMember,
  exampleMessage,
  exampleOrder,
  examplePasskey,
  exampleSession,
  minute,
  type OpenStores,
  twoDesks,
} from './examples'

type Owner = keyof typeof belongings
type Belonging<Of extends Owner> =
  | (typeof belongings)[Of]['many'][number]
  | (typeof belongings)[Of]['few'][number]

/** How many there are of each. */
type Counts<Of extends Owner> = Record<Belonging<Of>, () => Promise<number>>

const plenty = { desk: 1_000, ticket: 1_000, unanswered: 1_000, network: 1_000, source: 1_000 }
const opinion = { rating: 5, comment: 'Good', locale: 'en' } as const

export function belongingsContract(name: string, open: OpenStores) {
  describe(`records erased together in ${name}`, () => {
    let stores: Stores
    let desk: Desk
    let ticket: Ticket
    let owner: OwnerScope
    beforeEach(async () => {
      stores = await open()
      ;[desk] = await twoDesks(stores)
      const begun = await begin(stores.tickets, desk.id, 'a')
      ticket = begun.ticket
      owner = { deskId: desk.id, number: ticket.number }
      await fillTicket()
    })
    afterEach(() => stores.close())

    /** Gives the ticket one of everything that belongs to one. */
    async function fillTicket() {
      const { tickets, attachments, feedback, mails } = stores
      const sent = exampleAttachment(desk.id, 'sent')
      await attachments.hold(sent, { deskId: desk.id }, plenty)
      const message = exampleMessage('m', { body: 'Kanarienvogel', attachments: [sent] })
      await tickets.append(owner, message, () => ({ tags: ['Ware'] }))
      const target = { deskId: desk.id, ticketId: ticket.id }
      await attachments.hold(exampleAttachment(desk.id, 'held'), target, plenty)
      await attachments.reserve(target, 5, plenty, minute(60), minute(0))
      await mails.add([exampleMail(ticket, 'mail')], minute(1))
      await mails.setStopped(ticket.id, true, minute(1))
      await stores.drafts.save(exampleDraft(ticket.id))
      await stores.mentions.note(ticket, ['ada'], { mentionedAt: minute(1) })
      await feedback.rate(ticket.secretHash, () => ({
        ...freeFeedback(
          { ...opinion, deskId: desk.id, createKey: '1', email: '', state: 'shown' },
          minute(1),
        ),
        kind: 'ticket',
        ticketId: ticket.id,
        number: ticket.number,
      }))
    }

    /** What is kept at the desk beside its tickets, and for its owner. */
    async function fillDesk() {
      const { savedReplies, embeds, feedback, photos, sessions, orders } = stores
      const at = { createdAt: minute(0), updatedAt: minute(0) }
      const reply = {
        id: 'reply',
        deskId: desk.id,
        createKey: 'k',
        shortcut: 'hi',
        text: {},
        ...at,
      }
      await savedReplies.add(reply, 9)
      await stores.invitations.add(exampleInvitation(desk.id, 'invited'), 9)
      await stores.auditLog.add(exampleLogEntry(desk.id, 'a'))
      await stores.mailAliases.add({ name: 'cafe', deskId: desk.id, chosenAt: minute(1) }, 9)
      await embeds.save(desk.id, { launcher: { en: 'Ask us' } })
      const given = {
        ...opinion,
        deskId: desk.id,
        createKey: '2',
        email: '',
        state: 'shown',
      } as const
      await feedback.add(freeFeedback(given, minute(1)))
      await photos.save('ada', { bytes: Uint8Array.of(1), version: '1', savedAt: minute(0) })
      await stores.secondFactors.change('ada', () => exampleFactor('ada'))
      await stores.passkeys.add(
        examplePasskey('ada', 'phone'),
        9,
        passkeyLetter('passkey-added', 'ada', minute(99)),
      )
      await sessions.create(exampleSession('one'))
      await orders.place(exampleOrder('own', { uid: 'ada', deskId: desk.id }), {})
      await orders.move({ number: 1_001 }, ({ id }) => ({
        entitlements: [
          {
            id: 'entitlement',
            deskId: desk.id,
            orderId: id,
            productId: 'plus',
            grants: {},
            from: minute(0),
            until: minute(60),
            createdAt: minute(0),
          },
        ],
      }))
    }

    const ofTicket: Counts<'ticket'> = {
      messages: async () => (await stores.tickets.messages(owner, 0, 9)).length,
      history: async () => (await stores.ticketHistory.entries(owner, 9)).length,
      mails: async () => (await stores.mails.listDue(minute(9), 9)).length,
      tags: async () => (await stores.tickets.tags(desk.id)).length,
      searchTexts: async () =>
        (await stores.ticketSearch.search(desk.id, ['kanarienvogel'], {}, 9)).found.length,
      feedback: async () =>
        (await stores.feedback.list(desk.id, { kind: 'ticket' }, 9)).feedback.length,
      mailStop: async () => Number(await stores.mails.isStopped(ticket.id)),
      attachments: async () => (await stores.attachments.list(desk.id, ['sent', 'held'])).length,
      reservations: async () =>
        (await stores.attachments.used({ deskId: desk.id }, minute(0))).desk,
      drafts: async () => (await stores.drafts.list(desk.id, 'ada')).length,
      mentions: async () => (await stores.mentions.list(desk.id, 'ada', 9)).length,
    }

    /** Those that are declared as kinds of records. */
    const records = {
      savedReplies: async () => (await stores.savedReplies.list(desk.id)).length,
      auditLog: async () => (await stores.auditLog.list(desk.id, 9)).entries.length,
      mailAliases: async () => (await stores.mailAliases.list(desk.id)).length,
      entitlements: async () => (await stores.entitlements.listAll(desk.id, 9)).length,
      embeds: async () => (await stores.embeds.find(desk.id)).launcher.en?.length ?? 0,
      mails: ofTicket.mails,
      drafts: ofTicket.drafts,
      mentions: ofTicket.mentions,
      members: async () => (await stores.members.list(desk.id)).length,
      invitations: async () => Number((await stores.invitations.find('invited')) !== undefined),
    }

    const ofDesk: Counts<'desk' | 'account'> = {
      ...records,
      ...ofTicket,
      tickets: async () => (await stores.tickets.listAll(desk.id, 0, 9)).length,
      counts: async () => (await stores.tickets.count(desk.id)).open,
      feedback: async () => (await stores.feedback.list(desk.id, {}, 9)).feedback.length,
      desk: async () => Number((await stores.desks.findById('desk-ada')) !== undefined),
      memberships: async () => (await stores.members.desksOf('ada')).length,
      sessions: async () => (await stores.sessions.list('ada')).length,
      orders: async () => (await stores.orders.listByAccount('ada', 9)).length,
      photo: async () => Number((await stores.photos.find('ada')) !== undefined),
      passkeys: async () => (await stores.passkeys.list('ada')).length,
      secondFactor: async () => Number((await stores.secondFactors.find('ada')) !== undefined),
    }

    async function countAll(counts: Record<string, () => Promise<number>>) {
      const found = await Promise.all(
        Object.entries(counts).map(async ([kind, count]) => [kind, await count()] as const),
      )
      return found.flatMap(([kind, count]) => (count > 0 ? [kind] : [])).sort()
    }

    test('with a ticket goes all that belongs to it, and its files are discarded', async () => {
      expect(await countAll(ofTicket)).toEqual(Object.keys(ofTicket).sort())
      await stores.erasure.hideTicket(owner, minute(2))
      while (await stores.erasure.eraseStep(2)) {}
      expect(await countAll(ofTicket)).toEqual([])
      expect((await stores.attachments.discarded(9)).sort()).toEqual([
        'file of held',
        'file of sent',
      ])
    })

    test('every kind of records that belongs to a desk is tried here', () => {
      expect(Object.keys(records).sort()).toEqual(kindsOfDesk.map(({ table }) => table).sort())
    })

    test('with an account goes its desk, and with that all that belongs to it', async () => {
      await fillDesk()
      expect(await countAll(ofDesk)).toEqual(Object.keys(ofDesk).sort())
      await eraseAccount(stores, 'ada')
      expect(await countAll(ofDesk)).toEqual([])
      expect(newEmbed()).toEqual(await stores.embeds.find(desk.id))
      expect(await stores.attachments.discarded(9)).toHaveLength(2)
    })

    test('what an account has bought for a desk that stays goes on', async () => {
      await fillDesk()
      await stores.accounts.save(exampleAccount('cleo'))
      await stores.members.join(exampleMember(desk.id, 'cleo', { kind: 'manager' }))
      await eraseAccount(stores, 'ada')
      expect(await stores.orders.listByAccount('ada', 9)).toEqual([])
      const [plan] = await stores.entitlements.listAll(desk.id, 9)
      expect(plan).toMatchObject({ productId: 'plus', until: minute(60) })
    })

    test('what others have stays, and no longer names what is gone', async () => {
      const next = await begin(stores.tickets, desk.id, 'b', { followUpOf: ticket.id })
      await stores.erasure.hideTicket(owner, minute(2))
      expect((await stores.tickets.find(next.owner))?.followUpOf).toBeUndefined()
      const theirs = await begin(stores.tickets, 'desk-ben', 'theirs')
      await stores.tickets.keep(theirs.ticket.secretHash, 'ada')
      await stores.orders.place(exampleOrder('b', { uid: 'ben', deskId: desk.id }), {})
      const declaration = {
        id: 'declaration',
        key: 'key',
        matter: { kind: 'withdrawal' },
        name: 'Vera',
        email: 'vera@example.com',
        contract: '1001',
        endsOn: '',
        language: 'de',
        ticket: { deskId: desk.id, number: 1 },
        mailed: false,
        receivedAt: minute(0),
      } as const
      await stores.declarations.take(declaration, [])
      await eraseAccount(stores, 'ada')
      expect((await stores.tickets.find(theirs.owner))?.keptBy).toBeUndefined()
      expect((await stores.orders.find({ number: 1_001 }))?.deskId).toBeUndefined()
      const { ticket: _, ...left } = declaration
      expect(await stores.declarations.find('declaration')).toEqual(left)
    })
  })
}
