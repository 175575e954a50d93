import { beforeEach, describe, expect, it } from 'vitest'
import { freeFeedback, rateTicket } from '~/domain/feedback/feedback'
import { planFeedbackMail } from '~/domain/letters/feedback-mails'
import { askedAfter } from '~/domain/letters/plans'
import { moveTicket } from '~/domain/tickets/conversations'
import { day, hour, mailDesk, minute, server, useMailDesk } from '../support/mail-desk'

const email = 'vera@example.com'

describe('asking visitors how it was', () => {
  useMailDesk()
  beforeEach(async () => {
    const events = { ticket: 'off', message: 'off' } as const
    await mailDesk.accounts.setNotifications('ada', { events })
  })

  /** A conversation that was answered, read and solved. */
  async function solved(visitor: { email?: string } = { email }) {
    const begun = await mailDesk.begin('Do you have oat milk?', { locale: 'en', ...visitor })
    await mailDesk.ownerReplies(begun.owner, 'Yes')
    await begun.seen('visitor', 2)
    await moveTicket(mailDesk, begun.owner, 'solve', mailDesk.now)
    await mailDesk.round()
    return begun
  }

  async function sentAfter(milliseconds: number) {
    mailDesk.forward(milliseconds)
    await mailDesk.round()
    return server.received.map(({ mail }) => mail)
  }

  it('comes an hour after it is solved, with a link for each rating', async () => {
    await mailDesk.desks.saveTexts('desk-ada', { askRating: { en: 'All well?' } })
    const { secret } = await solved()
    expect(await sentAfter(askedAfter - 1)).toEqual([])
    const [mail] = await sentAfter(1)
    expect(mail?.subject).toBe('How was it? Do you have oat milk?')
    const link = `https://counter.example/chat?t=${secret}`
    expect(mail?.text).toContain(`All well?\n1 ★: ${link}&rate=1#rate`)
    expect(mail?.html).toContain(`${link}&amp;rate=5#rate`)
    expect(await sentAfter(day)).toHaveLength(1)
  })

  it('the e-mail that asks for a rating names the language of its question where that is not the visitor’s', async () => {
    await mailDesk.desks.saveTexts('desk-ada', { askRating: { de: 'Alles gut?' } })
    await solved()
    const [mail] = await sentAfter(askedAfter)
    expect(mail?.html).toMatch(/<p lang="de"[^>]*>Alles gut\?</)
  })

  it('is sent once, however often the conversation goes on', async () => {
    const { owner, hash, seen } = await solved()
    expect(await sentAfter(askedAfter)).toHaveLength(1)
    await mailDesk.visitorWrites(hash, 'And soy?')
    await mailDesk.ownerReplies(owner, 'Too')
    await seen('visitor', 4)
    await moveTicket(mailDesk, owner, 'solve', mailDesk.now)
    await mailDesk.round()
    expect(await sentAfter(day)).toHaveLength(1)
  })

  it('is not sent to visitors who have rated, who write again, or who left no address', async () => {
    const said = await solved()
    const opinion = { rating: 5, comment: '', locale: 'en' } as const
    await rateTicket(mailDesk, said.hash, opinion, mailDesk.now)
    const goesOn = await solved()
    mailDesk.forward(minute)
    await mailDesk.visitorWrites(goesOn.hash, 'One more thing')
    await solved({})
    expect(await sentAfter(2 * hour)).toEqual([])
  })

  describe('and the owner’s e-mail about it', () => {
    async function give(comment: string, state: 'shown' | 'held' = 'shown') {
      const said = { rating: 2, comment, locale: 'en', email: '', state } as const
      const free = { ...said, deskId: mailDesk.desk.id, createKey: comment }
      await mailDesk.feedback.add(freeFeedback(free, mailDesk.now))
      if (state === 'shown') await planFeedbackMail(mailDesk, mailDesk.desk, mailDesk.now)
    }

    function choose(feedback: 'now' | 'digest' | 'off') {
      const events = { ticket: 'off', message: 'off', feedback } as const
      return mailDesk.accounts.setNotifications('ada', { events })
    }

    it('comes within ten minutes, in one e-mail, without suspected spam', async () => {
      await choose('now')
      await give('Cold coffee')
      mailDesk.forward(minute)
      await give('Warm cake')
      await give('Buy now', 'held')
      const [mail, ...others] = await sentAfter(10 * minute)
      expect(others).toEqual([])
      expect(mail?.text).toMatch(/2 von 5[\s\S]*> Warm cake[\s\S]*> Cold coffee/)
      expect(mail?.text).not.toContain('Buy now')
      await give('Later')
      const [, second] = await sentAfter(10 * minute)
      expect(second?.text).toContain('> Later')
      expect(second?.text).not.toContain('Warm cake')
      expect(await sentAfter(day)).toHaveLength(2)
    })

    it('goes to each member who wants it, in one e-mail each', async () => {
      await choose('now')
      await mailDesk.join('cleo')
      await mailDesk.join('dora')
      const events = { ticket: 'off', message: 'off', feedback: 'off' } as const
      await mailDesk.accounts.setNotifications('dora', { events })
      await mailDesk.accounts.setNotifications('cleo', { events: { ...events, feedback: 'now' } })
      await give('Cold coffee')
      await give('Warm cake')
      await sentAfter(10 * minute)
      await sentAfter(day)
      const sent = server.received.filter(({ mail }) => mail.text?.includes('Warm cake'))
      expect(sent.map(({ to }) => to.join()).sort()).toEqual([
        'ada@example.com',
        'cleo@example.com',
      ])
    })

    it('comes once a day if the owner wants that, or never', async () => {
      await choose('digest')
      await give('In the morning')
      mailDesk.forward(2 * hour)
      await give('At noon')
      expect(await sentAfter(hour)).toEqual([])
      const [mail, ...others] = await sentAfter(day)
      expect(others).toEqual([])
      expect(mail?.text).toMatch(/> At noon[\s\S]*> In the morning/)
      await choose('off')
      await give('Unheard')
      expect(await sentAfter(2 * day)).toHaveLength(1)
    })
  })
})
