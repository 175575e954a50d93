import { describe, expect, test } from 'vitest'
import type { MessageMail } from '../../app/domain/tickets/message-mail'
import {
  begin,
  eraseAccount,
  exampleMessage,
  exampleTicket,
  minute,
  type OpenStores,
} from './examples'
import { desk, stores, useTwoDesks } from './two-desks'

const nothing = () => ({})

export const exampleMessageMail = (key: string, mail: Partial<MessageMail> = {}): MessageMail => ({
  key,
  from: 'vera@example.com',
  proven: true,
  quoted: '> „Grüße“',
  left: ['winmail.dat'],
  ...mail,
})

export function messageMailContract(name: string, open: OpenStores) {
  describe(`messages that came by e-mail in ${name}`, () => {
    useTwoDesks(open)

    const byMail = (key: string) => exampleMessage(key, { mail: exampleMessageMail(key) })

    test('have what the e-mail had, and are found by its key', async () => {
      const { tickets } = stores
      const started = await tickets.start(exampleTicket(desk, 'a'), byMail('first'))
      const scope = { deskId: desk, number: 1 }
      await tickets.append(scope, byMail('second'), nothing)
      await tickets.append(scope, exampleMessage('third'), nothing)
      const messages = await tickets.messages(scope, 0, 9)
      expect(messages.map(({ mail }) => mail)).toEqual([
        exampleMessageMail('first'),
        exampleMessageMail('second'),
        undefined,
      ])
      for (const keys of [['first'], ['unknown', 'second']])
        expect((await tickets.findByMail(keys))?.id).toBe(started.ticket.id)
      expect(await tickets.findByMail(['third'])).toBeUndefined()
      expect(await tickets.findByMail([])).toBeUndefined()
      for (const key of ['first', 'second'])
        expect(await tickets.findMail(key)).toEqual(exampleMessageMail(key))
      expect(await tickets.findMail('third')).toBeUndefined()
    })

    test('keep whom they went to as well, and an answer whom it goes to', async () => {
      const { tickets } = stores
      const copies = ['bob@example.com', 'eve@example.com']
      await tickets.start(exampleTicket(desk, 'a'), exampleMessage('first', { copies }))
      const scope = { deskId: desk, number: 1 }
      const answer = exampleMessage('answer', { author: 'owner', copies: ['eve@example.com'] })
      await tickets.append(scope, answer, nothing)
      expect(await tickets.append(scope, answer, nothing)).toMatchObject({ kind: 'again' })
      const other = await tickets.append(scope, { ...answer, copies }, nothing)
      expect(other.kind).toBe('conflict')
      await tickets.append(scope, exampleMessage('third'), nothing)
      const messages = await tickets.messages(scope, 0, 9)
      expect(messages.map((each) => each.copies)).toEqual([copies, ['eve@example.com'], undefined])
    })

    test('come in once, whichever ticket they are for', async () => {
      const { tickets } = stores
      await tickets.start(exampleTicket(desk, 'a'), byMail('one'))
      const { owner } = await begin(tickets, desk, 'b')
      const again = exampleMessage('other key', { mail: exampleMessageMail('one') })
      await expect(tickets.append(owner, again, nothing)).rejects.toThrow()
      expect(await tickets.messages(owner, 0, 9)).toHaveLength(1)
    })

    test('are found in the ticket that theirs was merged into, by id and by key', async () => {
      const { tickets } = stores
      const { ticket: target } = await begin(tickets, desk, 'target')
      const { ticket: source } = await tickets.start(exampleTicket(desk, 'b'), byMail('moved'))
      await tickets.merge(desk, { source: 2, target: 1 }, () => ({ source: {}, target: {} }))
      expect((await tickets.findByMail(['moved']))?.id).toBe(target.id)
      expect(await tickets.findMail('moved')).toEqual(exampleMessageMail('moved'))
      expect((await tickets.findById(source.id))?.id).toBe(target.id)
      expect((await tickets.findById(target.id))?.lastSeq).toBe(2)
      expect(await tickets.findById('unknown')).toBeUndefined()
    })

    test('are gone with their ticket, and may then come in again', async () => {
      const { tickets, erasure } = stores
      const { ticket } = await tickets.start(exampleTicket(desk, 'a'), byMail('gone'))
      await erasure.hideTicket({ deskId: desk, number: 1 }, minute(1))
      expect(await tickets.findById(ticket.id)).toBeUndefined()
      expect(await tickets.findByMail(['gone'])).toBeUndefined()
      expect(await tickets.findMail('gone')).toBeUndefined()
      while (await erasure.eraseStep(50)) {}
      const next = await tickets.start(exampleTicket(desk, 'b'), byMail('gone'))
      expect((await tickets.findByMail(['gone']))?.id).toBe(next.ticket.id)
    })

    test('are gone with their desk', async () => {
      const { ticket } = await stores.tickets.start(exampleTicket(desk, 'a'), byMail('gone'))
      await eraseAccount(stores, 'ada')
      expect(await stores.tickets.findById(ticket.id)).toBeUndefined()
      expect(await stores.tickets.findByMail(['gone'])).toBeUndefined()
      expect(await stores.tickets.findMail('gone')).toBeUndefined()
    })
  })
}
