import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it, test } from 'vitest'
import { enclosuresOf } from '~/domain/letters/enclosures'
import { exampleAccount, exampleAttachment, exampleMember } from '../contracts/examples'
import { hold, letters, reply } from '../support/answer-letters'
import { textOf } from '../support/html'
import { htmlFaults } from '../support/html-faults'
import { mailDesk, minute, server, useMailDesk } from '../support/mail-desk'

const email = 'vera@example.com'

describe('an answer', () => {
  useMailDesk()
  beforeEach(async () => {
    const events = { ticket: 'off', message: 'off' } as const
    await mailDesk.accounts.setNotifications('ada', { events })
  })

  it.each([
    [
      'en',
      /^Dear Vera,\n\nyes\.\n\nKind regards\nMara\n\n-- \nYour conversation with Café „Morgenrot“, Köln and all files: https:\/\/counter\.example\/chat\?t=\S+\nPlease answer there: .+ The link needs .+\nYou are getting this e-mail because you wrote to us\.\nUnsubscribe .+: https:\/\/\S+\nSent with Tresen\n\nOn 4 Mar 2026 at 12:00, Vera wrote:\n> Oat milk\?\n>\n> Vera\n*$/,
    ],
    [
      'de',
      /^Dear Vera,\n\nyes\.\n\nKind regards\nMara\n\n-- \nIhr Gespräch mit Café „Morgenrot“, Köln und alle Dateien: https:\/\/counter\.example\/de\/chat\?t=\S+\nBitte antworten Sie dort: .+ Der Link braucht .+\nSie erhalten diese E-Mail, weil Sie uns geschrieben haben\.\n.+ abbestellen: https:\/\/\S+\nGesendet mit Tresen\n\nAm 04\.03\.2026 um 12:00 Uhr schrieb Vera:\n> Oat milk\?\n>\n> Vera\n*$/,
    ],
  ] as const)('begins with its words and ends with what it answers (%s)', async (locale, text) => {
    const { owner } = await mailDesk.begin('Oat milk?\n\nVera', { email, locale })
    await reply(owner, 'Dear Vera,\n\nyes.\n\nKind regards\nMara')
    const [{ mail, raw } = { mail: undefined, raw: '' }] = await letters()
    expect(mail?.text?.replace(/\u00a0|\u202f/g, ' ')).toMatch(text)
    expect(raw).not.toContain('Auto-Submitted')
    const html = mail?.html ?? ''
    expect(htmlFaults(html)).toEqual([])
    expect(textOf(html)).toMatch(/^\S.*Dear Vera,\s*yes\.\s*Kind regards\s*Mara\s*--/s)
    expect(html).toMatch(/<blockquote[^>]*>Oat milk\?<br\/><br\/>Vera<\/blockquote>/)
    expect(html).not.toMatch(/<(?:h1|img|table|link)\b|class="(?:card|button)"|background/)
    expect(html.match(/Kind regards/g)).toHaveLength(1)
  })

  it.each([
    ['en', 'Mara at Café „Morgenrot“, Köln'],
    ['de', 'Mara, Café „Morgenrot“, Köln'],
  ] as const)('is from who wrote it, where guests see names (%s)', async (locale, from) => {
    const member = exampleMember(mailDesk.desk.id, 'mara', { name: 'Mara Blum' })
    await mailDesk.accounts.save(exampleAccount('mara'))
    await mailDesk.members.join(member)
    const { owner } = await mailDesk.begin('Milk?', { email, locale })
    await reply({ ...owner, byUid: 'mara' }, 'Yes.')
    const [sent] = await letters()
    expect(sent?.mail.from?.name).toBe(from)
  })

  it.each([
    ['Yes.', /^Yes\.\n\nMara\nHeld, Köln\n\n-- \n/],
    ['Yes.\n\nViele Grüße, Mara', /^Yes\.\n\nViele Grüße, Mara\n\nHeld, Köln\n\n-- \n/],
  ])('has its writer’s name once below the words %j, and the business once', async (body, text) => {
    await mailDesk.accounts.save(exampleAccount('mara'))
    await mailDesk.members.join(exampleMember(mailDesk.desk.id, 'mara', { name: 'Mara Blum' }))
    await mailDesk.desks.saveTexts(mailDesk.desk.id, { signature: { de: 'Held, Köln' } })
    const { owner } = await mailDesk.begin('Milch?', { email, locale: 'de' })
    await reply({ ...owner, byUid: 'mara' }, body, [], ['bob@copy.example', 'eve@copy.example'])
    const [own, ...copies] = (await letters()).map(({ mail }) => mail.text ?? '')
    for (const letter of [own, ...copies]) {
      expect(letter).toMatch(text)
      expect(letter?.match(/Café „Morgenrot“/g)).toHaveLength(1)
    }
    expect(own).toContain('Auch an bob@copy.example, eve@copy.example')
    expect(copies.join('\n')).not.toContain('Auch an')
  })

  it('The foot of an answer names the business, also where the signature has named it', async () => {
    const { name } = mailDesk.desk
    await mailDesk.desks.saveTexts(mailDesk.desk.id, { signature: { de: `${name}\nKöln` } })
    const { owner } = await mailDesk.begin('Milch?', { email, locale: 'de' })
    await reply(owner, 'Ja.', [], ['bob@copy.example'])
    const feet = (await letters()).map(({ mail }) => mail.text?.split('\n-- \n')[1])
    expect(feet).toHaveLength(2)
    expect(feet[0]).toMatch(/^Ihr Gespräch mit .+\n.+\n.+\n.+\n.+\nGesendet mit Tresen\n/)
    expect(feet.map((foot) => foot?.split(name).length)).toEqual([2, 2])
  })

  it('brings its files byte for byte, with their names, to its guest and to people in copy', async () => {
    const bytes = randomBytes(100_000)
    const name = 'Möhren & Grüße – „Karte“ für Samstagnachmittag im Café Morgenrot (2026).pdf'
    const { owner } = await mailDesk.begin('The menu?', { email, locale: 'en' })
    await reply(owner, 'Here it is.', [await hold(name, bytes)], ['bob@copy.example'])
    const sent = await letters()
    expect(sent.map(({ to }) => to[0])).toEqual([email, 'bob@copy.example'])
    for (const { mail, raw } of sent) {
      const [file, ...others] = mail.attachments
      expect(others).toEqual([])
      expect(file).toMatchObject({ filename: name, mimeType: 'application/pdf' })
      expect(Buffer.from(file?.content as ArrayBuffer).equals(bytes)).toBe(true)
      expect(raw).toMatch(/filename\*0\*=utf-8''M%C3%B6hren/i)
      expect(raw).toMatch(/name="=\?UTF-8\?/i)
      expect(raw.split('\r\n').every((line) => line.length <= 998)).toBe(true)
      expect(mail.text).not.toContain('.pdf')
    }
  })

  it('A copy names its own reader alone where nobody reads replies, or the guest gets no letter', async () => {
    const { owner } = await mailDesk.begin('The menu?', { email, locale: 'en' })
    await reply(owner, 'Here it is.', [], ['bob@copy.example', 'eve@copy.example'])
    const named = (await letters()).map(({ to, mail }) => [to[0], mail.to?.[0]?.address, mail.cc])
    expect(named).toEqual(
      [email, 'bob@copy.example', 'eve@copy.example'].map((each) => [each, each, undefined]),
    )
  })

  it('A copy of an answer goes to nobody who has stopped that meanwhile, and to the others', async () => {
    const { owner, ticket } = await mailDesk.begin('The menu?', { email, locale: 'en' })
    await reply(owner, 'Here it is.', [], ['bob@copy.example', 'eve@copy.example'])
    await mailDesk.mails.setCopyStopped(ticket.id, 'Bob@copy.example', true)
    expect((await letters()).map(({ to }) => to[0])).toEqual([email, 'eve@copy.example'])
  })

  it('has no file that was erased before it leaves', async () => {
    const { owner } = await mailDesk.begin('The menu?', { email, locale: 'en' })
    const file = await hold('gone.pdf', randomBytes(100))
    await reply(owner, 'Here it is.', [file])
    await mailDesk.files.remove([file.file])
    const [sent] = await letters()
    expect(sent?.mail.text).toContain('Here it is.')
    expect(sent?.mail.attachments).toEqual([])
  })

  it('arrives once without its files where the server takes none of their size', async () => {
    const { owner } = await mailDesk.begin('The menu?', { email, locale: 'en' })
    await reply(owner, 'Here it is.', [await hold('menu.pdf', randomBytes(5_000))])
    server.behave({ at: 'data', code: 552, says: '5.3.4 Too large' })
    mailDesk.forward(2 * minute)
    await mailDesk.round()
    server.behave()
    server.received.length = 0
    const sent = await letters()
    expect(sent).toHaveLength(1)
    expect(sent[0]?.mail.attachments).toEqual([])
    expect(sent[0]?.mail.text).toMatch(
      /menu\.pdf, too large for this e-mail: https:\S+\/files\?id=/,
    )
  })
})

test.each([
  [[1, 2, 3], 6, [1, 2, 3]],
  [[4, 3, 2], 6, [4, 2]],
  [[7], 6, []],
  [[1], 0, []],
])('of files of %j bytes, %i bytes take those of %j', (sizes, room, taken) => {
  const attachments = sizes.map((size) => ({ ...exampleAttachment('d', `${size}`), size }))
  const { enclosed, left } = enclosuresOf([{ kind: 'text', attachments }], room)
  expect(enclosed.map(({ size }) => size)).toEqual(taken)
  expect(left).toHaveLength(sizes.length - taken.length)
})
