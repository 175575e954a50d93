import { expect, test } from 'vitest'
import { planMails } from '~/domain/letters/plans'
import type { MailStore } from '~/domain/outbox/mails'
import type { Ticket } from '~/domain/tickets/tickets'
import { exampleTicket, minute } from '../../contracts/examples'

test('an e-mail is queued by the first scan that finds it, and not by later ones', async () => {
  const ticket: Ticket = {
    ...exampleTicket('desk-ada', 'a'),
    number: 1,
    priority: 'normal',
    tags: [],
    state: 'waiting',
    visitorEmail: 'vera@example.com',
    firstReplyAt: minute(0),
    lastSeq: 2,
    visitorSeenSeq: 1,
    ownerSeenSeq: 0,
    updatedAt: minute(0),
  }
  let there = [ticket]
  const queued: string[][] = []
  const ports = {
    changedTickets: { between: async () => there },
    members: { list: async () => [] },
    mails: {
      add: async (mails) => queued.push(mails.map(({ key }) => key.split(' ')[1] ?? '')),
    } as Pick<MailStore, 'add'> as MailStore,
  }
  const goOn = async () => true
  const first = await planMails(ports, undefined, minute(1), goOn)
  there = [
    { ...ticket, updatedAt: minute(1) },
    { ...ticket, id: 'another' },
  ]
  const second = await planMails(ports, first, minute(2), goOn)
  await planMails(ports, second, minute(3), goOn)
  expect(queued).toEqual([[ticket.id], ['another']])
})
