import { languageOfDesk } from '~/domain/desks/desk-language'
import { ownBuckets } from '~/domain/limits/rate-limits'
import { writtenAt } from '~/domain/mail-in/letters'
import { emailKey, readEmail } from '~/domain/text/email'
import { isLanguage, type Language } from '~/domain/text/languages'
import { nameLine } from '~/domain/text/single-line'
import { languageOfWords } from '~/domain/text/words-of-languages'
import { receiveTicket } from '~/domain/tickets/round-robin'
import { type HoldReason, sameWords, suspicionOf } from '~/domain/tickets/spam'
import { type Start, storeOld } from '~/domain/tickets/starting'
import type { Appended } from '~/domain/tickets/tickets'
import { readTicketMessageId } from '~/http/links/message-id.server'
import { secretHash, ticketSecret } from '~/http/links/ticket-link.server'
import type { ServerContext } from '../arrival/context'
import { memberToTell } from './answered'
import type { Arrived, Outcome } from './arrived'
import type { Content } from './content'

/** Milliseconds in which a sender gets one receipt. */
const receiptEvery = 24 * 3_600_000

/** Begins a conversation; `ticket` is the closed one that it continues. */
export async function beginByMail(
  context: ServerContext,
  arrived: Arrived,
  content: Content,
  reason: HoldReason | undefined,
): Promise<Outcome> {
  const { services, config, now } = context
  const { desk, letter, sender } = arrived
  const { body } = content
  const before = arrived.ticket
  const { start, from, automatic } = await startOf(context, arrived, content)
  const { email } = start
  const heldFor = automatic ? 'automatic' : (reason ?? (await suspicion()))
  const isProven = letter?.proven === true && email === from
  const mayReceive = isProven && letter?.answerable && !heldFor && !before && email !== ''
  const receipt = mayReceive && (await isFirstToday())
  const unreadOf = heldFor === 'notice' ? await memberToTell(context, arrived) : undefined
  const started = await receiveTicket(services, { ...start, heldFor, receipt, unreadOf }, now())
  return outcomeOf(started.kind)

  async function suspicion(): Promise<HoldReason | undefined> {
    const { visitorBlocks, rateLimits } = services
    if (before?.heldFor) return 'before'
    for (const each of new Set([from, email])) {
      if (each && (await visitorBlocks.has(desk.id, each))) return 'sender'
    }
    if (arrived.forwarder) return undefined
    const isLetter = readTicketMessageId(config.secrets, letter?.messageId ?? '') !== undefined
    if (sender.own && !sender.proven && !isLetter) return 'member'
    if (sender.known && sender.proven) return undefined
    if (isFiltered(context, arrived)) return 'filter'
    const form = { trapped: false, age: undefined, name: letter?.from.name ?? '', body }
    const rules = { leastAge: 0, ownHosts: [new URL(config.publicOrigin).host] }
    const found = letter?.proven || before ? undefined : suspicionOf(form, rules)
    if (found) return found
    const words = sameWords(body)
    const repeats = words ? ownBuckets('repeat', { account: `words ${desk.id} ${words}` }) : []
    if ((await rateLimits.consume(repeats, now())) > 0) return 'repeated'
    // A crowd is of strangers: after an outage, the e-mails of all customers come at once.
    if (sender.proven || sender.known || before) return undefined
    const begins = ownBuckets('begin', { account: `mail ${desk.id}` })
    return (await rateLimits.consume(begins, now())) > 0 ? 'crowd' : undefined
  }

  async function isFirstToday(): Promise<boolean> {
    const [earlier] = await services.tickets.listOfVisitor(desk.id, email, 1)
    return !earlier || earlier.createdAt.getTime() < now().getTime() - receiptEvery
  }
}

/**
 * Adds an e-mail that was in its mailbox before, in a conversation of its own, dated by itself: the newest
 * of them come first, so that none finds the one that it answers.
 */
export async function addOldMail(
  context: ServerContext,
  arrived: Arrived,
  content: Content,
  arrivedAt: Date,
): Promise<Outcome> {
  const { services, now } = context
  const { desk, letter } = arrived
  const { start, automatic } = await startOf(context, arrived, content)
  const isBlocked = start.email && (await services.visitorBlocks.has(desk.id, start.email))
  const isSpam = isFiltered(context, arrived) ? 'filter' : undefined
  const heldFor: HoldReason | undefined = automatic ? 'automatic' : isBlocked ? 'sender' : isSpam
  const readers = (await services.members.list(desk.id)).map(({ reader }) => reader)
  const at = writtenAt(letter?.date, arrivedAt, now())
  const started = await storeOld(services.tickets, { ...start, heldFor }, readers, at, now())
  return outcomeOf(started.kind)
}

/** Whether a filter that the operator names took it for spam. */
function isFiltered({ config }: ServerContext, { letter }: Arrived): boolean {
  const named = config.mailIn?.spamHeaders ?? []
  return letter?.spamBy.some((name) => named.includes(name)) ?? false
}

/** How its conversation begins, and the address in From. */
async function startOf(
  context: ServerContext,
  arrived: Arrived,
  { body, attachments, mail, copies }: Content,
) {
  const { desk, alias, ticket, letter, key, envelope, byCopy, forwarder } = arrived
  const automatic = arrived.automatic || letter?.author === 'many'
  // Who was in copy is a visitor of their own, and unsubscribes for themselves.
  const same = byCopy ? undefined : ticket
  const given = readEmail(letter?.from.address || envelope.from)
  const from = 'address' in given ? given.address : ''
  const email = mail.replyTo ?? from
  const isProven = letter?.proven === true && email === from
  const start: Omit<Start, 'heldFor' | 'receipt'> = {
    deskId: desk.id,
    startKey: key,
    secretHash: secretHash(ticketSecret(context.config.secrets[0] ?? '', desk.id, key)),
    body,
    attachments,
    mail: { ...mail, ...(automatic && { quiet: 'automatic' }) },
    copies,
    title: nameLine(letter?.subject ?? ''),
    locale: await languageFor(context, arrived, isProven ? email : '', body),
    name: mail.name || same?.visitorName || '',
    email: email || same?.visitorEmail || '',
    writtenTo: alias?.name ?? same?.writtenTo,
    ...(alias?.tag && { tags: [alias.tag] }),
    followUpOf: same?.id,
    byUid: forwarder?.uid,
    readBy: forwarder?.reader,
  }
  return { start, from, automatic }
}

function outcomeOf(started: Appended['kind']): Outcome {
  if (started === 'added') return 'taken'
  // Another e-mail with its Message-ID was committed meanwhile: next time this one gets a key of its own.
  return started === 'again' ? 'again' : 'later'
}

/** By its words, else by an order with that address at the shop's desk, as the e-mail says, or as the desk speaks. */
async function languageFor(
  { services }: ServerContext,
  { desk, letter, ticket }: Arrived,
  email: string,
  body: string,
): Promise<Language> {
  const said = languageOfWords(`${letter?.subject ?? ''}\n${body}`)
  if (said) return said
  if (ticket) return ticket.locale
  if (email && letter?.proven && (await services.siteClaim.find()) === desk.id) {
    const [order] = await services.orders.listOfCustomer(emailKey(email), 1)
    if (order) return order.language
  }
  return isLanguage(letter?.language) ? letter.language : languageOfDesk(desk)
}
