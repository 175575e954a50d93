import PostalMime, { type Email } from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Letter, Mailer } from '../../app/domain/outbox/mailer'

export function exampleLetter(letter: Partial<Letter> = {}): Letter {
  return {
    messageId: '<reason@counter.example>',
    from: { name: 'Café „Morgenrot“, Köln', address: 'counter@counter.example' },
    to: { name: 'O’Hara, Zoë "Zo"', address: 'zoe@example.com' },
    subject: 'Grüße vom Tresen – heute geöffnet',
    text: 'Guten Tag,\n\nwir haben geöffnet.\n.\nBis bald\n',
    html: '<!doctype html><p>Guten Tag, wir haben geöffnet.</p>',
    unsubscribe: `https://counter.example/mails?stop=${'x'.repeat(90)}`,
    automatic: 'generated',
    files: [],
    deskId: 'desk',
    recordIds: ['ticket'],
    ...letter,
  }
}

/** A mailer, and what has come out of it so far, as raw mails in order. */
export interface OpenMailer {
  mailer: Mailer
  sent(): Promise<string[]>
  /** Who got one that names somebody else first. */
  recipients(raw: string): string[] | undefined
  close(): Promise<void>
}

export function mailerContract(name: string, open: () => Promise<OpenMailer>) {
  describe(`mails by ${name}`, () => {
    let mailer: OpenMailer
    beforeAll(async () => {
      mailer = await open()
    })
    afterAll(() => mailer.close())

    async function send(letter: Partial<Letter>): Promise<{ raw: string; mail: Email }> {
      const before = await mailer.sent()
      await mailer.mailer.send(exampleLetter(letter), async () => undefined)
      const raw = (await mailer.sent()).find((each) => !before.includes(each)) ?? ''
      return { raw, mail: await PostalMime.parse(raw) }
    }

    test('a letter arrives as it was written, with names and umlauts as they are', async () => {
      const { mail, raw } = await send({})
      const letter = exampleLetter()
      expect(mail).toMatchObject({
        messageId: letter.messageId,
        from: letter.from,
        to: [letter.to],
        subject: letter.subject,
      })
      expect(mail.text?.replaceAll('\r\n', '\n').trim()).toBe(letter.text.trim())
      expect(mail.html?.trim()).toBe(letter.html)
      expect(mail.attachments).toEqual([])
      expect(raw).toMatch(/^Date: \w{3}, \d\d \w{3} \d{4}/m)
      // Every line that leaves is ASCII and short: no server has to touch it.
      expect(raw).not.toMatch(/\P{ASCII}/u)
      expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThan(999)
    })

    test('a letter to somebody in copy names all in short lines, and goes to them alone', async () => {
      const cc = Array.from({ length: 10 }, (_, at) => `${'somebody-'.repeat(5)}${at}@example.com`)
      const letter = { cc, recipient: cc[0], unsubscribe: undefined }
      const { mail, raw } = await send({ ...letter, messageId: '<copy@counter.example>' })
      expect(mail.to).toEqual([exampleLetter().to])
      expect(mail.cc?.map(({ address }) => address)).toEqual(cc)
      expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThan(79)
      expect(mailer.recipients(raw)).toEqual([cc[0]])
    })

    test('it says where one press stops such mails, and that a machine wrote it', async () => {
      const { mail } = await send({ messageId: '<stop@counter.example>' })
      const header = (key: string) => mail.headers.find((each) => each.key === key)?.value
      expect(header('list-unsubscribe')).toBe(`<${exampleLetter().unsubscribe}>`)
      expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
      expect(header('auto-submitted')).toBe('auto-generated')
    })

    test('a person’s own words are not marked as automatic, and name the thread they belong to', async () => {
      const threadId = '<t.ticket.0.mac@counter.example>'
      const { mail } = await send({
        messageId: '<own@counter.example>',
        automatic: undefined,
        threadId,
      })
      expect(mail.headers.map(({ key }) => key)).not.toContain('auto-submitted')
      expect(mail).toMatchObject({ inReplyTo: threadId, references: threadId })
    })

    test('an answer to an e-mail names it last in the thread', async () => {
      const threadId = '<t.ticket.0.mac@counter.example>'
      const repliesTo = '<1@guest.example>'
      const { mail } = await send({ messageId: '<reply@counter.example>', threadId, repliesTo })
      expect(mail).toMatchObject({
        inReplyTo: repliesTo,
        references: `${threadId} ${repliesTo}`,
      })
    })

    test('nobody writes a header of their own', async () => {
      const evil = 'Zoë\r\nBcc: everybody@example.com\r\n\r\n<script>'
      const { raw, mail } = await send({
        messageId: '<evil@counter.example>',
        from: { name: evil, address: 'counter@counter.example' },
        to: { name: evil, address: 'zoe@example.com' },
        subject: evil,
      })
      expect(mail.headers.map(({ key }) => key)).not.toContain('bcc')
      expect(raw).not.toMatch(/^Bcc/im)
      expect(mail.to).toHaveLength(1)
      expect(mail.to?.[0]?.address).toBe('zoe@example.com')
      expect(mail.subject).toContain('Bcc: everybody@example.com')
      expect(mail.text).toContain('wir haben geöffnet')
    })

    test.each([
      ['"Zoë" <zoe@evil.example>', 'angle brackets and quotes'],
      ['Müller, Käthe; Meier', 'commas and semicolons'],
      ['🙂 Zoë 👩\u200d💻', 'emoji'],
      ['O\\Hara (Café) @ Köln: Zoë', 'backslashes, brackets and colons'],
      ['x'.repeat(300), 'three hundred letters'],
      ['日本語の名前'.repeat(20), 'many letters of three bytes'],
    ])('the name %s arrives as it is (%s)', async (name) => {
      const { raw, mail } = await send({
        messageId: `<${Math.random()}@counter.example>`,
        from: { name, address: 'counter@counter.example' },
        to: { name, address: 'zoe@example.com' },
      })
      expect(mail.from).toEqual({ name, address: 'counter@counter.example' })
      expect(mail.to).toEqual([{ name, address: 'zoe@example.com' }])
      expect(raw).not.toMatch(/\P{ASCII}/u)
    })

    test('nothing that a name says in an encoded word is decoded', async () => {
      const evil = '=?utf-8?Q?Zoe=0ABcc?='
      const { mail } = await send({
        messageId: '<encoded@counter.example>',
        to: { name: evil, address: 'zoe@example.com' },
        subject: evil,
      })
      expect([mail.to?.[0]?.name, mail.subject]).toEqual(Array(2).fill('= ?utf-8?Q?Zoe=0ABcc?='))
    })

    test.each(['\n', '\r\n', '\r', '\u2028', '\u0085', '\t', '\0'])(
      'a name with %j is one line without it, and so is a subject',
      async (sign) => {
        const evil = `Zoë${sign}${sign}Bcc`
        const { raw, mail } = await send({
          messageId: `<${Math.random()}@counter.example>`,
          from: { name: evil, address: 'counter@counter.example' },
          to: { name: evil, address: 'zoe@example.com' },
          subject: evil,
        })
        expect(mail.from?.name).toMatch(/^Zoë ?Bcc$/)
        expect(mail.to?.[0]?.name).toMatch(/^Zoë ?Bcc$/)
        expect(mail.subject).toMatch(/^Zoë ?Bcc$/)
        expect(raw).not.toMatch(/=0[AD0]/)
      },
    )

    test('a domain of any script is written in ASCII, and so is every line end', async () => {
      const { raw } = await send({
        messageId: '<idn@counter.example>',
        from: { name: 'Tresen', address: 'post@café.example' },
        to: { name: '', address: 'info@müller.example' },
      })
      expect(raw).toMatch(/^From: Tresen <post@xn--caf-dma\.example>\r$/m)
      expect(raw).toMatch(/^To: info@xn--mller-kva\.example\r$/m)
      expect(raw).not.toMatch(/(?<!\r)\n|\r(?!\n)/)
    })

    test('it is handed over once, before anything leaves; a refusal there keeps it', async () => {
      const before = await mailer.sent()
      const refusal = new Error('overtaken')
      await expect(
        mailer.mailer.send(exampleLetter(), async () => {
          expect(await mailer.sent()).toEqual(before)
          throw refusal
        }),
      ).rejects.toBe(refusal)
      expect(await mailer.sent()).toEqual(before)
      let calls = 0
      await mailer.mailer.send(
        exampleLetter({ messageId: '<once@counter.example>' }),
        async () => void calls++,
      )
      expect(calls).toBe(1)
      expect(await mailer.sent()).toHaveLength(before.length + 1)
    })

    test('forgetting what was never kept is no error', async () => {
      await mailer.mailer.forget('unknown')
      await mailer.mailer.forget('unknown', ['ticket'])
    })
  })
}
