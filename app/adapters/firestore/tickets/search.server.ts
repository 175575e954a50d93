import type { Query } from 'firebase-admin/firestore'
import { fold, needles, shorten, signsOf } from '../../../domain/text/search-folding'
import { readCursor, writeCursor } from '../../../domain/tickets/cursors'
import { isWithin } from '../../../domain/tickets/filters'
import type { Message } from '../../../domain/tickets/messages'
import { numberSought, soughtText, type TicketSearch } from '../../../domain/tickets/search'
import { considered, snippetsOf } from '../../../domain/tickets/search-snippets'
import type { Database } from '../database/database.server'
import { listOf } from '../database/documents.server'
import type { MessageRecord, TicketRecord } from '../database/schema'
import { beginningOf } from './beginnings'
import type { TicketLookup } from './lookup.server'
import { facetsOf, headOf, passingFacets, toTicket } from './records.server'

/** Texts with the leading word looked at first; each further step looks at twice as many. */
const firstStep = 64

/** Per page; a page that ends before it is full has a `next`. */
const mostTexts = 2_000

/** May have all words; its messages are known to have one. */
interface Candidate {
  number: number
  ticketId: string
  messages: MessageRecord[]
}

type Passes = (ticket: TicketRecord) => boolean

interface Hit {
  number: number
  ticket: TicketRecord
  messages: MessageRecord[]
}

