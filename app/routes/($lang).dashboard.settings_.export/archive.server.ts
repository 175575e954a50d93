import type { AppLoadContext } from '@remix-run/node'
import type { UserRecord } from '~/domain/accounts/own-account'
import type { Session } from '~/domain/accounts/sessions'
import type { Desk } from '~/domain/desks/desks'
import { exportFeedback, exportFiles } from '~/domain/export/export'
import { bytesOf } from '~/domain/files/files'
import { jsonRecord } from '~/http/responses/json-record.server'
import type { ZipEntry } from '~/http/responses/zip.server'
import {
  readBelongings,
  readQuestions,
  readTickets,
  type TakenQuestions,
  type TakenTickets,
} from './belongings.server'
import { readablePage } from './readable-page.server'

/** JSON for programs, a page for people, and the messages' files. */
export async function* archiveOf(
  session: Session,
  desk: Desk,
  record: UserRecord | undefined,
  { services, now }: AppLoadContext,
): AsyncGenerator<ZipEntry> {
  const belongings = await readBelongings(services, session, desk, record)
  const tickets = () => readTickets(services.tickets, desk.id)
  const feedback = () => exportFeedback(services.feedback, desk.id)
  const questions = () => readQuestions(services, session.user.uid)
  yield* [
    {
      name: 'index.html',
      parts: readablePage(belongings, tickets(), feedback(), questions(), now()),
    },
    { name: 'account.json', parts: [json(belongings.account)] },
    { name: 'desk.json', parts: [json(belongings.desk)] },
    { name: 'sessions.json', parts: [json(belongings.sessions)] },
    { name: 'tickets.json', parts: asJson(tickets()) },
    { name: 'feedback.json', parts: linesAsJson(feedback()) },
    { name: 'questions.json', parts: asJson(questions()) },
  ]
  const photo = await services.photos.find(session.user.uid)
  if (photo) yield { name: 'photo.webp', parts: bytesOf(photo.bytes), stored: true }
  for await (const { messages } of tickets()) {
    yield* exportFiles(services, { deskId: desk.id }, messages)
  }
  for await (const { messages, secretHash } of questions()) {
    yield* exportFiles(services, { secretHash }, messages)
  }
}

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
