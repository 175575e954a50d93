import type { AppLoadContext } from '@remix-run/node'
import type { UserRecord } from '~/domain/accounts/own-account'
import type { Member } from '~/domain/desks/members'
import { exportFeedback, exportFiles } from '~/domain/export/export'
import { bytesOf } from '~/domain/files/files'
import { picturesIn } from '~/domain/site/settings'
import { jsonRecord } from '~/http/responses/json-record.server'
import type { ZipEntry } from '~/http/responses/zip.server'
import { type OwnAccount, runsShop } from '~/http/sessions/access.server'
import { exportAuditLog } from './audit-log.server'
import {
  readBelongings,
  readQuestions,
  readTickets,
  type TakenQuestions,
  type TakenTickets,
} from './belongings.server'
import { readOrders } from './own-orders.server'
import { readablePage } from './readable-page.server'

/** JSON for programs, a page for people, and the messages' files. A colleague gets what is their own. */
export async function* archiveOf(
  { session, desk, member }: OwnAccount,
  record: UserRecord | undefined,
  context: AppLoadContext,
): AsyncGenerator<ZipEntry> {
  const { services, now } = context
  const own = { desk, member }
  const belongings = await readBelongings(services, session, own, record, await runsShop(context))
  const { account, sessions, ofDesk } = belongings
  const managed = ofDesk && desk
  const deskId = managed?.id
  const tickets = () => (managed ? readTickets(services.tickets, managed) : nothing())
  const feedback = () => (deskId ? exportFeedback(services.feedback, deskId) : nothing())
  const auditLog = () =>
    managed && member ? exportAuditLog(services.auditLog, { desk: managed, member }) : nothing()
  const questions = () => readQuestions(services, session.user.uid)
  const orders = () => readOrders(services.orders, session.user.uid)
  yield* [
    {
      name: 'index.html',
      parts: readablePage(belongings, tickets(), feedback(), questions(), orders(), now()),
    },
    { name: 'account.json', parts: [json(account)] },
    { name: 'members.json', parts: [json(belongings.members)] },
    { name: 'sessions.json', parts: [json(sessions)] },
    ...(own.member
      ? [{ name: 'drafts.json', parts: [json(await draftsOf(own.member, services))] }]
      : []),
    { name: 'questions.json', parts: asJson(questions()) },
    { name: 'orders.json', parts: linesAsJson(orders()) },
  ]
  const site = ofDesk?.site
  if (ofDesk)
    yield* [
      {
        name: 'desk.json',
        parts: [
          json({
            ...ofDesk.desk,
            mailAliases: ofDesk.mailAliases,
            entitlements: ofDesk.entitlements,
          }),
        ],
      },
      { name: 'embed.json', parts: [json(ofDesk.embed)] },
      { name: 'saved-replies.json', parts: [json(ofDesk.replies)] },
      { name: 'invitations.json', parts: [json(ofDesk.invitations)] },
      { name: 'log.json', parts: linesAsJson(auditLog()) },
      ...(site ? [{ name: 'site.json', parts: [json(site)] }] : []),
      { name: 'tickets.json', parts: asJson(tickets()) },
      { name: 'feedback.json', parts: linesAsJson(feedback()) },
    ]
  const photo = await services.photos.find(session.user.uid)
  if (photo) yield { name: 'photo.webp', parts: bytesOf(photo.bytes), stored: true }
  for (const id of site ? picturesIn(site) : []) {
    const picture = await services.site.findPicture(id, 'whole')
    if (picture) yield { name: `site/${id}.webp`, parts: bytesOf(picture), stored: true }
  }
  for await (const { messages } of tickets()) {
    if (deskId) yield* exportFiles(services, { deskId }, messages)
  }
  for await (const { messages, secretHash } of questions()) {
    yield* exportFiles(services, { secretHash }, messages)
  }
}

/** What a member has begun to write. */
async function draftsOf(
  { deskId, reader }: Member,
  { drafts, tickets }: AppLoadContext['services'],
) {
  const found = await drafts.list(deskId, reader)
  return Promise.all(
    found.map(async ({ ticketId, body, isNote, savedAt }) => {
      const ticket = await tickets.findById(ticketId)
      return { ticket: ticket?.number, body, isNote, savedAt }
    }),
  )
}

async function* nothing(): AsyncGenerator<never> {}

async function* asJson(tickets: TakenTickets | TakenQuestions) {
  let before = '['
  for await (const { ticket, messages } of tickets) {
    yield `${before}\n`
    yield* jsonRecord(ticket, messages)
    before = ','
  }
  yield before === '[' ? '[]\n' : '\n]\n'
}

async function* linesAsJson(values: AsyncIterable<object>) {
  let before = '['
  for await (const value of values) {
    yield `${before}\n${JSON.stringify(value)}`
    before = ','
  }
  yield before === '[' ? '[]\n' : '\n]\n'
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
