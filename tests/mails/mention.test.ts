import { beforeEach, describe, expect, it } from 'vitest'
import { splitTicket } from '~/domain/tickets/splitting'
import { hour, mailDesk, minute, server, useMailDesk } from '../support/mail-desk'

describe('the e-mail to a member whom a note names', () => {
  let owner: { deskId: string; number: number }
  useMailDesk()
  beforeEach(async () => {
    await mailDesk.members.rename('ada', 'Ada Lovelace')
    await mailDesk.join('cleo')
    const begun = await mailDesk.begin('One')
    owner = begun.owner
    await begun.seen('owner', 1)
  })

  /** Without those about what the visitor wrote. */
  async function sentAfter(milliseconds: number) {
    mailDesk.forward(milliseconds)
    await mailDesk.round()
    return server.received
      .filter(({ mail }) => /mentioned you|erwähnt/.test(mail.subject ?? ''))
      .map(({ to, mail }) => `${to} ${mail.subject}`)
  }

  /** Its newest. */
  const letter = () =>
    server.received.findLast(({ mail }) => /mentioned you|erwähnt/.test(mail.subject ?? ''))?.mail

  it('A letter about a mention comes after two minutes, once, with the note, its writer and a link', async () => {
    const note = `@Cleo, he is a thief.\n\n${'Look. '.repeat(240)}`
    await mailDesk.ownerNotes(owner, note)
    expect(await sentAfter(2 * minute - 1)).toEqual([])
    const sent = ['cleo@example.com Ada Lovelace mentioned you in a note on ticket 1 from Vera']
    expect(await sentAfter(1)).toEqual(sent)
    const mail = letter()
    expect(mail?.text).toMatch(/dashboard\/tickets\?ticket=1&desk=[^&#\s]+#newest/)
    expect(mail?.text).toMatch(
      /^Ada Lovelace mentioned you in a note on ticket 1 from Vera\n\nAda Lovelace · no\. 1 · .*\nOne\n>/,
    )
    expect(mail?.text).toContain('> @Cleo, he is a thief.\n>\n> Look. ')
    expect(mail?.text).toMatch(/Look\. …$/m)
    expect(mail?.text).not.toContain('> One')
    for (const words of ['Ada Lovelace mentioned you in a note', '@Cleo, he is a thief.'])
      expect(mail?.html).toContain(words)
    expect(await sentAfter(24 * hour)).toEqual(sent)
  })

  it('is German for who reads German, and one for several notes', async () => {
    for (const body of ['@Ada', 'Again, @Ada']) await mailDesk.ownerNotes(owner, body, 'cleo')
    expect(await sentAfter(2 * minute)).toEqual(['ada@example.com Sie wurden in 2 Notizen erwähnt'])
    expect(letter()?.text).toMatch(
      /^Sie wurden in 2 Notizen erwähnt\n\ncleo · Nr\.\s1 · .*\nOne\n> @Ada\n/,
    )
    expect(letter()?.text).toContain('\n> Again, @Ada\n')
  })

  it('A letter about a mention names the writer of the note in German, too', async () => {
    await mailDesk.ownerNotes(owner, '@Ada, er war hier', 'cleo')
    const subject = 'cleo hat Sie in einer Notiz zu Ticket 1 von Vera erwähnt'
    expect(await sentAfter(2 * minute)).toEqual([`ada@example.com ${subject}`])
    const mail = letter()
    expect(mail?.text).toMatch(new RegExp(`^${subject}\n\ncleo · Nr\\.\\s1 · `))
    expect(mail?.text).toContain('> @Ada, er war hier')
    for (const words of [subject, '@Ada, er war hier']) expect(mail?.html).toContain(words)
  })

  it('is not sent to who has read the note, has left, or wants no e-mails about messages', async () => {
    const dora = await mailDesk.join('dora')
    await mailDesk.join('emil')
    await mailDesk.join('fred')
    await mailDesk.ownerNotes(owner, '@dora, @emil and @fred')
    await mailDesk.tickets.markSeen(owner, dora, 2)
    await mailDesk.members.remove(owner.deskId, 'emil', mailDesk.now)
    const events = { ticket: 'now', message: 'off' } as const
    await mailDesk.accounts.setNotifications('fred', { events })
    expect(await sentAfter(2 * minute)).toEqual([])
  })

  describe('whose ticket is split', () => {
    const link = () => {
      const named = server.received.filter(({ mail }) => /mentioned you/.test(mail.subject ?? ''))
      return named.map(({ mail }) => /[?]ticket=\d+/.exec(mail.text ?? '')?.[0])
    }
    async function noteAndSplit(later: boolean) {
      const { owner, hash } = await mailDesk.begin('Two', { email: 'vera@example.com' })
      await mailDesk.visitorWrites(hash, 'Another matter')
      await mailDesk.ownerNotes(owner, '@Cleo, please')
      const keys = { startKey: 'split', secretHash: 'secret of the split' }
      const split = await splitTicket(mailDesk, owner, { seq: 2, later }, keys, 'en', mailDesk.now)
      expect(split.kind).toBe('split')
    }

    it('comes once, about the ticket that has the note now', async () => {
      await noteAndSplit(true)
      const sent = ['cleo@example.com Ada Lovelace mentioned you in a note on ticket 3 from Vera']
      expect(await sentAfter(2 * minute)).toEqual(sent)
      expect(await sentAfter(24 * hour)).toEqual(sent)
      expect(link()).toEqual(['?ticket=3'])
    })

    it('comes once, about the same ticket, where the note stays', async () => {
      await noteAndSplit(false)
      const sent = ['cleo@example.com Ada Lovelace mentioned you in a note on ticket 2 from Vera']
      expect(await sentAfter(2 * minute)).toEqual(sent)
      expect(await sentAfter(24 * hour)).toEqual(sent)
      expect(link()).toEqual(['?ticket=2'])
    })
  })

  it('waits for the digest of who wants one', async () => {
    const events = { ticket: 'now', message: 'digest' } as const
    await mailDesk.accounts.setNotifications('cleo', { events })
    await mailDesk.ownerNotes(owner, '@cleo')
    expect(await sentAfter(hour)).toEqual([])
    expect(await sentAfter(24 * hour)).toHaveLength(1)
  })
})
