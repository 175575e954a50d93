import type { Account } from '../../app/domain/accounts/accounts'
import type { Session } from '../../app/domain/accounts/sessions'
import type { AuditLogEntry } from '../../app/domain/desks/audit-log'
import type { Desk } from '../../app/domain/desks/desks'
import type { Member } from '../../app/domain/desks/members'
import type { HeldAttachment } from '../../app/domain/files/attachments'
import type { Passkey } from '../../app/domain/identity/passkeys'
import type { SecondFactor } from '../../app/domain/identity/second-factors'
import type { Invitation } from '../../app/domain/members/invitations'
import type { NewTicketMail } from '../../app/domain/outbox/mails'
import type { NewOrder, OrderLine } from '../../app/domain/shop/orders'
import type { Stores } from '../../app/domain/stores'
import type { NewMessage } from '../../app/domain/tickets/messages'
import type { TicketScope } from '../../app/domain/tickets/scopes'
import type { NewTicket, Ticket, TicketStore } from '../../app/domain/tickets/tickets'

/**
 * Opens stores that nobody else uses; `close` removes what they kept. `writersAtOnce` is how many may
 * write to one record at once, where that is less than a contract would have.
 */
export type OpenStores = (() => Promise<Stores>) & { writersAtOnce?: number }

/** The numbers from 1 to how many write to one record at once: `most`, or what the adapter states. */
export function writers({ writersAtOnce = Infinity }: OpenStores, most: number): number[] {
  return Array.from({ length: Math.min(most, writersAtOnce) }, (_, index) => index + 1)
}

/** The time of the example world, in whole minutes after its beginning. */
export function minute(minutes: number): Date {
  return new Date(Date.UTC(2026, 0, 5, 9, minutes))
}

export function exampleAccount(uid: string, account: Partial<Account> = {}): Account {
  return {
    uid,
    email: `${uid}@example.com`,
    emailVerified: false,
    locale: 'de',
    createdAt: minute(0),
    ...account,
  }
}

export function exampleDesk(name: string, desk: Partial<Desk> = {}): Desk {
  return {
    id: `desk-${name}`,
    ownerUid: name,
    publicKey: `key-of-${name}`,
    name: `${name}’s desk`,
    greeting: { de: 'Grüß Gott' },
    away: {},
    askRating: {},
    timeZone: 'Europe/Berlin',
    exceptions: [],
    attendedAt: undefined,
    privacyLink: {},
    createdAt: minute(0),
    ...desk,
  }
}

export function exampleSession(idHash: string, session: Partial<Session> = {}): Session {
  return {
    idHash,
    user: {
      uid: 'ada',
      email: 'ada@example.com',
      emailVerified: false,
      displayName: null,
      photoURL: null,
      providerData: [{ providerId: 'password' }],
    },
    sealedTokens: 'sealed',
    device: 'Firefox, Windows',
    provedAt: minute(0),
    checkedAt: minute(0),
    lastLoginAt: minute(0),
    lastSeenAt: minute(0),
    createdAt: minute(0),
    ...session,
  }
}

export function exampleFactor(uid: string): SecondFactor {
  const secret = { sealedSecret: `sealed for ${uid}`, lastStep: 7 }
  return { uid, ...secret, salt: 'salt', recoveryHashes: ['one', 'two'], since: minute(0) }
}

export function examplePasskey(uid: string, id: string, passkey: Partial<Passkey> = {}): Passkey {
  const key = { publicKey: `key ${id}`, counter: 0 }
  return { uid, id, ...key, name: `Phone 🥐 ${id}`, createdAt: minute(0), ...passkey }
}

/** A ticket that a visitor begins; its name makes every key of it. */
export function exampleTicket(deskId: string, name: string, ticket: Partial<NewTicket> = {}) {
  return {
    id: `ticket-${deskId}-${name}`,
    deskId,
    startKey: `start-${name}`,
    secretHash: `secret-${deskId}-${name}`,
    state: 'open',
    locale: 'de',
    visitorName: 'Vera',
    visitorEmail: 'vera@example.com',
    title: name,
    latest: name,
    waitingSince: minute(0),
    followUpOf: undefined,
    createdAt: minute(0),
    ...ticket,
  } satisfies NewTicket
}

export function exampleMessage(clientKey: string, message: Partial<NewMessage> = {}): NewMessage {
  return {
    id: `message-${clientKey}-${Math.random()}`,
    clientKey,
    author: 'visitor',
    kind: 'text',
    body: `Words of ${clientKey}`,
    locale: 'de',
    createdAt: minute(1),
    ...message,
  }
}

