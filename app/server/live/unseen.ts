import type { LiveEvent, LiveTopic } from '~/domain/live/live'
import { excerpt } from '~/domain/tickets/messages'
import type { Ticket } from '~/domain/tickets/tickets'
import { unseenAnswers } from '~/domain/tickets/unseen'
import { lineOf } from '~/domain/tickets/writing'
import type { ServerContext } from '../arrival/context'
import type { Visit } from '../arrival/visit'
import { send } from '../responses/send'
import { event } from './server-sent-event'
import type { StreamSource, Write } from './stream'

/** Characters beside a button. */
const fewWords = 40

/** The number of answers that the visitor has not seen and the first words of the last, as JSON; marks none as seen. */
async function unseen({ services }: ServerContext, ticket: Ticket) {
  const answers = await unseenAnswers(services.tickets, ticket)
  const last = answers.at(-1)
  return JSON.stringify({
    count: answers.length,
    words: last ? excerpt(lineOf(last), fewWords) : '',
  })
}

/** Answers once. */
export async function countUnseen(visit: Visit, ticket: Ticket): Promise<void> {
  send(visit, {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: Buffer.from(await unseen(visit.context, ticket)),
  })
}

/** The same as an event whenever it changes. Listening counts neither as being there nor as seeing. */
export class UnseenSource implements StreamSource {
  #said = ''

  constructor(
    readonly visit: Visit,
    readonly ticket: Ticket,
  ) {}

  get listener() {
    const { id, deskId, firstReplyAt } = this.ticket
    return { kind: 'visitor' as const, id, deskId, answered: firstReplyAt !== undefined }
  }

  get topics(): LiveTopic[] {
    return [`ticket:${this.ticket.id}`]
  }

  async read(_: LiveEvent[], write: Write) {
    const { context } = this.visit
    const { id, secretHash } = this.ticket
    const ticket = await context.services.tickets.find({ secretHash })
    // Erased, or merged into another ticket meanwhile.
    if (ticket?.id !== id) return 'end'
    const news = await unseen(context, ticket)
    if (news !== this.#said) await write(event(news))
    this.#said = news
    return undefined
  }

  async beat() {}
}
