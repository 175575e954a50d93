import { beforeEach, describe, expect, it } from 'vitest'
import type { WhoseTickets } from '~/domain/accounts/notifications'
import { followUp } from '~/domain/feedback/follow-up'
import { day, mailDesk, minute, server, useMailDesk } from '../support/mail-desk'

const events = { ticket: 'now', message: 'now' } as const
const off = { ticket: 'off', message: 'off' } as const

describe('what members are notified of', () => {
  useMailDesk()
  beforeEach(async () => {
    await mailDesk.accounts.setNotifications('ada', { events: off })
    await mailDesk.join('cleo')
  })

  const begin = async (title: string, assignee?: string) => {
    const begun = await mailDesk.begin(title)
    await mailDesk.tickets.move(begun.owner, () => ({ assignee }))
    return begun
  }

  const choose = (whose: WhoseTickets, mode: 'now' | 'digest' = 'now') =>
    mailDesk.accounts.setNotifications('cleo', {
      events: { ticket: mode, message: mode },
      whose: { ticket: whose, message: whose },
    })

  async function news(wait = 5 * minute) {
    mailDesk.forward(wait)
    await mailDesk.round()
    return server.received.map(({ mail }) => mail.text ?? '').join('\n')
  }

  it.each([
    ['all', ['Nobody’s', 'Cleo’s', 'Ada’s']],
    ['open', ['Nobody’s', 'Cleo’s']],
    ['mine', ['Cleo’s']],
  ] as const)('are the tickets that they choose: %s', async (whose, wanted) => {
    await choose(whose)
    await begin('Nobody’s')
    await begin('Cleo’s', 'cleo')
    await begin('Ada’s', 'ada')
    const text = await news()
    const told = ['Nobody’s', 'Cleo’s', 'Ada’s'].filter((title) => text.includes(title))
    expect(told).toEqual(wanted)
  })

  it('are no tickets that one of them has opened from feedback', async () => {
    await choose('all')
    const id = 'feedback-of-vera'
    await mailDesk.feedback.add({
      id,
      deskId: mailDesk.desk.id,
      kind: 'free',
      createKey: id,
      rating: 1,
      comment: 'Cold coffee',
      locale: 'en',
      email: 'vera@example.com',
      state: 'shown',
      createdAt: mailDesk.now,
      updatedAt: mailDesk.now,
    })
    const making = { secretHash: (key: string) => `hash of ${key}`, words: '' }
    const opened = await followUp(mailDesk, mailDesk.desk.id, id, making, mailDesk.now)
    expect(opened).toMatchObject({ kind: 'opened' })
    expect(await news()).not.toContain('Cold coffee')
  })

  it('are mentions in any ticket', async () => {
    await choose('mine')
    const { owner } = await begin('Ada’s', 'ada')
    await mailDesk.ownerNotes(owner, '@cleo, please')
    expect(await news()).toContain('@cleo, please')
  })

  it('are, once a day, tickets with whom each waits for', async () => {
    await choose('all', 'digest')
    await begin('One')
    await begin('Two', 'cleo')
    await begin('Three', 'ada')
    await news()
    const text = await news(day)
    expect(server.received).toHaveLength(1)
    for (const whose of [' · unassigned', ' · yours', ' · with ']) expect(text).toContain(whose)
  })

  it('are all tickets for who has chosen before there was a choice', async () => {
    await mailDesk.accounts.setNotifications('cleo', { events })
    await begin('Ada’s', 'ada')
    expect(await news()).toContain('Ada’s')
  })
})
