import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { createFileStore } from '~/adapters/disk/files.server'
import { createPresenceStore } from '~/adapters/in-process/presence.server'
import { createRateLimitStore } from '~/adapters/in-process/rate-limits.server'
import { createCatalogueFile } from '~/adapters/json-file/catalogue.server'
import { createSmtpMailer } from '~/adapters/smtp/mailer.server'
import { openDatabase } from '~/adapters/sqlite/database/database.server'
import { storesOn } from '~/adapters/sqlite/stores.server'
import { noAccountLetters } from '~/domain/identity/account-letters'
import { type Planned, planMails } from '~/domain/letters/plans'
import { type Compose, sendDueMails } from '~/domain/letters/sending'
import type { Mailer } from '~/domain/outbox/mailer'
import { newIdentity } from '~/domain/site/identity'
import {
  noteAsOwner,
  replyAsOwner,
  startTicket,
  writeAsVisitor,
} from '~/domain/tickets/conversations'
import { membersNamed } from '~/domain/tickets/mentions'
import type { Start } from '~/domain/tickets/starting'
import { secretHash, ticketSecret } from '~/http/links/ticket-link.server'
import { createCompose } from '~/mails/compose'
import { makePlace } from '../adapters/sqlite/places'
import { exampleAccount, exampleDesk, exampleMember } from '../contracts/examples'
import { putEmptyDatabase } from './empty-database'
import { legalOf } from './legal'
import { type MailServer, startMailServer } from './mail-server'

export const log = pino({ level: 'silent' })
export const secrets = ['a secret of the server that is long enough']
export const config = {
  publicOrigin: 'https://counter.example',
  secrets,
  mail: { from: { name: 'Tresen', address: 'counter@counter.example' } },
}

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** Wednesday, noon in Berlin. */
const beginning = new Date('2026-03-04T11:00:00Z')

const sample = createCatalogueFile({ report: () => undefined })
const catalogue = { readWritten: async (at: Date) => sample.read(at) }
/** For letters that no reply concerns. */
export const noDesks = {
  desks: { findById: async () => undefined },
  siteClaim: { find: async () => undefined },
  mailAliases: { find: async () => undefined, list: async () => [] },
  attachments: { list: async () => [] },
  files: { open: async () => undefined },
}

const legal = { read: async () => legalOf(undefined, (path) => path) }

type MailDesk = Awaited<ReturnType<typeof openMailDesk>>

/** Of the test that runs, in a suite that calls useMailDesk(). */
export let server: MailServer
export let mailDesk: MailDesk

/** Opens a mail desk for each test of a suite; they share one mail server, which is emptied between them. */
export function useMailDesk(): void {
  beforeAll(async () => {
    server = await startMailServer()
  })
  beforeEach(async () => {
    server.received.length = 0
    server.behave()
    mailDesk = await openMailDesk(server)
  })
  afterEach(() => mailDesk.close())
  afterAll(() => server.close())
}

/**
 * A desk of Ada's on a real database, whose mails go to the given server, with a clock of the test's.
 * Nothing happens by itself.
 */
