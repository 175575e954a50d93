import { bylineForExport, bylineForGuests } from '~/components/tickets/byline.server'
import type { Account, AccountStore } from '~/domain/accounts/accounts'
import type { UserRecord } from '~/domain/accounts/own-account'
import type { Session, SessionStore } from '~/domain/accounts/sessions'
import { type Desk, type DeskStore, usualTimeZone } from '~/domain/desks/desks'
import type { Embed, EmbedStore } from '~/domain/desks/embeds'
import type { Entitlement, EntitlementStore } from '~/domain/desks/entitlements'
import type { Member, MemberStore, Membership } from '~/domain/desks/members'
import { type ExportedMessage, exportMessages } from '~/domain/export/export'
import type { Passkey, PasskeyStore } from '~/domain/identity/passkeys'
import type { LegalDetails } from '~/domain/legal/legal'
import type { LegalSource } from '~/domain/legal/legal-store'
import type { MailAlias, MailAliasStore } from '~/domain/mail-in/aliases'
import type { Invitation, InvitationStore } from '~/domain/members/invitations'
import type { SiteSettings } from '~/domain/site/settings'
import type { SiteSource } from '~/domain/site/settings-store'
import type { SavedReply, SavedReplyStore } from '~/domain/tickets/saved-replies'
import { type VisitorWord, visitorWord } from '~/domain/tickets/states'
import type { TakenBack } from '~/domain/tickets/taken-back'
import type { Ticket, TicketStore } from '~/domain/tickets/tickets'

const pieceSize = 100

const mostQuestions = 1_000

const mostEntitlements = 1_000

/** Without what the visitor's link is derived from. */
export type TakenTicket = Omit<
  Ticket,
  | 'id'
  | 'deskId'
  | 'startKey'
  | 'secretHash'
  | 'keptBy'
  | 'seenBy'
  | 'wokenSeenBy'
  | 'answeredSeq'
  | 'beforeBlock'
  | 'answeredBy'
  | 'latestBy'
  | 'rearrangedAt'
  | 'assignee'
  | 'takenBack'
> & { assignee?: string; takenBack?: Pick<TakenBack, 'body' | 'copies' | 'to'> }

/** Messages are read while they are written. */
export type TakenTickets = AsyncIterable<{
  ticket: TakenTicket
  messages: AsyncIterable<ExportedMessage>
}>

export type TakenQuestion = Pick<
  Ticket,
  'title' | 'locale' | 'visitorName' | 'visitorEmail' | 'ownerSeenSeq' | 'createdAt' | 'updatedAt'
> & { counter: string; state: VisitorWord }

export type TakenQuestions = AsyncIterable<{
  /** Opens its files; not exported. */
  secretHash: string
  ticket: TakenQuestion
  messages: AsyncIterable<ExportedMessage>
}>

export interface DeskBelongings {
  desk: Omit<Desk, 'ownerUid' | 'people'>
  /** Plans that were bought, current ones included. */
  entitlements: Omit<Entitlement, 'id' | 'deskId' | 'orderId'>[]
  /** Of its address for e-mails, the one in use first. */
  mailAliases: Omit<MailAlias, 'deskId'>[]
  embed: Embed
  replies: Omit<SavedReply, 'id' | 'deskId' | 'createKey'>[]
  /** Neither used nor withdrawn. */
  invitations: Pick<Invitation, 'email' | 'kind' | 'language' | 'createdAt' | 'expiresAt'>[]
  /** Of the desk that runs the site alone. */
  site?: SiteSettings & { legal: LegalDetails }
}

/** Without tickets, and without anything that gives access. */
export interface Belongings {
  account: Session['user'] &
    Pick<Account, 'locale' | 'notifications' | 'createdAt'> &
    Pick<Member, 'attendedAt' | 'awaySince' | 'undoSeconds' | 'signature' | 'compact'> & {
      passkeys: Pick<Passkey, 'name' | 'createdAt' | 'lastUsedAt'>[]
      /** Undefined while the identity service does not respond. */
      identity?: Omit<UserRecord, 'user' | 'validSince'>
    }
  /** Of the desk; empty for an account at none. */
  counter: string
  timeZone: string
  /** For managers alone. */
  ofDesk?: DeskBelongings
  /** Of the desk, or just the colleague who asks. */
  members: Pick<Member, 'name' | 'kind' | 'joinedAt'>[]
  sessions: Pick<Session, 'device' | 'lastLoginAt' | 'provedAt' | 'lastSeenAt' | 'createdAt'>[]
}

interface DeskStores {
  embeds: EmbedStore
  entitlements: EntitlementStore
  savedReplies: SavedReplyStore
  invitations: InvitationStore
  mailAliases: MailAliasStore
  site: SiteSource
  legal: Pick<LegalSource, 'written'>
}

interface AccountStores {
  accounts: AccountStore
  passkeys: PasskeyStore
  sessions: SessionStore
  members: MemberStore
}

