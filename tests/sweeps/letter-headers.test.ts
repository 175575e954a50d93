import PostalMime, { type Email } from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { messageOf } from '~/adapters/smtp/message.server'
import type { Config } from '~/config'
import type { StoredCode } from '~/domain/identity/identities'
import type { Declaration } from '~/domain/legal/declarations'
import type { MailContent } from '~/domain/letters/mail-content'
import type { AccountMailKind } from '~/domain/outbox/account-mail-kinds'
import type { Order } from '~/domain/shop/orders'
import { newIdentity } from '~/domain/site/identity'
import type { Message } from '~/domain/tickets/messages'
import type { Ticket } from '~/domain/tickets/tickets'
import { createCompose } from '~/mails/compose'
import {
  exampleAccount,
  exampleDesk,
  exampleInvitation,
  exampleMessage,
  exampleOrder,
  exampleTicket,
  minute,
} from '../contracts/examples'
import { legalOf } from '../support/legal'
import { config, noDesks } from '../support/mail-desk'

const desk = exampleDesk('ada')
const account = exampleAccount('ada')
const ticket: Ticket = {
  ...exampleTicket(desk.id, 'a', { visitorEmail: 'vera@example.com' }),
  id: '01arz3ndektsv4rrffq69g5fav',
  number: 1,
  priority: 'normal',
  tags: [],
  lastSeq: 2,
  visitorSeenSeq: 0,
  ownerSeenSeq: 0,
  updatedAt: minute(0),
}
const answer: Message = {
  ...exampleMessage('b', { author: 'owner' }),
  ticketId: 'a',
  seq: 2,
  attachments: undefined,
}
const repliesTo = {
  key: 'k',
  from: ticket.visitorEmail,
  proven: true,
  messageId: '<q@guest.example>',
}
const order = {
  ...exampleOrder('o', { email: 'kim@example.com' }),
  history: [],
  refunds: [],
} as unknown as Order
const declaration: Declaration = {
  id: 'd',
  key: 'k',
  language: 'en',
  matter: { kind: 'withdrawal' },
  name: 'Kim',
  email: 'kim@example.com',
  contract: '1001',
  endsOn: '',
  mailed: true,
  receivedAt: minute(0),
}
const entitlement = {
  ...{ id: 'e', deskId: desk.id, orderId: 'o', productId: 'plus', grants: {} },
  ...{ from: minute(0), until: minute(9), createdAt: minute(0) },
}
const plan = { account, desk, entitlement, title: { en: 'Plus', de: 'Plus' } }
const refund = {
  ...{ key: 'k', amount: 100, pieces: {}, shipping: 0, vat: [], state: 'done', at: minute(0) },
} as never
const accountRequest: StoredCode = {
  ...{ id: 'r', holder: 'ada', uid: 'ada', kind: 'VERIFY_EMAIL', email: account.email },
  ...{ language: 'de', requestedAt: minute(0), expiresAt: minute(9) },
}
const mail = { deskId: desk.id, ticketId: ticket.id, number: 1, seq: 1 } as never
const news = { account, reader: 'r', desk, news: [{ mail, ticket, messages: [answer] }] }

/** The letter that tells of a change to an account. */
function changedAccount<Kind extends Exclude<AccountMailKind, 'account-link'>>(kind: Kind) {
  const content = { kind, uid: 'ada', email: account.email, language: 'de' } as const
  const letter = { content, replies: 'site', automatic: 'generated' } as const
  return { [kind]: letter } as Record<Kind, typeof letter>
}

/** A letter of each kind, and what its headers say of replies, programs and the thread. */
const letters: Record<
  MailContent['kind'],
  {
    content: MailContent
    replies: 'ticket' | 'answer' | 'note' | 'desk' | 'site' | 'guest' | 'sender'
    automatic: 'generated' | 'replied' | undefined
  }
