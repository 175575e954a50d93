import type { AppLoadContext } from '@remix-run/node'
import type { Desk } from '~/domain/desks'
import type { Session } from '~/domain/sessions'
import type { ZipEntry } from '~/http/zip.server'
import {
  readBelongings,
  readQuestions,
  readTickets,
  type TakenQuestions,
  type TakenTickets,
} from './belongings.server'
import { readablePage } from './readable-page.server'

/** Everything that we keep of the owner: JSON for programs, and a page for people to read. */
export async function archiveOf(
  session: Session,
  desk: Desk,
  { services, now }: AppLoadContext,
): Promise<ZipEntry[]> {
  const belongings = await readBelongings(services, session, desk)
  const tickets = () => readTickets(services.tickets, desk.id)
  const questions = () => readQuestions(services, session.user.uid)
  return [
    { name: 'index.html', parts: readablePage(belongings, tickets(), questions(), now()) },
    { name: 'account.json', parts: [json(belongings.account)] },
    { name: 'desk.json', parts: [json(belongings.desk)] },
    { name: 'sessions.json', parts: [json(belongings.sessions)] },
    { name: 'tickets.json', parts: asJson(tickets()) },
    { name: 'questions.json', parts: asJson(questions()) },
  ]
}

async function* asJson(tickets: TakenTickets | TakenQuestions) {
  let before = '['
  for await (const { ticket, messages } of tickets) {
    const head = JSON.stringify(ticket)
    yield `${before}\n${head.slice(0, -1)},"messages":[`
    let comma = ''
    for await (const message of messages) {
      yield `${comma}\n  ${JSON.stringify(message)}`
      comma = ','
    }
    yield ']}'
    before = ','
  }
  yield before === '[' ? '[]\n' : '\n]\n'
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