export function exampleInvitation(
  deskId: string,
  id: string,
  invitation: Partial<Invitation> = {},
): Invitation {
  return {
    id,
    deskId,
    createKey: `key-${id}`,
    secretHash: `secret-${id}`,
    email: 'cleo@example.com',
    kind: 'colleague',
    language: 'de',
    byUid: 'ada',
    createdAt: minute(0),
    expiresAt: minute(60),
    ...invitation,
  }
}

export function exampleLogEntry(
  deskId: string,
  id: string,
  entry: Partial<AuditLogEntry> = {},
): AuditLogEntry {
  return { id, deskId, at: minute(1), byUid: 'ada', event: 'bank', ...entry }
}

export function exampleMember(deskId: string, uid: string, member: Partial<Member> = {}): Member {
  return {
    deskId,
    uid,
    kind: 'colleague',
    reader: `reader-${uid}`,
    name: uid,
    joinedAt: minute(5),
    chosenAt: minute(5),
    ...member,
  }
}

/** Erases an account to the last row, as the server does in its steps. */
export async function eraseAccount({ erasure }: Pick<Stores, 'erasure'>, uid: string) {
  const hidden = await erasure.hideAccount(uid, 'sealed', minute(0))
  while (await erasure.eraseStep(50)) {}
  await erasure.finish(uid)
  return hidden
}

/** Two accounts with a desk each, as most suites need them. */
export async function twoDesks({ accounts, desks }: Stores): Promise<[Desk, Desk]> {
  for (const uid of ['ada', 'ben']) await accounts.save(exampleAccount(uid))
  return [
    await desks.ensure(exampleDesk('ada')),
    await desks.ensure(exampleDesk('ben', { createdAt: minute(1) })),
  ]
}

/** Begins a ticket; answers it and both ways to ask for it. */
export async function begin(
  store: TicketStore,
  deskId: string,
  name: string,
  ticket: Partial<NewTicket> = {},
) {
  const { ticket: begun } = await store.start(
    exampleTicket(deskId, name, ticket),
    exampleMessage(`first-${deskId}-${name}`),
  )
  const owner: TicketScope = { deskId, number: begun.number }
  const visitor: TicketScope = { secretHash: begun.secretHash }
  return { ticket: begun, owner, visitor }
}

/** A mail about a ticket, due in minute 2; its key says the rest. */
export function exampleMail(
  ticket: Pick<Ticket, 'id' | 'deskId' | 'number'>,
  key: string,
  mail: Partial<NewTicketMail> = {},
): NewTicketMail {
  const { deskId, id: ticketId, number } = ticket
  return { key, kind: 'owner-news', deskId, ticketId, number, seq: 1, dueAt: minute(2), ...mail }
}

export function exampleLine(
  productId: string,
  quantity = 1,
  changes: Partial<OrderLine> = {},
): OrderLine {
  return {
    productId,
    kind: 'good',
    title: { en: productId, de: productId },
    quantity,
    price: 1_190,
    gross: 1_190 * quantity,
    vatRate: 19,
    shipped: true,
    digital: false,
    deliveryTime: { en: 'soon', de: 'bald' },
    grants: {},
    ...changes,
  }
}

export function exampleOrder(key: string, changes: Partial<NewOrder> = {}): NewOrder {
  return {
    id: `order-${key}`,
    checkoutKey: `key-${key}`,
    secretHash: `hash-${key}`,
    language: 'de',
    email: 'kundin@example.com',
    address: { name: 'K', street: 'Weg 1', postcode: '12345', city: 'Ort', country: 'DE' },
    lines: [exampleLine('bell')],
    goods: 1_190,
    shipping: 490,
    gross: 1_680,
    vat: [{ rate: 19, net: 1_412, vat: 268, gross: 1_680 }],
    currency: 'EUR',
    smallBusiness: false,
    payment: 'bank-transfer',
    termsVersion: 'v1',
    acceptedAt: minute(0),
    payableUntil: minute(60),
    createdAt: minute(0),
    ...changes,
  }
}

/** A file that waits for its message. */
export function exampleAttachment(
  deskId: string,
  id: string,
  attachment: Partial<HeldAttachment> = {},
): HeldAttachment {
  return {
    id,
    deskId,
    name: `${id}.txt`,
    type: 'text/plain',
    size: 10,
    sentHash: `hash of ${id}`,
    file: `file of ${id}`,
    createdAt: minute(0),
    ...attachment,
  }
}
