import { describe, expect, it } from 'vitest'
import { createSmtpMailer } from '~/adapters/smtp/mailer.server'
import { longestTry } from '~/domain/outbox/mails'
import { outwait } from '../support/fault-server'
import { day, hour, mailDesk, minute, server, useMailDesk } from '../support/mail-desk'

describe('a mail', () => {
  useMailDesk()

  async function wait(milliseconds: number) {
    mailDesk.forward(milliseconds)
    await mailDesk.round()
  }

  const troubled = () => mailDesk.mails.listTroubled(mailDesk.desk.id, new Date(0), 9)

  it('that was refused for now is sent again after 1, 5 and 15 minutes and 1 hour, and arrives', async () => {
    server.behave({ at: 'recipient', code: 451 })
    await mailDesk.begin('One')
    const before = server.conversations
    const tries = () => server.conversations - before
    await wait(2 * minute)
    for (const [pause, count] of [
      [minute, 2],
      [5 * minute, 3],
      [15 * minute, 4],
      [hour, 5],
      [4 * hour, 6],
    ] as const) {
      await wait(pause - 1)
      expect(tries()).toBe(count - 1)
      await wait(1)
      expect(tries()).toBe(count)
    }
    server.behave()
    await wait(4 * hour)
    expect(server.received).toHaveLength(1)
    await wait(day)
    expect(tries()).toBe(7)
    expect(await troubled()).toEqual([])
  })

  it('that is refused for two days has failed, which the owner sees', async () => {
    server.behave({ at: 'data', code: 451 })
    await mailDesk.begin('One')
    for (let hours = 0; hours <= 52; hours++) await wait(hour)
    expect(await troubled()).toMatchObject([{ state: 'failed', problem: '451', tries: 16 }])
    server.behave()
    await wait(day)
    expect(mailDesk.failures.every((line) => line === 'owner-news deferred 451')).toBe(true)
    expect(mailDesk.failures).toHaveLength(16)
  })

  it.each(['recipient', 'data'] as const)(
    'that is refused for good at the %s has failed at once',
    async (at) => {
      server.behave({ at, code: 550 })
      await mailDesk.begin('One')
      await wait(2 * minute)
      expect(await troubled()).toMatchObject([{ state: 'failed', problem: '550', tries: 1 }])
      server.behave()
      server.received.length = 0
      await wait(day)
      expect(server.received).toEqual([])
    },
  )

  it.each([
    ['silence', { at: 'data', stalls: true }],
    ['a cut line', { at: 'data', drops: true }],
  ] as const)('that the server had when there was %s is not sent again', async (_, behaviour) => {
    server.behave(behaviour)
    await mailDesk.begin('One')
    mailDesk.forward(2 * minute)
    const mailer = createSmtpMailer({ smtpUrl: server.url, name: 'counter' })
    await outwait(server, () => mailDesk.round(mailer))
    expect(server.received).toHaveLength(1)
    expect(await troubled()).toMatchObject([{ state: 'uncertain', tries: 1 }])
    server.behave()
    for (const pause of [minute, hour, day, 3 * day]) await wait(pause)
    expect(server.received).toHaveLength(1)
  })

  it('keeps its Message-ID when it is sent again', async () => {
    server.behave({ at: 'data', code: 451 })
    await mailDesk.begin('One')
    await wait(2 * minute)
    server.behave()
    await wait(minute)
    const ids = server.received.map(({ mail }) => mail.messageId)
    expect(ids).toHaveLength(2)
    expect(ids[0]).toMatch(/^<t\.[0-9a-z]{26}\.n0-\d+\.[0-9a-f]{32}@counter\.example>$/)
    expect(new Set(ids).size).toBe(1)
  })

  it('whose line is down holds up the others, but for one try a round', async () => {
    server.behave({ at: 'connect', drops: true })
    for (const body of ['One', 'Two', 'Three']) {
      const { owner } = await mailDesk.begin(body, { email: `${body}@example.com` })
      await mailDesk.ownerReplies(owner, 'Yes')
    }
    const before = server.conversations
    await wait(2 * minute)
    expect(server.conversations - before).toBe(1)
    server.behave()
    await wait(hour)
    expect(server.received.map(({ to }) => to[0]).sort()).toEqual([
      'One@example.com',
      'Three@example.com',
      'Two@example.com',
    ])
  })

  it('whose sender died before it left is sent by the next one, and only once', async () => {
    await mailDesk.begin('One')
    mailDesk.forward(2 * minute)
    let begun = false
    const send = async () => {
      begun = true
      await new Promise(() => undefined)
    }
    void mailDesk.round({ ...mailDesk.smtp, send })
    await expect.poll(() => begun).toBe(true)
    await wait(longestTry - 1)
    expect(server.received).toEqual([])
    await wait(1)
    expect(server.received).toHaveLength(1)
  })

  it('whose sender died while it left is not sent again, which the owner sees', async () => {
    await mailDesk.begin('One')
    mailDesk.forward(2 * minute)
    let left = false
    const send = async (_: unknown, handOver: () => Promise<void>) => {
      await handOver()
      left = true
      await new Promise(() => undefined)
    }
    void mailDesk.round({ ...mailDesk.smtp, send })
    await expect.poll(() => left).toBe(true)
    for (const pause of [longestTry, hour, day]) await wait(pause)
    expect(server.received).toEqual([])
    expect(await troubled()).toMatchObject([{ state: 'uncertain', problem: 'interrupted' }])
  })

  it('is let go by a sender that slept until another one had it', async () => {
    await mailDesk.begin('One')
    mailDesk.forward(2 * minute)
    let begun = false
    let wake: () => void = () => undefined
    const asleep = new Promise<void>((resolve) => {
      wake = resolve
    })
    const sleeper = mailDesk.round({
      ...mailDesk.smtp,
      async send(letter, handOver) {
        begun = true
        await asleep
        await mailDesk.smtp.send(letter, handOver)
      },
    })
    await expect.poll(() => begun).toBe(true)
    await wait(longestTry)
    wake()
    await sleeper
    await wait(day)
    expect(server.received).toHaveLength(1)
    expect(await troubled()).toEqual([])
  })

  it('is sent once by processes that do not know of each other', async () => {
    for (let each = 0; each < 5; each++) {
      const { owner } = await mailDesk.begin('One', { email: 'vera@example.com' })
      await mailDesk.ownerReplies(owner, `Answer ${each}`)
    }
    mailDesk.forward(2 * minute)
    await mailDesk
      .round({ ...mailDesk.smtp, send: async () => undefined }, () => {
        throw new Error('Nothing is written this time')
      })
      .catch(() => undefined)
    mailDesk.forward(minute)
    await Promise.all([mailDesk.send(), mailDesk.send(), mailDesk.send()])
    for (const pause of [minute, hour, day]) await wait(pause)
    const texts = server.received.map(({ mail }) => mail.text?.match(/Answer \d/)?.[0]).sort()
    expect(texts).toEqual([0, 1, 2, 3, 4].map((each) => `Answer ${each}`))
  })

  it('that cannot be written holds up no other', async () => {
    const { owner } = await mailDesk.begin('One', { email: 'vera@example.com' })
    await mailDesk.ownerReplies(owner, 'Yes')
    await mailDesk.begin('Two')
    mailDesk.forward(2 * minute)
    const broken = () => {
      throw new Error('A fault of ours')
    }
    await expect(mailDesk.round(mailDesk.smtp, broken)).rejects.toThrow('A fault of ours')
    await mailDesk.send()
    expect(server.received).toHaveLength(1)
    await wait(minute)
    expect(server.received).toHaveLength(2)
  })
})
