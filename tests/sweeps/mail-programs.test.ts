import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Ticket } from '~/domain/tickets/tickets'
import { withoutLimits } from '../support/app'
import { letter } from '../support/letters'
import { sendBySmtp, withOwnDns } from '../support/mail-in'
import { type Program, programs, type Received } from '../support/mail-programs'
import { minute, type Owner, openTestServer, type TestServer } from '../support/test-server'
import { mailsIn } from '../support/written-mails'

let server: TestServer
let owner: Owner

const signature = { de: 'Mara Okonkwo\nBackstube', en: 'Mara Okonkwo\nBakery' }
const said = {
  de: {
    subject: 'Torte für Sonntag',
    guest: [
      'Guten Tag,\n\nwas kostet eine Torte für 20 Personen?\n\nGrüße\nAnna',
      'Das passt gut.\n\nBitte ohne Nüsse.',
      'Vielen Dank!',
    ],
    desk: [
      'Gerne, Frau Blum.\n\nSie kostet 48 Euro, siehe https://cafe.example/torten.',
      'Machen wir.',
    ],
  },
  en: {
    subject: 'A cake for Sunday',
    guest: [
      'Hello,\n\nhow much is a cake for 20 people?\n\nRegards\nAnna',
      'That is fine.\n\nWithout nuts, please.',
      'Thank you!',
    ],
    desk: ['Gladly.\n\nIt is 48 euros, see https://cafe.example/cakes.', 'We will.'],
  },
}

beforeAll(async () => {
  server = await openTestServer({
    environment: {
      MAIL_IN: 'smtp://127.0.0.1:0',
      MAIL_IN_DOMAIN: 'in.example.com',
      MAIL_FROM: 'Tresen <tresen@example.com>',
    },
    arrange: (services) => withOwnDns(withoutLimits.arrange(services)),
  })
  owner = await server.signUp()
  const { desk } = owner
  await server.join(desk, 'colleague')
  await server.services.members.rename(desk.ownerUid, 'Mara')
  await server.services.members.saveChoices(desk.id, desk.ownerUid, { signature })
  const alias = { name: 'orders', deskId: desk.id, chosenAt: server.clock.now, tag: 'Order' }
  await server.services.mailAliases.add(alias, 5)
})
afterAll(() => server.close())

async function answer({ number }: Ticket, body: string) {
  const at = `/dashboard/tickets?ticket=${number}`
  const page = await server.ask(at, owner)
  const key = /name="key" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
  const { status } = await server.ask(at, { ...owner, form: { intent: 'reply', key, body } })
  expect(status).toBe(303)
}

it.each(Object.entries(programs))(
  '%s writes, and answers our letters twice',
  async (name, { language, re, compose }: Program) => {
    const { subject, guest, desk } = said[language]
    const email = `${name.toLowerCase().replace(/\W+/g, '-')}@guest.example`
    const send = async (
      turn: number,
      headers: Record<string, string>,
      to: string,
      quoted?: Received,
    ) => {
      const id = `<${turn}.${email}>`
      const raw = letter({
        headers: { From: `Anna Blum <${email}>`, To: to, 'Message-ID': id, ...headers },
        ...compose(guest[turn] ?? '', quoted),
      })
      const replies = await sendBySmtp(server.smtpPort ?? 0, { raw, from: email, to: [to] })
      expect(replies.at(-1)).toMatch(/^250 /)
      return id
    }
    const find = async () => {
      const tickets = await server.services.tickets.listOfVisitor(owner.desk.id, email, 9)
      expect(tickets).toHaveLength(1)
      const [ticket] = tickets
      if (!ticket) throw new Error('There is no ticket')
      return { ticket, messages: await server.services.tickets.messages(ticket, 0, 99) }
    }
    let id = await send(0, { Subject: encoded(subject) }, 'orders@in.example.com')
    for (const [turn, words] of desk.entries()) {
      const { ticket } = await find()
      await answer(ticket, words)
      for (let run = 0; run < 3; run++) {
        server.clock.forward(3 * minute)
        await server.runDue()
      }
      const mail = (await mailsIn(server.folder, email)).find(
        ({ subject = '', inReplyTo }) => subject.startsWith('Re: ') && inReplyTo === id,
      )
      if (!mail) throw new Error('There is no letter')
      const { text = '', html = '', messageId = '', references = '' } = mail
      expect(text.slice(0, 200)).toContain(`${words}\n\n${signature[language]}\n\n-- \n`)
      expect(mail).toMatchObject({ subject: `Re: ${subject}`, inReplyTo: id })
      expect(mail.from).toEqual({
        name: expect.stringMatching(/^Mara.+Morgenrot/),
        address: 'orders@in.example.com',
      })
      expect(references).toContain(id)
      const received: Received = {
        name: mail.from?.name ?? '',
        address: mail.from?.address ?? '',
        to: email,
        subject: mail.subject ?? '',
        text,
        html: /<body[^>]*>(.*)<\/body>/s.exec(html)?.[1] ?? '',
      }
      const headers = {
        Subject: encoded(`${re}: ${subject}`),
        'In-Reply-To': messageId,
        References: `${references} ${messageId}`,
      }
      id = await send(turn + 1, headers, mail.replyTo?.[0]?.address ?? '', received)
      const { ticket: same, messages } = await find()
      const quoted = messages.at(-1)?.mail?.quoted ?? ''
      expect(messages.at(-1)?.body).toBe(guest[turn + 1])
      expect(quoted.replace(/[\s>]+/g, ' ')).toContain(words.replace(/[\s>]+/g, ' '))
      expect(same).toMatchObject({
        title: subject,
        visitorName: 'Anna Blum',
        tags: ['Order'],
        state: 'open',
      })
    }
    const { messages } = await find()
    expect(messages.map(({ author, body }) => `${author}: ${body}`)).toEqual(
      [guest[0], desk[0], guest[1], desk[1], guest[2]].map(
        (body, index) => `${index % 2 ? 'owner' : 'visitor'}: ${body}`,
      ),
    )
  },
)

/** A header's text. Source: RFC 2047. */
function encoded(text: string): string {
  return `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`
}
