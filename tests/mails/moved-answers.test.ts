import { beforeEach, describe, expect, it } from 'vitest'
import { mergeTickets } from '~/domain/tickets/merging'
import { readSplitUndo, rejoinTicket } from '~/domain/tickets/rejoining'
import type { OwnerScope } from '~/domain/tickets/scopes'
import { splitTicket } from '~/domain/tickets/splitting'
import { day, hour, mailDesk, minute, server, useMailDesk } from '../support/mail-desk'

const email = 'vera@example.com'
const copies = ['bob@copy.example']

describe('the letter of an answer that moves while a server is asked to take it', () => {
  useMailDesk()
  beforeEach(async () => {
    const events = { ticket: 'off', message: 'off' } as const
    await mailDesk.accounts.setNotifications('ada', { events })
  })

  const merge = (from: { owner: OwnerScope }, into: { owner: OwnerScope }) => {
    const numbers = { source: from.owner.number, target: into.owner.number }
    return mergeTickets(mailDesk, from.owner, numbers, mailDesk.now)
  }

  async function split({ owner }: { owner: OwnerScope }) {
    const keys = { startKey: 'split', secretHash: 'secret of the split' }
    const choice = { seq: 2, later: true }
    const { undo = '' } = await splitTicket(mailDesk, owner, choice, keys, 'en', mailDesk.now)
    return readSplitUndo(undo)
  }

  async function rejoin(undo: Awaited<ReturnType<typeof split>>) {
    if (!undo) throw new Error('There is nothing to undo')
    await rejoinTicket(mailDesk, { deskId: mailDesk.desk.id }, undo, mailDesk.now)
  }

  /** A ticket about two matters, of which the second is answered. */
  async function begin() {
    const ticket = await mailDesk.begin('First', { email })
    await mailDesk.visitorWrites(ticket.hash, 'And another matter')
    await mailDesk.ownerReplies(ticket.owner, 'Just in time.', copies)
    return ticket
  }

  /** What is due is handed over, and then this happens, before the server takes it or, with a code, does not. */
  async function handOver(happens: () => Promise<unknown>, code?: number) {
    mailDesk.forward(2 * minute)
    if (code) server.behave({ at: 'data', code })
    await mailDesk.round({
      ...mailDesk.smtp,
      async send(letter, handOver) {
        await mailDesk.smtp.send(letter, async () => {
          await handOver()
          await happens()
        })
      },
    })
    server.behave()
    if (code) server.received.length = 0
  }

  /** To whom the answer went, in the next days. */
  async function receivers() {
    for (const wait of [2 * minute, 2 * minute, hour, day]) {
      mailDesk.forward(wait)
      await mailDesk.round()
    }
    return server.received
      .filter(({ mail }) => mail.text?.includes('Just in time.'))
      .map(({ to }) => to[0])
      .sort()
  }

  const once = <Result>(act: () => Promise<Result>) => {
    let done: Promise<Result> | undefined
    return () => {
      done ??= act()
      return done
    }
  }

  it.each([[undefined], [451]])(
    'An answer’s letter goes once where a split moves it (%s)',
    async (code) => {
      const ticket = await begin()
      await handOver(
        once(() => split(ticket)),
        code,
      )
      expect(await receivers()).toEqual([...copies, email])
    },
  )

  it.each([[undefined], [451]])(
    'An answer’s letter goes once where the split is undone at once (%s)',
    async (code) => {
      const ticket = await begin()
      await handOver(
        once(async () => rejoin(await split(ticket))),
        code,
      )
      expect(await receivers()).toEqual([...copies, email])
    },
  )

  it.each([[undefined], [451]])(
    'goes once from the ticket of an undone split (%s)',
    async (code) => {
      const undo = await split(await begin())
      await handOver(
        once(() => rejoin(undo)),
        code,
      )
      expect(await receivers()).toEqual([...copies, email])
    },
  )

  it.each([[undefined], [451]])(
    'An answer’s letter goes once where a merge moves it (%s)',
    async (code) => {
      const target = await mailDesk.begin('Other', { email })
      const source = await begin()
      await handOver(
        once(() => merge(source, target)),
        code,
      )
      expect(await receivers()).toEqual([...copies, email])
    },
  )

  it('An answer’s letter goes once where an undone split moves it before it leaves', async () => {
    const ticket = await begin()
    await rejoin(await split(ticket))
    expect(await receivers()).toEqual([...copies, email])
  })

  it('An answer’s letter goes to nobody who has unsubscribed from its ticket before that is merged', async () => {
    const target = await mailDesk.begin('Other', { email })
    const source = await begin()
    await mailDesk.mails.setStopped(source.ticket.id, true, mailDesk.now)
    await mailDesk.mails.setCopyStopped(source.ticket.id, copies[0] ?? '', true)
    await mailDesk.round()
    await merge(source, target)
    expect(await receivers()).toEqual([])
  })
})
