import { languageOfDesk } from '../desks/desk-language'
import { ownBuckets } from '../limits/rate-limits'
import { emailKey, readEmail } from '../text/email'
import { isLanguage, type Language } from '../text/languages'
import { nameLine } from '../text/single-line'
import { languageOfWords } from '../text/words-of-languages'
import { receiveTicket } from '../tickets/round-robin'
import { type HoldReason, sameWords, suspicionOf } from '../tickets/spam'
import { type Start, storeOld } from '../tickets/starting'
import { type Arrival, type Outcome, outcomeOf } from './arrival'
import type { Content } from './content'
import { noteHeldReply } from './held-replies'
import { writtenAt } from './letters'
import { memberToTell } from './member-replies'
import type { MailIn, MailInSettings } from './ports'

/** Milliseconds in which a sender gets one receipt. */
const receiptEvery = 24 * 3_600_000

/** Begins a conversation; `ticket` is the closed one that it continues. */
export async function beginByMail(
  mailIn: MailIn,
  arrival: Arrival,
  content: Content,
  reason: HoldReason | undefined,
): Promise<Outcome> {
  const { ports, tokens, settings, now } = mailIn
  const { desk, letter, sender } = arrival
  const { body, mail } = content
  const before = arrival.ticket
  const { start, from, automatic } = await startOf(mailIn, arrival, content)
  const { email } = start
  const heldFor = automatic ? 'automatic' : (reason ?? (await suspicion()))
  const isProven = letter?.proven === true && email === from
  const mayReceive = isProven && letter?.answerable && !heldFor && !before && email !== ''
  const receipt = mayReceive && (await isFirstToday())
  const unreadOf = heldFor === 'notice' ? await memberToTell(mailIn, arrival) : undefined
  const started = await receiveTicket(ports, { ...start, heldFor, receipt, unreadOf }, now())
  if (heldFor === 'unproven' && mail.answers !== undefined && started.kind === 'added') {
    const answered = { deskId: desk.id, number: mail.answers }
    await noteHeldReply(ports, answered, started.ticket, now())
  }
  return outcomeOf(started)

  async function suspicion(): Promise<HoldReason | undefined> {
    const { visitorBlocks, rateLimits } = ports
    if (before?.heldFor) return 'before'
    for (const each of new Set([from, email])) {
      if (each && (await visitorBlocks.has(desk.id, each))) return 'sender'
    }
    if (arrival.forwarder) return undefined
    const isLetter = tokens.readMessageId(letter?.messageId ?? '') !== undefined
    if (sender.own && !sender.proven && !isLetter) return 'member'
    if (sender.known && sender.proven) return undefined
    if (isFiltered(arrival, settings)) return 'filter'
    const form = { trapped: false, age: undefined, name: letter?.from.name ?? '', body }
    const rules = { leastAge: 0, ownHosts: [settings.host] }
    const found = letter?.proven || before ? undefined : suspicionOf(form, rules)
    if (found) return found
    // A crowd is of strangers: after an outage, the e-mails of all customers come at once.
    if (sender.known || before) return undefined
    const words = sameWords(body)
    const repeats = words ? ownBuckets('repeat', { account: `words ${desk.id} ${words}` }) : []
    if ((await rateLimits.consume(repeats, now())) > 0) return 'repeated'
    if (sender.proven) return undefined
    const begins = ownBuckets('begin', { account: `mail ${desk.id}` })
    return (await rateLimits.consume(begins, now())) > 0 ? 'crowd' : undefined
  }

  async function isFirstToday(): Promise<boolean> {
    const [earlier] = await ports.tickets.listOfVisitor(desk.id, email, 1)
    return !earlier || earlier.createdAt.getTime() < now().getTime() - receiptEvery
  }
}

/**
 * Adds an e-mail that was in its mailbox before, in a conversation of its own, dated by itself: the newest
 * of them come first, so that none finds the one that it answers.
 */
export async function addOldMail(
  mailIn: MailIn,
  arrival: Arrival,
  content: Content,
  arrivedAt: Date,
): Promise<Outcome> {
  const { ports, settings, now } = mailIn
  const { desk, letter } = arrival
  const { start, automatic } = await startOf(mailIn, arrival, content)
  const isBlocked = start.email && (await ports.visitorBlocks.has(desk.id, start.email))
  const isSpam = isFiltered(arrival, settings) ? 'filter' : undefined
  const heldFor: HoldReason | undefined = automatic ? 'automatic' : isBlocked ? 'sender' : isSpam
  const readers = arrival.team.map(({ member }) => member.reader)
  const at = writtenAt(letter?.date, arrivedAt, now())
  const started = await storeOld(ports.tickets, { ...start, heldFor }, readers, at, now())
  return outcomeOf(started)
}

/** Whether a filter that the operator names took it for spam. */
function isFiltered({ letter }: Arrival, { spamHeaders }: MailInSettings): boolean {
  return letter?.spamBy.some((name) => spamHeaders.includes(name)) ?? false
}

/** How its conversation begins, and the address in From. */
async function startOf(
  mailIn: MailIn,
  arrival: Arrival,
  { body, attachments, mail, copies }: Content,
) {
  const { desk, alias, ticket, letter, key, envelope, byCopy, forwarder } = arrival
  const automatic = arrival.automatic || letter?.author === 'many'
  // Who was in copy is a visitor of their own, and unsubscribes for themselves.
  const same = byCopy ? undefined : ticket
  const given = readEmail(letter?.from.address || envelope.from)
  const from = 'address' in given ? given.address : ''
  const email = mail.replyTo ?? from
  const isProven = letter?.proven === true && email === from
  const start: Omit<Start, 'heldFor' | 'receipt'> = {
    deskId: desk.id,
    startKey: key,
    secretHash: mailIn.tokens.secretHash(desk.id, key),
    body,
    attachments,
    mail: { ...mail, ...(automatic && { quiet: 'automatic' }) },
    copies,
    title: nameLine(letter?.subject ?? ''),
    locale: await languageFor(mailIn, arrival, isProven ? email : '', body),
    name: mail.name || same?.visitorName || '',
    email: email || same?.visitorEmail || '',
    writtenTo: alias?.name ?? same?.writtenTo,
    ...(alias?.tag && { tags: [alias.tag] }),
    followUpOf: same?.id,
    byUid: forwarder?.uid,
    readBy: forwarder && [forwarder.reader],
  }
  return { start, from, automatic }
}

/** By its words, else by an order with that address at the shop's desk, as the e-mail says, or as the desk speaks. */
async function languageFor(
  { ports }: MailIn,
  { desk, letter, ticket }: Arrival,
  email: string,
  body: string,
): Promise<Language> {
  const said = languageOfWords(`${letter?.subject ?? ''}\n${body}`)
  if (said) return said
  if (ticket) return ticket.locale
  if (email && letter?.proven && (await ports.siteClaim.find()) === desk.id) {
    const [order] = await ports.orders.listOfCustomer(emailKey(email), 1)
    if (order) return order.language
  }
  return isLanguage(letter?.language) ? letter.language : languageOfDesk(desk)
}