/** One array query finds texts with the longest word; their tickets are checked for the others. */
export function createTicketSearch(database: Database, lookup: TicketLookup): TicketSearch {
  const { allMessages, collection, document, readAll, within } = database

  /** `from` is where to go on, 0 at the end. */
  async function candidates(deskId: string, beginning: string, below: number, step: number) {
    const page = <Stored extends { number: number }>(query: Query<Stored>) =>
      listOf(query.where('number', '<', below).limit(step))
    const messages = allMessages().where('deskId', '==', deskId)
    const tickets = collection('tickets').where('deskId', '==', deskId)
    const [said, named] = await Promise.all([
      page(
        messages
          .where('words', 'array-contains', beginning)
          .orderBy('number', 'desc')
          .orderBy('seq', 'desc'),
      ),
      page(tickets.where('heads', 'array-contains', beginning).orderBy('number', 'desc')),
    ])
    const ends = [said, named].map((found) =>
      found.length === step ? (found.at(-1)?.number ?? 0) : 0,
    )
    const from = Math.max(...ends)
    const found = new Map<number, Candidate>()
    for (const { number, id } of named) found.set(number, { number, ticketId: id, messages: [] })
    for (const message of said) {
      const { number, ticketId } = message
      const known = found.get(number) ?? { number, ticketId, messages: [] }
      found.set(number, { ...known, messages: [...known.messages, message] })
    }
    const sorted = [...found.values()].filter(({ number }) => number >= from)
    sorted.sort((one, other) => other.number - one.number)
    return { found: sorted, from, texts: said.length + named.length }
  }

  /** Undefined if it fails the filter, or is found with another text. */
  async function resolve({ number, ticketId }: Candidate, beginning: string, passes: Passes) {
    const [own] = await readAll([document('tickets', ticketId)])
    if (!own?.mergedInto) return own && passes(own) ? own : undefined
    const [target] = await readAll([document('tickets', own.mergedInto)])
    if (!target || !passes(target)) return undefined
    // A higher number's text is found there.
    const others = [target, ...target.parts].filter((other) => other.number > number)
    const found = await Promise.all(
      others.map(({ id }) => messagesWith(id, beginning, 1).then(({ length }) => length > 0)),
    )
    const isNamed = target.number > number && target.heads.includes(beginning)
    return isNamed || found.includes(true) ? undefined : target
  }

  const messagesWith = (ticketId: string, beginning: string, limit: number) => {
    const found = within(ticketId, 'messages').where('words', 'array-contains', beginning)
    return listOf(found.orderBy('seq', 'desc').limit(limit))
  }

  async function messagesOf(
    ticket: TicketRecord,
    words: readonly string[],
    known: MessageRecord[],
  ) {
    const head = headOf(ticket)
    const offsets = new Map(ticket.parts.map(({ id, offset }) => [id, offset]))
    const placed = (message: MessageRecord) => {
      return { ...message, seq: message.seq + (offsets.get(message.ticketId) ?? 0) }
    }
    const messages = new Map(known.map((message) => [message.id, placed(message)]))
    for (const word of words) {
      const has = (message: MessageRecord) => begins(soughtText(message), word)
      if ([...messages.values()].filter(has).length >= considered) continue
      const beginning = beginningOf(word)
      if (beginning === undefined) continue
      const parts = [ticket, ...ticket.parts]
      const found = await Promise.all(
        parts.map(({ id }) => messagesWith(id, beginning, considered)),
      )
      for (const message of found.flat()) messages.set(message.id, placed(message))
      const isNamed = begins(head, word) || ticket.partHeads.includes(beginning)
      if (!isNamed && ![...messages.values()].some(has)) return undefined
    }
    return [...messages.values()]
  }

  return {
    level: 'prefix',

    async search(deskId, typed, filter, limit, after) {
      const words = typed.filter((word) => needles(word).length > 0)
      const leading = words
        .flatMap((word) => beginningOf(word) ?? [])
        .sort((one, other) => other.length - one.length)[0]
      if (leading === undefined) return { found: [] }
      const passing = passingFacets(deskId, filter)
      const passes = (ticket: TicketRecord) =>
        !ticket.hidden &&
        isWithin(filter, ticket) &&
        facetsOf(ticket).some((facet) => passing.includes(facet))
      const list = JSON.stringify([words, filter])
      const cursor = readCursor(after, list)
      const named = await findNamed(lookup, deskId, typed, passes)
      const evaluate = async (candidate: Candidate): Promise<Hit[]> => {
        const ticket = await resolve(candidate, leading, passes)
        if (!ticket || ticket.id === named?.id) return []
        const messages = await messagesOf(ticket, words, candidate.messages)
        return messages ? [{ number: candidate.number, ticket, messages }] : []
      }
      const isHit = (message: MessageRecord) =>
        words.some((word) => begins(soughtText(message), word))
      const hits: Hit[] = []
      const wanted = cursor || !named ? limit : limit - 1
      let below = cursor?.rank ?? Number.MAX_SAFE_INTEGER
      let texts = 0
      for (let step = firstStep; below > 0 && hits.length <= wanted; step *= 2) {
        const page = await candidates(deskId, leading, below, step)
        while (page.found.length > 0 && hits.length <= wanted) {
          const next = page.found.splice(0, wanted + 1 - hits.length)
          hits.push(...(await Promise.all(next.map(evaluate))).flat())
        }
        if (hits.length <= wanted) below = page.from
        texts += page.texts
        if (texts >= mostTexts) break
      }
      const shownHits = hits.slice(0, wanted)
      const first =
        cursor || !named ? [] : [{ ticket: named, messages: await messagesOf(named, words, []) }]
      const goesOn = hits.length > wanted || below > 0
      const rank = hits.length > wanted ? (shownHits.at(-1)?.number ?? below) : below
      return {
        found: [...first, ...shownHits].map(({ ticket, messages = [] }) => {
          return {
            ticket: toTicket(ticket),
            snippets: snippetsOf(messages.filter(isHit).filter(isShown), words),
          }
        }),
        next: goesOn ? writeCursor(list, rank, new Date(0), '') : undefined,
      }
    },
  }
}

/** What stands for a moved message has no words. */
function isShown(message: MessageRecord): message is MessageRecord & Pick<Message, 'kind'> {
  return message.kind !== 'moved'
}

async function findNamed(
  lookup: TicketLookup,
  deskId: string,
  typed: readonly string[],
  passes: Passes,
): Promise<TicketRecord | undefined> {
  const number = numberSought(typed)
  if (number === undefined) return undefined
  const ticket = await lookup.find({ deskId, number })
  return ticket && passes(ticket) ? ticket : undefined
}

function begins(text: string, word: string): boolean {
  const folded = fold(text)
  const forms = [folded, shorten(folded)].map(signsOf)
  return needles(word).some((needle) =>
    forms.some((form) => form.includes(needle.startsWith(' ') ? needle : ` ${needle}`)),
  )
}
