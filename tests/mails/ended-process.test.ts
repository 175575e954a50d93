import { beforeEach, describe, expect, it } from 'vitest'
import { invite } from '~/domain/members/inviting'
import { noteAsOwner, replyAsOwner, startTicket } from '~/domain/tickets/conversations'
import { membersNamed } from '~/domain/tickets/mentions'
import { mergeTickets } from '~/domain/tickets/merging'
import { invitationSecret } from '~/http/links/invitation-link.server'
import { secretHash } from '~/http/links/ticket-link.server'
import { day, mailDesk, minute, secrets, server, useMailDesk } from '../support/mail-desk'

const email = 'vera@example.com'
const writing = { clientKey: 'key', locale: 'de' } as const

class Ended extends Error {}

/** Commits, and lets nothing follow: as for a process that ends right after the commit. */
function ending<Asked extends unknown[]>(commit: (...asked: Asked) => Promise<unknown>) {
  return async (...asked: Asked): Promise<never> => {
    await commit(...asked)
    throw new Ended()
  }
}

describe('after a process that ended right after its commit', () => {
  useMailDesk()
  beforeEach(async () => {
    const events = { ticket: 'off', message: 'now' } as const
    await mailDesk.accounts.setNotifications('ada', { events })
  })

  const endingTickets = () => ({
    ...mailDesk,
    tickets: {
      ...mailDesk.tickets,
      start: ending(mailDesk.tickets.start),
      append: ending(mailDesk.tickets.append),
      merge: ending(mailDesk.tickets.merge),
    },
  })

  async function receivers() {
    for (const pause of [3 * minute, 3 * minute, day]) {
      mailDesk.forward(pause)
      await mailDesk.round()
    }
    return server.received.map(({ to }) => to[0]).sort()
  }

  it('a merge sends the answer that had not left, once', async () => {
    const target = await mailDesk.begin('First', { email })
    const source = await mailDesk.begin('Second', { email })
    await mailDesk.ownerReplies(source.owner, 'Yes.')
    const numbers = { source: source.owner.number, target: target.owner.number }
    const merge = () => mergeTickets(endingTickets(), source.owner, numbers, mailDesk.now)
    for (const _ of [1, 2]) await expect(merge()).rejects.toThrow(Ended)
    expect(await receivers()).toEqual([email])
    expect(server.received[0]?.mail.text).toContain('Yes.')
  })

  it('an answer reaches its visitor and those in copy, once', async () => {
    const { owner } = await mailDesk.begin('One', { email })
    const copies = ['bob@copy.example', 'eve@copy.example']
    const said = { ...writing, body: 'Yes, all.', copies }
    const reply = () => replyAsOwner(endingTickets(), owner, said, mailDesk.now)
    for (const _ of [1, 2]) await expect(reply()).rejects.toThrow(Ended)
    expect(await receivers()).toEqual([...copies, email].sort())
  })

  it('a note notifies whom it names, once', async () => {
    const { owner } = await mailDesk.begin('One')
    await mailDesk.join('cleo')
    const body = '@cleo, please'
    const desk = (await mailDesk.desks.findById(owner.deskId)) ?? mailDesk.desk
    const named = await membersNamed(mailDesk, desk, body, 'ada')
    const note = () =>
      noteAsOwner(
        endingTickets(),
        { ...owner, byUid: 'ada' },
        { ...writing, body, named },
        mailDesk.now,
      )
    for (const _ of [1, 2]) await expect(note()).rejects.toThrow(Ended)
    await receivers()
    const sent = server.received.filter(({ mail }) => /mentioned you/.test(mail.subject ?? ''))
    expect(sent.map(({ to }) => to)).toEqual([['cleo@example.com']])
  })

  it('a conversation that an e-mail began has its receipt, once', async () => {
    const begun = { deskId: mailDesk.desk.id, startKey: 'start', secretHash: 'hash' }
    const start = {
      ...begun,
      body: 'By mail',
      locale: 'en',
      name: '',
      email,
      receipt: true,
    } as const
    const begin = () => startTicket(endingTickets(), start, mailDesk.now)
    for (const _ of [1, 2]) await expect(begin()).rejects.toThrow(Ended)
    expect(await receivers()).toEqual([email])
  })

  it('an invitation is sent, once', async () => {
    const { invitations } = mailDesk
    const add = ending(invitations.add)
    const { id: deskId } = mailDesk.desk
    const secret = invitationSecret(secrets[0] ?? '', deskId, 'form')
    const about = { deskId, createKey: 'form', secretHash: secretHash(secret), byUid: 'ada' }
    const asked = { email: 'cleo@new.example', kind: 'colleague', language: 'en' } as const
    const invited = { ...about, ...asked }
    const ask = (ports: Parameters<typeof invite>[0]) => invite(ports, invited, mailDesk.now)
    await expect(ask({ ...mailDesk, invitations: { ...invitations, add } })).rejects.toThrow(Ended)
    expect(await ask(mailDesk)).toBe('invited')
    expect(await receivers()).toEqual(['cleo@new.example'])
  })
})
