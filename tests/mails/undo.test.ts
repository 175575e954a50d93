import { beforeEach, describe, expect, it, vi } from 'vitest'
import { replyAsOwner } from '~/domain/tickets/conversations'
import { readRetraction, retractionOf, retractMessage } from '~/domain/tickets/retracting'
import { exampleMessageMail } from '../contracts/message-mail'
import { mailDesk, minute, server, useMailDesk } from '../support/mail-desk'

const email = 'vera@example.com'
const second = 1_000

describe('the letter of an answer', () => {
  useMailDesk()
  beforeEach(async () => {
    const events = { ticket: 'off', message: 'off' } as const
    await mailDesk.accounts.setNotifications('ada', { events })
  })

  async function begin(byMail = true) {
    const mail = byMail ? { ...exampleMessageMail('first'), from: email, proven: true } : undefined
    const begun = await mailDesk.begin('Milk?', { email, mail })
    return { ...begun, owner: { ...begun.owner, byUid: 'ada' } }
  }

  type Begun = Awaited<ReturnType<typeof begin>>

  /** Returns how to take the answer back. */
  async function answer({ owner }: Begun, body: string, undoSeconds = 10) {
    const said = { clientKey: `key of ${body}`, body, locale: 'de', undoSeconds } as const
    const answered = await replyAsOwner(mailDesk, owner, said, mailDesk.now)
    if (answered.kind !== 'added' || !answered.before) throw new Error('Not answered')
    const step = readRetraction(retractionOf({ ...answered, before: answered.before }, undoSeconds))
    if (!step) throw new Error('Not to be undone')
    return () => retractMessage(mailDesk, owner, step, mailDesk.now)
  }

  const received = () => server.received.map(({ mail }) => mail.text?.split('\n')[0])

  async function roundAfter(milliseconds: number) {
    mailDesk.forward(milliseconds)
    await mailDesk.round()
    return received()
  }

  it('leaves when its undo ends, where it answers an e-mail', async () => {
    await answer(await begin(), 'Yes.')
    expect(await roundAfter(10 * second - 1)).toEqual([])
    expect(await roundAfter(1)).toEqual(['Yes.'])
    expect(await roundAfter(5 * minute)).toEqual(['Yes.'])
  })

  it('A letter with an undo is found in the round before it is due, which says when that is', async () => {
    await answer(await begin(), 'Yes.')
    const until = new Date(mailDesk.now.getTime() + 10 * second)
    mailDesk.forward(3 * second)
    expect(await mailDesk.send(undefined, undefined, 6 * second)).toBeUndefined()
    expect(await mailDesk.send(undefined, undefined, 10 * second)).toEqual(until)
    expect(received()).toEqual([])
    mailDesk.forward(7 * second)
    expect(await mailDesk.send(undefined, undefined, 10 * second)).toBeUndefined()
    expect(received()).toEqual(['Yes.'])
  })

  it('A letter without an undo is due at once, and says so to what sends it', async () => {
    const published = vi.spyOn(mailDesk.live, 'publish')
    const begun = await begin()
    await answer(begun, 'Yes.')
    expect(published).not.toHaveBeenCalledWith('timers', { kind: 'mail-due' })
    await answer(begun, 'No.', 0)
    expect(published).toHaveBeenCalledWith('timers', { kind: 'mail-due' })
  })

  it('leaves at once where its writer wants no undo', async () => {
    await answer(await begin(), 'Yes.', 0)
    expect(await roundAfter(0)).toEqual(['Yes.'])
  })

  it('waits two minutes for a guest of the chat, and has what was written meanwhile', async () => {
    const begun = await begin(false)
    await answer(begun, 'Yes.')
    expect(await roundAfter(minute)).toEqual([])
    await answer(begun, 'And oat.')
    expect(await roundAfter(2 * minute - 1)).toEqual([])
    expect(await roundAfter(1)).toEqual(['Yes.'])
    expect(server.received[0]?.mail.text).toContain('And oat.')
    expect(await roundAfter(5 * minute)).toHaveLength(1)
  })

  it('does not leave once its answer is taken back, and the next one does', async () => {
    const begun = await begin()
    const takeBack = await answer(begun, 'No.')
    mailDesk.forward(5 * second)
    expect((await takeBack()).kind).toBe('retracted')
    expect(await roundAfter(5 * minute)).toEqual([])
    await answer(begun, 'Yes.')
    expect(await roundAfter(10 * second)).toEqual(['Yes.'])
    expect(await roundAfter(5 * minute)).toEqual(['Yes.'])
  })

  it('does not leave where its answer is taken back while it is being written', async () => {
    const begun = await begin()
    const takeBack = await answer(begun, 'No.')
    mailDesk.forward(10 * second)
    await mailDesk.send({
      ...mailDesk.smtp,
      async send(letter, handOver) {
        expect((await takeBack()).kind).toBe('retracted')
        await mailDesk.smtp.send(letter, handOver)
      },
    })
    expect(await roundAfter(5 * minute)).toEqual([])
  })

  it('keeps its answer once it has left', async () => {
    const begun = await begin()
    const takeBack = await answer(begun, 'Yes.')
    expect(await roundAfter(10 * second)).toEqual(['Yes.'])
    expect((await takeBack()).kind).toBe('refused')
    expect(await mailDesk.tickets.messages({ secretHash: begun.hash }, 0, 9)).toHaveLength(2)
  })

  it('has no answer that can still be taken back', async () => {
    const begun = await begin()
    await answer(begun, 'Yes.')
    mailDesk.forward(8 * second)
    const takeBack = await answer(begun, 'No oat.', 60)
    expect(await roundAfter(2 * second)).toEqual(['Yes.'])
    expect(server.received[0]?.mail.text).not.toContain('No oat.')
    expect((await takeBack()).kind).toBe('retracted')
    expect(await roundAfter(5 * minute)).toEqual(['Yes.'])
  })

  it('is one with that of a second answer, once both may leave', async () => {
    const begun = await begin()
    await answer(begun, 'Yes.')
    mailDesk.forward(2 * second)
    await answer(begun, 'And oat.')
    expect(await roundAfter(15 * second)).toEqual(['Yes.'])
    expect(server.received[0]?.mail.text).toContain('And oat.')
    expect(await roundAfter(5 * minute)).toHaveLength(1)
  })

  it('is not taken back while its guest is on the page, which has shown the answer', async () => {
    const begun = await begin(false)
    const takeBack = await answer(begun, 'Yes.')
    const { deskId, id: ticketId, number } = begun.ticket
    const until = new Date(mailDesk.now.getTime() + minute)
    const place = { deskId, ticketId, number }
    await mailDesk.presence.arrive(place, 'visitor', 'page', until, mailDesk.now)
    expect((await takeBack()).kind).toBe('refused')
  })
})