/** Throws for an unknown account. */
export async function readBelongings(
  stores: DeskStores & AccountStores,
  { user }: Session,
  { desk, member }: Partial<Membership>,
  record: UserRecord | undefined,
  runsSite: boolean,
): Promise<Belongings> {
  const account = await stores.accounts.find(user.uid)
  if (!account) throw new Error(`There is no account ${user.uid}`)
  const { locale, notifications, createdAt } = account
  const { attendedAt, awaySince, undoSeconds, signature, compact }: Partial<Member> = member ?? {}
  const sessions = await stores.sessions.list(user.uid)
  const passkeys = await stores.passkeys.list(user.uid)
  const managed = member?.kind === 'manager' ? desk : undefined
  const own = member ? [member] : []
  const members = managed ? await stores.members.list(managed.id) : own
  return {
    account: {
      ...{ ...user, locale, notifications, createdAt, attendedAt, awaySince },
      ...{ undoSeconds, signature, compact },
      passkeys: passkeys.map(({ name, createdAt, lastUsedAt }) => ({
        name,
        createdAt,
        lastUsedAt,
      })),
      identity: record && identityIn(record),
    },
    counter: desk?.name ?? '',
    timeZone: desk?.timeZone ?? usualTimeZone,
    ofDesk: managed && (await readOfDesk(stores, managed, runsSite)),
    members: members.map(({ name, kind, joinedAt }) => ({ name, kind, joinedAt })),
    sessions: sessions.map(({ device, lastLoginAt, provedAt, lastSeenAt, createdAt }) => {
      return { device, lastLoginAt, provedAt, lastSeenAt, createdAt }
    }),
  }
}

async function readOfDesk(
  stores: DeskStores,
  { ownerUid: _, people: __, ...desk }: Desk,
  runsSite: boolean,
): Promise<DeskBelongings> {
  const replies = await stores.savedReplies.list(desk.id)
  const mailAliases = await stores.mailAliases.list(desk.id)
  const invitations = await stores.invitations.list(desk.id)
  const entitlements = await stores.entitlements.listAll(desk.id, mostEntitlements)
  return {
    desk,
    entitlements: entitlements.map(({ id: _, deskId: __, orderId: ___, ...taken }) => taken),
    mailAliases: mailAliases.map(({ deskId: _, ...taken }) => taken),
    embed: await stores.embeds.find(desk.id),
    replies: replies.map(({ id: _, deskId: __, createKey: ___, ...taken }) => taken),
    invitations: invitations.map(({ email, kind, language, createdAt, expiresAt }) => {
      return { email, kind, language, createdAt, expiresAt }
    }),
    site: runsSite
      ? { ...(await stores.site.read()), legal: (await stores.legal.written()).details }
      : undefined,
  }
}

function identityIn({ user: _, validSince: __, ...kept }: UserRecord) {
  return kept
}

/** By number, page by page. */
export async function* readTickets(
  store: TicketStore,
  { id: deskId, people }: Pick<Desk, 'id' | 'people'>,
): TakenTickets {
  const byline = bylineForExport({ people })
  let after = 0
  for (;;) {
    const tickets = await store.listAll(deskId, after, pieceSize)
    for (const ticket of tickets) {
      const { id: _, deskId: __, startKey: ___, secretHash: ____, ...rest } = ticket
      const { keptBy: _____, seenBy: ______, answeredSeq: _______, ...further } = rest
      const {
        answeredBy: ________,
        wokenSeenBy: _________,
        latestBy: __________,
        beforeBlock: ___________,
        rearrangedAt: ____________,
        assignee,
        takenBack,
        ...taken
      } = further
      yield {
        ticket: { ...taken, assignee: byline(assignee), takenBack: wordsOf(takenBack) },
        messages: exportMessages(store, { id: ticket.id, deskId, number: ticket.number }, byline),
      }
      after = ticket.number
    }
    if (tickets.length < pieceSize) return
  }
}

function wordsOf(takenBack: TakenBack | undefined) {
  if (!takenBack) return undefined
  const { body, copies, to } = takenBack
  return { body, copies, to }
}

/** Conversations as a visitor, last changed first, without notes. */
export async function* readQuestions(
  { tickets, desks }: { tickets: TicketStore; desks: DeskStore },
  uid: string,
): TakenQuestions {
  for (const ticket of await tickets.listKept(uid, mostQuestions)) {
    const { title, locale, visitorName, visitorEmail, ownerSeenSeq } = ticket
    const { createdAt, updatedAt, secretHash } = ticket
    const desk = await desks.findById(ticket.deskId)
    const counter = desk?.name ?? ''
    const state = visitorWord(ticket)
    const who = { visitorName, visitorEmail, ownerSeenSeq }
    yield {
      secretHash,
      ticket: { counter, title, state, locale, ...who, createdAt, updatedAt },
      messages: exportMessages(
        tickets,
        { secretHash },
        desk ? bylineForGuests(desk) : () => undefined,
      ),
    }
  }
}
