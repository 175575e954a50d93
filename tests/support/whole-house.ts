import sample from '~/adapters/json-file/sample-catalogue.json'
import { freeFeedback, rateTicket } from '~/domain/feedback/feedback'
import type { HeldAttachment } from '~/domain/files/attachments'
import type { FileStore } from '~/domain/files/files'
import { bytesOf } from '~/domain/files/files'
import { passkeyLetter } from '~/domain/identity/passkeys'
import { takeDeclaration } from '~/domain/legal/declarations'
import { storedCatalogue } from '~/domain/shop/catalogue-input'
import type { Order } from '~/domain/shop/orders'
import { photoAddress } from '~/domain/shop/product-photos'
import type { SiteSettings } from '~/domain/site/settings'
import type { Stores } from '~/domain/stores'
import type { NewMessage } from '~/domain/tickets/messages'
import type { OwnerScope } from '~/domain/tickets/scopes'
import { splitTicket } from '~/domain/tickets/splitting'
import { exampleDraft } from '../contracts/drafts'
import {
  begin,
  eraseAccount,
  exampleAccount,
  exampleAttachment,
  exampleFactor,
  exampleInvitation,
  exampleLogEntry,
  exampleMail,
  exampleMember,
  exampleMessage,
  exampleOrder,
  examplePasskey,
  exampleSession,
  minute,
  twoDesks,
} from '../contracts/examples'
import { exampleMailbox } from '../contracts/mailboxes'
import { exampleMessageMail } from '../contracts/message-mail'
import { details } from './legal'

const plenty = { desk: 1e9, ticket: 1e9, unanswered: 1e9, network: 1e9, source: 1e9 }
const live = { publish() {}, subscribe: async () => () => {}, revision: () => '' }