> = {
  'owner-news': {
    content: { kind: 'owner-news', ...news },
    replies: 'answer',
    automatic: 'generated',
  },
  mention: { content: { kind: 'mention', ...news }, replies: 'note', automatic: 'generated' },
  given: { content: { kind: 'given', ...news }, replies: 'answer', automatic: 'generated' },
  'reply-unread': {
    content: { kind: 'reply-unread', account, desk, kept: ticket, ticket, repliesTo },
    replies: 'desk',
    automatic: 'replied',
  },
  'visitor-answer': {
    content: { kind: 'visitor-answer', ticket, desk, answers: [answer], copies: [], repliesTo },
    replies: 'ticket',
    automatic: undefined,
  },
  'visitor-copy': {
    content: {
      kind: 'visitor-copy',
      ticket,
      desk,
      answer,
      to: 'bob@example.com',
      byVisitor: true,
      alone: false,
      copies: ['bob@example.com'],
      repliesTo,
    },
    replies: 'ticket',
    automatic: undefined,
  },
  'visitor-receipt': {
    content: { kind: 'visitor-receipt', ticket, desk, repliesTo },
    replies: 'ticket',
    automatic: 'replied',
  },
  'visitor-reminder': {
    content: { kind: 'visitor-reminder', ticket, desk, endsAt: minute(9) },
    replies: 'ticket',
    automatic: 'generated',
  },
  'visitor-rating': {
    content: { kind: 'visitor-rating', ticket, desk },
    replies: 'ticket',
    automatic: 'generated',
  },
  'visitor-released': {
    content: { kind: 'visitor-released', ticket, desk },
    replies: 'ticket',
    automatic: 'generated',
  },
  'visitor-link': {
    content: { kind: 'visitor-link', ticket, desk },
    replies: 'ticket',
    automatic: 'generated',
  },
  'order-news': {
    content: {
      kind: 'order-news',
      account,
      desk,
      orders: [{ ...order, email: 'kim@example.com' }],
    },
    replies: 'guest',
    automatic: 'generated',
  },
  'order-received': {
    content: { kind: 'order-received', order },
    replies: 'site',
    automatic: 'generated',
  },
  'order-accepted': {
    content: { kind: 'order-accepted', order },
    replies: 'site',
    automatic: 'generated',
  },
  'order-gone': { content: { kind: 'order-gone', order }, replies: 'site', automatic: 'generated' },
  'order-paid': { content: { kind: 'order-paid', order }, replies: 'site', automatic: 'generated' },
  'order-sent': { content: { kind: 'order-sent', order }, replies: 'site', automatic: 'generated' },
  'order-closed': {
    content: { kind: 'order-closed', order },
    replies: 'site',
    automatic: 'generated',
  },
  'order-refunded': {
    content: { kind: 'order-refunded', order: { ...order, refunds: [refund] }, refund },
    replies: 'site',
    automatic: 'generated',
  },
  'order-link': {
    content: { kind: 'order-link', order, others: [] },
    replies: 'site',
    automatic: 'generated',
  },
  'declaration-received': {
    content: { kind: 'declaration-received', declaration },
    replies: 'site',
    automatic: 'generated',
  },
  'declaration-copy': {
    content: { kind: 'declaration-copy', declaration },
    replies: 'guest',
    automatic: 'generated',
  },
  'feedback-given': {
    content: { kind: 'feedback-given', account, desk, feedback: [] },
    replies: 'sender',
    automatic: 'generated',
  },
  'plan-ending': {
    content: { kind: 'plan-ending', ...plan },
    replies: 'site',
    automatic: 'generated',
  },
  'plan-ended': {
    content: { kind: 'plan-ended', ...plan },
    replies: 'site',
    automatic: 'generated',
  },
  'mailbox-outage': {
    content: {
      ...{ kind: 'mailbox-outage', account, desk, mailboxId: 'm' },
      ...{ since: minute(0), problem: 'connection' },
    },
    replies: 'sender',
    automatic: 'generated',
  },
  invitation: {
    content: {
      ...{ kind: 'invitation', by: account.email, desk },
      invitation: exampleInvitation(desk.id, 'i'),
    },
    replies: 'site',
    automatic: undefined,
  },
  'account-link': {
    content: { kind: 'account-link', request: accountRequest, code: 'c' },
    replies: 'site',
    automatic: 'generated',
  },
  ...changedAccount('account-password'),
  ...changedAccount('second-factor-on'),
  ...changedAccount('second-factor-codes'),
  ...changedAccount('second-factor-off'),
  ...changedAccount('passkey-added'),
  ...changedAccount('passkey-removed'),
  ...changedAccount('recovery-code-used'),
  ...changedAccount('provider-linked'),
  ...changedAccount('provider-unlinked'),
}

const domain = 'in.example.com'
const legal = legalOf(undefined, (path) => path)

async function sent(
  content: MailContent,
  mailIn: Config['mailIn'],
  alias?: string,
  siteDesk: string | undefined = desk.id,
): Promise<Email> {
  const aliases = alias ? [{ name: alias, deskId: desk.id, chosenAt: minute(0) }] : []
  const compose = createCompose(
    { ...config, mailIn },
    {
      ...noDesks,
      payments: {},
      legal: { read: async () => legal },
      siteIdentity: { read: async () => newIdentity },
      desks: { findById: async (id) => (id === desk.id ? desk : undefined) },
      siteClaim: { find: async () => siteDesk },
      mailAliases: {
        find: async (name) => aliases.find((each) => each.name === name),
        list: async () => aliases,
      },
    },
  )
  const letter = await compose(content, `${content.kind} ${ticket.id} 2`, { withFiles: true })
  return PostalMime.parse(await messageOf(letter, minute(0)))
}

