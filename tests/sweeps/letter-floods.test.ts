import { describe, expect, it } from 'vitest'
import { letterBuckets, sortOf } from '~/domain/letters/letter-limits'
import { hour, mailDesk, minute, server, useMailDesk } from '../support/mail-desk'

describe('letters at a desk to which very many write', () => {
  useMailDesk()

  async function sentAfter(milliseconds: number) {
    mailDesk.forward(milliseconds)
    await mailDesk.round()
    return server.received
  }

  it('put a thousand messages into one e-mail, with the first few and the number of others', async () => {
    for (let each = 1; each <= 1_000; each++) await mailDesk.begin(`Question ${each}`)
    await sentAfter(2 * minute)
    await sentAfter(minute)
    expect(server.received.map(({ mail }) => mail.subject)).toEqual(['1000 Tickets warten auf Sie'])
    const text = server.received[0]?.mail.text ?? ''
    expect(text.match(/^> Question \d+$/gm)).toHaveLength(5)
    expect(text).toContain('Und 995 weitere.')
    for (const wait of [hour, 24 * hour]) expect(await sentAfter(wait)).toHaveLength(1)
  })

  it('answers whose mailbox vouches for them at once, whatever strangers have used up', async () => {
    const kind = 'visitor-answer'
    const sort = sortOf(kind, undefined)
    for (let each = 0; each < 100; each += 1) {
      const to = `${each}@example.com`
      const letter = { kind, sort, desk: mailDesk.desk, to, proven: false } as const
      await mailDesk.rateLimits.consume(letterBuckets(letter, mailDesk.now), mailDesk.now)
    }
    const email = 'vera@example.com'
    await mailDesk.accounts.setNotifications('ada', { events: { ticket: 'off', message: 'off' } })
    const mail = { key: 'k', from: email, proven: true }
    const { owner } = await mailDesk.begin('Milk?', { email, mail })
    for (let each = 1; each <= 25; each += 1) {
      await mailDesk.ownerReplies(owner, `Yes, ${each}.`)
      expect(await sentAfter(2 * minute)).toHaveLength(each)
    }
  })
})