/** Something of every noun, merges, erasures and hostile letters included. */
export async function fillHouse(stores: Stores, files: FileStore): Promise<void> {
  const [desk] = await twoDesks(stores)
  const at = { deskId: desk.id }
  await stores.accounts.setNotifications('ada', { email: 'off' } as never)
  await stores.identities.add({
    ...{ uid: 'ada', email: 'Ada@café.example', emailKey: 'ada@xn--caf-dma.example' },
    ...{ emailVerified: true, blocked: false, passwordHash: '$scrypt$', tokenCount: 2 },
    ...{ validSince: minute(1), createdAt: minute(0), lastLoginAt: minute(2) },
    providers: [{ issuer: 'https://login.example', subject: 'ada at login' }],
  })
  await stores.identities.request({
    ...{ holder: 'ada', kind: 'PASSWORD_RESET', id: 'asked', uid: 'ada', email: 'ada@example.com' },
    ...{ language: 'de', tokenCount: 2, requestedAt: minute(3), expiresAt: minute(63) },
  })
  await stores.secondFactors.change('ada', () => exampleFactor('ada'))
  const letter = passkeyLetter('passkey-added', 'ada', minute(2))
  await stores.passkeys.add(examplePasskey('ada', 'key', { lastUsedAt: minute(3) }), 9, letter)
  await stores.passkeys.add(examplePasskey('ada', 'phone', { counter: 7 }), 9, letter)
  await stores.photos.save('ada', {
    bytes: Buffer.from([0, 255, 7]),
    version: 'v',
    savedAt: minute(1),
  })
  await stores.sessions.create(exampleSession('hash-of-a-session'))
  await stores.desks.saveRetention('desk-ada', 400)
  await stores.desks.replaceKey('desk-ada', desk.publicKey, 'new-key', minute(500))
  await stores.members.join(exampleMember(desk.id, 'ben', { name: 'Ben 🥐', lastInTurn: 3 }))
  await stores.desks.saveGuestsSee(desk.id, 'desk')
  await stores.desks.saveVisitedPages(desk.id, 'hidden')
  await stores.desks.saveSecondFactorFrom(desk.id, minute(700))
  await stores.desks.saveNewTickets(desk.id, 'in-turn')
  await stores.invitations.add(exampleInvitation(desk.id, 'invited'), 9)
  const price = { event: 'price', about: 'Brot 🥐', priceBefore: 250, priceAfter: 300 } as const
  await stores.auditLog.add(exampleLogEntry(desk.id, 'a'))
  await stores.auditLog.add(exampleLogEntry(desk.id, 'b', price))
  await stores.embeds.save(desk.id, {
    origins: ['https://cafe.example'],
    launcher: { de: 'Hallo' },
  })
  const reply = { id: 'r1', createKey: 'c1', shortcut: 'hi', text: { en: 'Hi', de: 'Grüß Gott' } }
  await stores.savedReplies.add({ ...reply, ...at, createdAt: minute(0), updatedAt: minute(1) }, 9)

  const line = { at: minute(5), actor: 'owner', byUid: 'ben', detail: '' } as const
  // Lines of one moment are in no order across merged tickets.
  let moment = minute(1).getTime()
  const next = () => new Date(++moment)
  const say = (number: number, key: string, message: Partial<NewMessage> = {}) =>
    stores.tickets.append({ ...at, number }, exampleMessage(key, message), () => ({
      latest: key,
      answeredSeq: 1,
      answeredBy: desk.id,
      assignee: 'ben',
      history: [{ ...line, at: next(), kind: 'priority', detail: key }],
    }))
  for (const name of ['first', 'second', 'third', 'fourth', 'fifth'])
    await begin(stores.tickets, desk.id, name, {
      visitorName: `${name} 🥐 \u0000`,
      visitorEmail: '',
      createdAt: next(),
    })
  for (const number of [1, 2, 3]) await say(number, 'twice')
  await say(3, 'mail', { mail: exampleMessageMail('mail'), copies: ['bob@example.com'] })
  await say(1, 'note', { kind: 'note', author: 'owner', byUid: 'ben', body: 'Only for us' })
  const hold = async (id: string, more: Partial<HeldAttachment> = {}, source?: string) => {
    const file = (await files.put(bytesOf(Buffer.from(`bytes of ${id}`)), 99))?.file ?? ''
    const attachment = exampleAttachment(desk.id, id, { ...more, file })
    await stores.attachments.hold(attachment, { ...at, source }, plenty)
    return attachment
  }
  const small = (await files.put(bytesOf(Buffer.from('small')), 99))?.file
  const picture = { type: 'image/png', width: 4, height: 3, previewFile: small } as const
  await say(2, 'files', { attachments: [await hold('b', picture), await hold('a', {}, 'network')] })
  await say(4, 'strange', { attachments: [await hold('c', {}, 'network')] })
  await merge(stores, at.deskId, 2, 3)
  await merge(stores, at.deskId, 3, 1)
  await say(1, 'after')
  await stores.tickets.move({ ...at, number: 4 }, () => ({
    tags: ['Brot', 'Eilt'],
    priority: 'high',
    history: [{ ...line, kind: 'tags', detail: 'Brot, Eilt' }],
  }))
  await solve(stores, { ...at, number: 1 })
  await rateTicket(
    { ...stores, live },
    'secret-desk-ada-first',
    { rating: 4, comment: 'Gut', locale: 'de' },
    minute(8),
  )
  const free = { ...at, rating: 2, comment: '', locale: 'en', email: '', state: 'shown' } as const
  await stores.feedback.add(freeFeedback({ ...free, createKey: 'free' }, minute(9)))
  await begin(stores.tickets, desk.id, 'next', { followUpOf: `ticket-${desk.id}-fifth` })
  await say(5, 'other', { mail: exampleMessageMail('other') })
  await say(5, 'more', { createdAt: minute(2) })
  await split(stores, at.deskId)
  const fourth = await stores.tickets.find({ ...at, number: 4 })
  if (fourth) await stores.mails.add([exampleMail(fourth, 'mail-1')], minute(2))
  await stores.mailboxes.save(exampleMailbox)
  await stores.mailAliases.add({ name: 'cafe', deskId: desk.id, chosenAt: minute(4) }, 9)
  await stores.mails.setStopped(`ticket-${desk.id}-fourth`, true, minute(3))
  await stores.mails.setCopyStopped(`ticket-${desk.id}-fourth`, 'kai@example.com', true)
  if (fourth) {
    await stores.drafts.save(exampleDraft(fourth.id, { reader: desk.id, body: 'Ja 🥐\n' }))
    await stores.mentions.note(fourth, [desk.id], {
      mentionedAt: minute(6),
      words: '@Ada Ja?',
      byUid: 'ada',
    })
  }
  await takeDeclaration(stores, declared, true, minute(4))
  await stores.siteClaim.replace(undefined, desk.id)
  await stores.siteSettings.change(
    () => ({ settings: siteSettings }),
    [{ id: 'mark1', square: Buffer.from([3, 0]), whole: Buffer.from([4, 0]) }],
  )
  await stores.legalDetails.change(() => ({ details }))

  const photo = { id: 'p1', square: Buffer.from([1, 0, 255]), whole: Buffer.from([2, 0, 254]) }
  const [first, ...others] = storedCatalogue(sample).products
  const images = [{ file: photoAddress('p1'), alt: { en: 'A bell', de: 'Eine Klingel' } }]
  if (first) {
    const products = [{ ...first, images: images as typeof first.images }, ...others]
    await stores.products.change(
      () => ({ catalogue: { ...storedCatalogue(sample), products } }),
      [photo],
    )
  }

  const declaredStock = { bell: 5 }
  const address = exampleOrder('b').address
  const billed = { billing: address, vatId: 'DE123456789', note: 'Bitte klingeln' }
  const pickup = { name: 'Karl', when: { en: 'from noon', de: 'ab zwölf' } }
  await stores.orders.place(exampleOrder('a'), declaredStock)
  await stores.orders.place(
    exampleOrder('b', { address: undefined, pickup, ...billed }),
    declaredStock,
  )
  const paid = (known: Order) => ({
    ...{ state: 'paid' as const, paidAt: minute(5), invoice: true as const, providerRef: 'cs_1' },
    ...{ deskId: desk.id, updatedAt: minute(5) },
    booking: {
      id: 'b1',
      kind: 'payment' as const,
      at: minute(5),
      gross: known.gross,
      vat: known.vat,
    },
    entitlements: [
      {
        ...{
          id: 'e1',
          deskId: desk.id,
          orderId: known.id,
          productId: 'bell',
          grants: { branding: 1 },
        },
        ...{ from: minute(5), until: minute(900), createdAt: minute(5) },
      },
    ],
  })
  await stores.orders.move({ number: 1_001 }, paid, 'event-1')
  await stores.accounts.save(exampleAccount('gone'))
  await stores.orders.place(exampleOrder('gone', { uid: 'gone' }), declaredStock)
  await stores.orders.move({ number: 1_003 }, () => ({
    ...{ state: 'fulfilled' as const, paidAt: minute(6), invoice: true as const },
  }))
  await stores.erasure.hideAccount('gone', 'sealed', minute(7))
  await eraseAccount(stores, 'ben')
}

