import type { AppLoadContext } from '@remix-run/node'
import type { Asker } from '~/domain/attachments'
import type { Desk } from '~/domain/desks'
import type { Session } from '~/domain/sessions'
import type { ZipEntry } from '~/http/zip.server'
import {
  readBelongings,
  readQuestions,
  readTickets,
  type TakenMessage,
  type TakenQuestions,
  type TakenTickets,
} from './belongings.server'
import { fileInArchive, readablePage } from './readable-page.server'

/**
 * Everything that we keep of the owner: JSON for programs, a page for people to read, and the files
 * of the messages beside it.
 */
export async function* archiveOf(
  session: Session,
  desk: Desk,
  { services, now }: AppLoadContext,
): AsyncGenerator<ZipEntry> {
  const belongings = await readBelongings(services, session, desk)
  const tickets = () => readTickets(services.tickets, desk.id)
  const questions = () => readQuestions(services, session.user.uid)
  yield* [
    { name: 'index.html', parts: readablePage(belongings, tickets(), questions(), now()) },
    { name: 'account.json', parts: [json(belongings.account)] },
    { name: 'desk.json', parts: [json(belongings.desk)] },
    { name: 'sessions.json', parts: [json(belongings.sessions)] },
    { name: 'tickets.json', parts: asJson(tickets()) },
    { name: 'questions.json', parts: asJson(questions()) },
  ]
  yield* filesOf(services, tickets(), { deskId: desk.id })
  for await (const { messages, secretHash } of questions()) {
    yield* filesOf(services, [{ messages }], { secretHash })
  }
}

/** The files of these messages, each opened when its turn has come. */
async function* filesOf(
  { attachments, files }: AppLoadContext['services'],
  tickets: AsyncIterable<WithMessages> | Iterable<WithMessages>,
  asker: Asker,
): AsyncGenerator<ZipEntry> {
  for await (const { messages } of tickets) {
    for await (const message of messages) {
      for (const attachment of message.attachments ?? []) {
        const held = await attachments.find(asker, attachment.id)
        const parts = held && (await files.open(held.file))
        if (parts) yield { name: fileInArchive(attachment), parts, stored: true }
      }
    }
  }
}

interface WithMessages {
  messages: AsyncIterable<TakenMessage>
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
