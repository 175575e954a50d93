import { beforeEach, describe, expect, it } from 'vitest'
import { assignTicket } from '~/domain/tickets/assigning'
import { assignTickets } from '~/domain/tickets/several'
import { readUndo } from '~/domain/tickets/undo'
import { undoWork } from '~/domain/tickets/work'
import { hour, mailDesk, minute, server, useMailDesk } from '../support/mail-desk'

describe('an e-mail about a ticket that a colleague gave', () => {
  useMailDesk()
  beforeEach(async () => {
    await mailDesk.join('ben')
    await mailDesk.members.rename('ada', 'Ada Blum')
    await mailDesk.members.rename('ben', 'Ben')
    // Only what is his own.
    const whose = { ticket: 'mine', message: 'mine' } as const
    await setNotifications('ben', { events: { ticket: 'now', message: 'now' }, whose })
    await setNotifications('ada', { events: { ticket: 'off', message: 'off' } })
  })

  const setNotifications = (
    uid: string,
    notifications: Parameters<typeof mailDesk.accounts.setNotifications>[1],
  ) => mailDesk.accounts.setNotifications(uid, notifications)

  const give = (number: number, uid: string | undefined = 'ben') =>
    assignTicket(mailDesk, { ...scope(), number }, uid, mailDesk.now)
  const scope = () => ({ deskId: mailDesk.desk.id, byUid: 'ada' })

  async function sent() {
    for (const wait of [minute, minute, minute]) {
      mailDesk.forward(wait)
      await mailDesk.round()
    }
    return server.received.map(({ to, mail }) => [to[0], mail.subject])
  }

  async function readerOfBen() {
    const members = await mailDesk.members.list(mailDesk.desk.id)
    return members.find(({ uid }) => uid === 'ben')?.reader ?? ''
  }

  it('names who gave it, and brings what waits for an answer, once', async () => {
    const { owner, hash } = await mailDesk.begin('Is it open?', { name: 'Lena' })
    await mailDesk.ownerReplies(owner, 'Yes.')
    await mailDesk.visitorWrites(hash, 'On Sunday, too?')
    await give(owner.number)
    expect(await sent()).toEqual([['ben@example.com', 'Ada Blum gave you ticket 1 from Lena']])
    const { mail } = server.received[0] ?? {}
    expect(mail?.text).toContain('> On Sunday, too?')
    expect(mail?.text).not.toContain('Is it open?')
    expect(mail?.text).toMatch(/Lena · no\. 1 · .+ · given by Ada Blum/)
    expect(mail?.text).toContain('/dashboard/tickets?ticket=1&desk=')
    expect(await sent()).toHaveLength(1)
  })

  const own = () => server.received.filter(({ to }) => to[0] === 'ben@example.com')

  it('A letter about a given ticket has its guest’s last words and the giver’s fresh note where nobody waits', async () => {
    const { owner } = await mailDesk.begin('Is it open?', { name: '', email: 'lena@guest.example' })
    await mailDesk.ownerReplies({ ...owner, byUid: 'ada' }, 'Yes.')
    await mailDesk.ownerNotes(owner, 'Long ago.')
    mailDesk.forward(2 * hour)
    await mailDesk.ownerNotes(owner, 'She comes on Friday.')
    await mailDesk.ownerNotes(owner, 'Cleo was here.', 'cleo')
    await give(owner.number)
    await sent()
    expect(own().map(({ mail }) => mail.subject)).toEqual([
      'Ada Blum gave you ticket 1 from lena@guest.example',
    ])
    const { text } = own()[0]?.mail ?? {}
    expect(text).toMatch(/lena@guest\.example · no\. 1 .+ given by Ada Blum\n> Is it open\?/)
    expect(text).toMatch(/Ada Blum, note for the team · .+\n> She comes on Friday\./)
    for (const other of ['Yes.', 'Long ago.', 'Cleo was here.']) expect(text).not.toContain(other)
  })

  it.each(['before', 'after'])(
    'A note that names who is given the ticket, %s that, is in the same letter',
    async (when) => {
      const { owner } = await mailDesk.begin('Is it open?', { name: 'Lena' })
      await mailDesk.join('cleo')
      const name = () => mailDesk.ownerNotes(owner, '@Ben, you know her.', 'cleo')
      if (when === 'before') await name()
      mailDesk.forward(10_000)
      await give(owner.number)
      mailDesk.forward(10_000)
      if (when === 'after') await name()
      await sent()
      expect(own().map(({ mail }) => mail.subject)).toEqual([
        'Ada Blum gave you ticket 1 from Lena',
      ])
      expect(own()[0]?.mail.text).toContain('> Is it open?')
      expect(own()[0]?.mail.text).toMatch(/cleo, note for the team · .+\n> @Ben, you know her\./)
      await sent()
      expect(own()).toHaveLength(1)
    },
  )

  it('A letter about given tickets is one for several that were given together', async () => {
    const numbers: number[] = []
    for (const body of ['One', 'Two', 'Three']) {
      numbers.push((await mailDesk.begin(body)).ticket.number)
    }
    await assignTickets(mailDesk, scope(), numbers, 'ben', mailDesk.now)
    expect(await sent()).toEqual([['ben@example.com', 'You were given 3 tickets']])
  })

  it('A letter about a given ticket is not sent once it was read, nor to who wants none or took it', async () => {
    const [read, moved, taken] = [
      await mailDesk.begin('One'),
      await mailDesk.begin('Two'),
      await mailDesk.begin('Three'),
    ]
    await give(read.owner.number)
    await mailDesk.tickets.markSeen(read.owner, { reader: await readerOfBen() }, 1)
    await give(moved.owner.number)
    await give(moved.owner.number, 'ada')
    const own = { ...taken.owner, byUid: 'ben' }
    await setNotifications('ben', { events: { ticket: 'off', message: 'off' } })
    await assignTicket(mailDesk, own, 'ben', mailDesk.now)
    await give((await mailDesk.begin('Four')).owner.number)
    expect(await sent()).toEqual([])
  })

  it('A letter about a given ticket is not sent once that is undone, which takes the new mark back', async () => {
    const { owner } = await mailDesk.begin('Is it open?')
    const reader = await readerOfBen()
    await mailDesk.tickets.markSeen(owner, { reader }, 1)
    const seen = async () => (await mailDesk.tickets.find(owner))?.seenBy?.[reader]
    const undo = readUndo((await give(owner.number)).undo ?? '')
    expect(await seen()).toBe(0)
    if (undo) await undoWork(mailDesk, scope(), undo, mailDesk.now)
    expect(await seen()).toBe(1)
    expect((await mailDesk.tickets.find(owner))?.assignee).toBeUndefined()
    expect(await sent()).toEqual([])
  })
})