/** With a text in one language, a list and a picture. */
export const siteSettings: SiteSettings = {
  mark: 'mark1',
  credit: false,
  home: [
    {
      ...{ name: 'questions', on: true, title: { de: 'Fragen' }, text: {} },
      questions: [{ question: { en: 'Open?', de: 'Offen?' }, answer: { de: 'Ja „immer“' } }],
    },
    {
      ...{ name: 'about', on: false, title: {}, text: { en: 'We bake.' }, questions: [] },
      picture: { id: 'mark1', alt: { en: 'An oven' } },
    },
  ],
  shop: { open: true, closedUntil: '2026-12-24' },
}

const declared: Parameters<typeof takeDeclaration>[1] = {
  key: 'the-key-of-a-declaration',
  matter: { kind: 'termination', cause: 'important', reason: 'We close.' },
  ...{ name: 'Lena Köhler', email: 'lena@example.com', contract: '1007', endsOn: '' },
  ...{ language: 'de', ticket: { deskId: 'desk-ada', number: 3 }, mailed: true },
}

function merge(stores: Stores, deskId: string, source: number, target: number) {
  const line = { at: minute(10 + source), actor: 'owner', detail: '' } as const
  const later = new Date(line.at.getTime() + 1)
  return stores.tickets.merge(deskId, { source, target }, () => ({
    source: {
      state: 'closed',
      waitingSince: undefined,
      history: [{ ...line, kind: 'merged-into' }],
    },
    target: { history: [{ ...line, at: later, kind: 'merged-from' }] },
  }))
}

/** Ticket 7, of two messages of ticket 5, which a row without words and a note stand for there. */
async function split(stores: Stores, deskId: string) {
  const keys = { startKey: 'split', secretHash: 'secret of the split' }
  await stores.tickets.keep(`secret-${deskId}-fifth`, 'ada')
  const { kind } = await splitTicket(
    { ...stores, live },
    { deskId, number: 5 },
    { seq: 2, later: true },
    keys,
    'de',
    minute(20),
  )
  if (kind !== 'split') throw new Error(kind)
}

function solve(stores: Stores, scope: OwnerScope) {
  return stores.tickets.move(scope, () => ({
    state: 'solved',
    waitingSince: undefined,
    firstReplyAt: minute(7),
    history: [{ at: minute(7), actor: 'owner', kind: 'solve', detail: 'solved' }],
  }))
}