async function openMailDesk(server: MailServer) {
  const place = await makePlace()
  await putEmptyDatabase(place.file)
  const database = openDatabase(place.file)
  const live = {
    publish: () => undefined,
    subscribe: async () => () => undefined,
    revision: () => '',
  }
  const memory = {
    accountLetters: noAccountLetters,
    presence: createPresenceStore(),
    rateLimits: createRateLimitStore(),
  }
  const files = createFileStore(join(dirname(place.file), 'files'))
  const stores = { ...storesOn(database), ...memory, catalogue, live, files }
  const account = exampleAccount('ada', { emailVerified: true, locale: 'de' })
  await stores.accounts.save(account)
  const desk = await stores.desks.ensure(exampleDesk('ada', { name: 'Café „Morgenrot“, Köln' }))
  const smtp = createSmtpMailer({ smtpUrl: server.url, name: 'counter.example' })
  const compose = createCompose(config, {
    ...stores,
    payments: {},
    legal,
    siteIdentity: { read: async () => newIdentity },
  })
  const failures: string[] = []
  let planned: Planned | undefined
  let keys = 0

  const mailDesk = {
    ...stores,
    desk,
    file: place.file,
    failures,
    now: beginning,
    forward(milliseconds: number) {
      mailDesk.now = new Date(mailDesk.now.getTime() + milliseconds)
    },
    /** Another owner's desk. */
    async openDesk(uid: string) {
      await stores.accounts.save(exampleAccount(uid, { emailVerified: true }))
      return stores.desks.ensure(exampleDesk(uid))
    },
    /** Another member of the desk, who writes English. */
    async join(uid: string) {
      const { now } = mailDesk
      await stores.accounts.save(exampleAccount(uid, { emailVerified: true, locale: 'en' }))
      const member = exampleMember(desk.id, uid, { joinedAt: now, chosenAt: now })
      if (!(await stores.members.join(member))) throw new Error('Nobody joined')
      return member
    },
    /** A visitor's first message; answers how the ticket is found by both sides. */
    async begin(
      body: string,
      {
        name = 'Vera',
        email = '',
        locale = 'de',
        deskId = desk.id,
        heldFor,
        ...more
      }: Partial<
        Pick<
          Start,
          | 'name'
          | 'email'
          | 'locale'
          | 'deskId'
          | 'heldFor'
          | 'mail'
          | 'writtenTo'
          | 'title'
          | 'copies'
        >
      > = {},
    ) {
      const startKey = `start ${++keys}`
      const secret = ticketSecret(secrets[0] ?? '', deskId, startKey)
      const hash = secretHash(secret)
      const said = { body, locale, name, email, heldFor, ...more }
      const start = { deskId, startKey, secretHash: hash, ...said }
      const { ticket } = await startTicket(mailDesk, start, mailDesk.now)
      const seen = (side: 'owner' | 'visitor', seq: number) =>
        mailDesk.tickets.markSeen(
          { secretHash: hash },
          side === 'visitor' ? side : { reader: deskId },
          seq,
        )
      // The form's sender is led to the page.
      if (!more.mail) await seen('visitor', 1)
      return { ticket, secret, owner: { deskId, number: ticket.number }, hash, seen }
    },
    visitorWrites: (hash: string, body: string) =>
      writeAsVisitor(mailDesk, hash, writing(body), mailDesk.now),
    async ownerReplies(
      owner: { deskId: string; number: number; byUid?: string },
      body: string,
      copies: string[] = [],
    ) {
      return replyAsOwner(mailDesk, owner, { ...writing(body), copies }, mailDesk.now)
    },
    async ownerNotes(owner: { deskId: string; number: number }, body: string, byUid = 'ada') {
      const at = (await stores.desks.findById(owner.deskId)) ?? desk
      const named = await membersNamed(mailDesk, at, body, byUid)
      const said = { ...writing(body), named }
      return noteAsOwner(mailDesk, { ...owner, byUid }, said, mailDesk.now)
    },
    /** One round of what the server does by itself; `mailer` in place of the real one. */
    async round(mailer: Mailer = smtp, by: Compose = compose) {
      planned = await planMails(mailDesk, planned, mailDesk.now, async () => true)
      await mailDesk.send(mailer, by)
    },
    send: (mailer: Mailer = smtp, by: Compose = compose, ahead = 0) =>
      sendDueMails(
        { ...mailDesk, mailer },
        {
          compose: by,
          clock: () => mailDesk.now,
          ahead,
          goOn: async () => true,
          onFailure: (mail, { failure, code }) => failures.push(`${mail.kind} ${failure} ${code}`),
        },
      ),
    smtp,
    async close() {
      await database.close()
      await place.remove()
    },
  }
  return mailDesk

  function writing(body: string) {
    const clientKey = createHash('sha256').update(`${++keys}`).digest('hex')
    return { clientKey, body, locale: 'de' as const }
  }
}