const replyTo = ({ replyTo }: Email) => replyTo?.map(({ address }) => address).join()
const header = ({ headers }: Email, name: string) => headers.find(({ key }) => key === name)?.value

const { address: sites } = config.mail.from
const writtenTo = (name?: string) => {
  const content = letters['visitor-answer'].content as Extract<MailContent, { ticket: Ticket }>
  return { ...content, ticket: { ...ticket, writtenTo: name } } as MailContent
}

it.each([
  [
    'the address that its guest wrote to',
    'in.counter.example',
    'orders',
    'orders',
    `orders@in.counter.example`,
  ],
  ['the site’s where the desk has removed that one', 'in.counter.example', 'gone', 'orders', sites],
  ['the site’s where its guest wrote to none', 'in.counter.example', undefined, 'orders', sites],
  ['the site’s where mail servers see two senders', domain, 'orders', 'orders', sites],
])('an answer comes from %s', async (_, at, name, alias, from) => {
  const mail = await sent(writtenTo(name), { domain: at } as Config['mailIn'], alias)
  expect(mail.from?.address).toBe(from)
  expect(replyTo(mail)).toMatch(new RegExp(`^${desk.publicKey}\\+${ticket.id}\\w+@`))
  expect(mail.inReplyTo).toBe(repliesTo.messageId)
})

describe.each(Object.entries(letters))('a letter of the kind %s', (kind, letter) => {
  const { content, replies, automatic } = letter

  it('is looked at', () => expect(content.kind).toBe(kind))

  it(`answers to the ${replies} where e-mails come in by address`, async () => {
    const expected = {
      ticket: expect.stringMatching(
        new RegExp(`^${desk.publicKey}\\+${ticket.id}[0-9a-v]{10}@in\\.example\\.com$`),
      ),
      answer: expect.stringMatching(
        new RegExp(`^a-${ticket.id}-2-[0-9a-v]{10}@in\\.example\\.com$`),
      ),
      note: expect.stringMatching(new RegExp(`^n-${ticket.id}-2-[0-9a-v]{10}@in\\.example\\.com$`)),
      desk: `${desk.publicKey}@${domain}`,
      site: `cafe@${domain}`,
      guest: 'kim@example.com',
      sender: undefined,
    }[replies]
    expect(replyTo(await sent(content, { domain } as Config['mailIn'], 'cafe'))).toEqual(expected)
  })

  it('comes from an address of the desk’s where it goes to a guest', async () => {
    const at = 'in.counter.example'
    const about = 'ticket' in content ? { ticket: { ...content.ticket, writtenTo: 'cafe' } } : {}
    const mail = await sent(
      { ...content, ...about } as MailContent,
      { domain: at } as never,
      'cafe',
    )
    const isGuests = kind.startsWith('visitor-')
    expect(mail.from?.address).toBe(isGuests ? `cafe@${at}` : sites)
  })

  it('answers to the mailbox that it comes from, where that is read', async () => {
    const mailIn = { imap: {} } as Config['mailIn']
    const expected = replies === 'guest' ? 'kim@example.com' : undefined
    expect(replyTo(await sent(content, mailIn))).toBe(expected)
  })

  it('answers to the company, where the shop’s letters have no desk to go to', async () => {
    const expected = { site: legal.company.email, guest: 'kim@example.com' }
    const found = replies === 'site' || replies === 'guest' ? expected[replies] : undefined
    expect(replyTo(await sent(content, undefined))).toBe(found)
    if (replies === 'site') {
      const withoutDesk = await sent(content, { domain } as Config['mailIn'], undefined, '')
      expect(replyTo(withoutDesk)).toBe(found)
    }
  })

  it(`says to programs that ${automatic ? 'one of them' : 'a person'} wrote it`, async () => {
    const mail = await sent(content, undefined)
    expect(header(mail, 'auto-submitted')).toBe(automatic && `auto-${automatic}`)
    const suppressed = header(mail, 'x-auto-response-suppress')
    expect(suppressed).toBe(automatic && 'DR, RN, NRN, OOF, AutoReply')
    if (automatic === 'replied') expect(mail.inReplyTo).toBe(repliesTo.messageId)
    for (const name of ['precedence', 'x-priority']) expect(header(mail, name)).toBeUndefined()
  })
})
