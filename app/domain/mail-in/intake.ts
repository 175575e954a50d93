import { bytesInPieces, type StoredFile } from '../files/files'
import { networkOf, subnetOf } from '../limits/networks'
import { ownBuckets, type Sender } from '../limits/rate-limits'
import { takeTextRoom } from '../limits/text-room'
import { emailKey } from '../text/email'
import { languageOfWords } from '../text/words-of-languages'
import { addQuietly, writeAsVisitor } from '../tickets/conversations'
import { tidyCopies } from '../tickets/copies'
import { holdLoop, isLoop } from '../tickets/loops'
import type { MessageMail } from '../tickets/message-mail'
import type { Ticket } from '../tickets/tickets'
import { type Arrival, type Delivery, type Outcome, outcomeOf, type Received } from './arrival'
import { addOldMail, beginByMail } from './beginning'
import { type Content, takeContent, wordsOf } from './content'
import { withoutForwarder } from './forwarders'
import { type Envelope, largestLetter, longestReading } from './letters'
import { takeReply } from './member-replies'
import { readPeople } from './people'
import type { MailIn } from './ports'
import { type Recipient, recipientsOf } from './recipients'
import { newMailKey, noticeFor, ticketOf } from './references'

/**
 * Takes a raw e-mail in, whatever door it came by. Takes `raw` over. Resolves once all is committed; rejects
 * where the stores fail.
 */
export async function takeMail(
  mailIn: MailIn,
  raw: ArrayBuffer,
  envelope: Envelope,
): Promise<Outcome> {
  const { ports, now } = mailIn
  const { files, letterReader, rateLimits } = ports
  const { ip } = envelope
  const place: Sender = ip ? { address: networkOf(ip), subnet: subnetOf(ip) } : {}
  const buckets = [...ownBuckets('letter', place), ...ownBuckets('reading', place, longestReading)]
  // Before anything of it is read: the limits of the server that hands it over.
  if ((await rateLimits.consume(buckets, now())) > 0) return 'later'
  let seconds = 0
  let stored: StoredFile | undefined
  const kept = new Set<string>()
  try {
    stored = await files.put(bytesInPieces(new Uint8Array(raw)), largestLetter)
    if (!stored) throw new Error('An e-mail is larger than its door may let in')
    seconds = longestReading
    const took = (read: number) => {
      seconds = read
    }
    const letter = await letterReader.read(raw, envelope, took, place.subnet)
    const outcomes: Outcome[] = []
    // One after the other: two addresses may be one desk's.
    for (const recipient of await recipientsOf(mailIn, letter, envelope)) {
      outcomes.push(await deliver(mailIn, recipient, { envelope, letter, stored, kept }))
    }
    return togetherOf(outcomes)
  } finally {
    if (stored && !kept.has(stored.file)) await files.remove([stored.file])
    const left = Math.max(0, longestReading - seconds)
    await rateLimits.giveBack(ownBuckets('reading', place, left), now())
  }
}

/** For all recipients: what has to come again for one of them comes again for all. */
export function togetherOf(outcomes: readonly Outcome[]): Outcome {
  const inOrder = ['later', 'full', 'taken'] as const
  return inOrder.find((each) => outcomes.includes(each)) ?? 'unknown'
}

async function deliver(mailIn: MailIn, recipient: Recipient, received: Received): Promise<Outcome> {
  const { ports, settings, now } = mailIn
  const { desk, returned } = recipient
  const { letter, envelope } = received
  if (letter?.bounced && returned) {
    const problem = `bounced ${letter.bounced}`
    await ports.mails.change(returned, now(), ({ state }) =>
      state === 'sent' || state === 'uncertain' ? { state: 'failed', problem } : undefined,
    )
    return 'taken'
  }
  const key = await newMailKey(mailIn, desk.id, received)
  if (key === undefined) return 'taken'
  const people = await readPeople(mailIn, desk.id, letter, envelope)
  const came: Delivery = { ...received, ...recipient, ...people, key }
  const notice = await noticeFor(mailIn, came)
  const delivery = { ...came, notice }
  const room = await takeRoom(mailIn, delivery)
  if (!room) return 'later'
  const automatic = await isOfPrograms(mailIn, delivery)
  const named = await ticketOf(mailIn, delivery)
  const ticket = named?.allowed ? named.ticket : undefined
  const whole: Arrival = { ...delivery, ticket, automatic, byCopy: named?.by === 'copy' }
  const arrival = notice || named ? whole : withoutForwarder(whole, settings.domain)
  const content = await takeContent(mailIn, arrival)
  if (!content) {
    await room.giveBack()
    return 'full'
  }
  if (envelope.arrivedAt) return addOldMail(mailIn, arrival, content, envelope.arrivedAt)
  if (notice && !automatic) return takeReply(mailIn, arrival, notice, content)
  if (ticket) return add(mailIn, arrival, ticket, content)
  if (!named) return beginByMail(mailIn, arrival, content, undefined)
  const mail = { ...content.mail, answers: named.ticket.number }
  const reason = named.by === 'member' ? 'notice' : 'unproven'
  return beginByMail(mailIn, arrival, { ...content, mail }, reason)
}

/**
 * Undefined, with nothing taken, where a limit is used up. Text counts as that of the web's strangers does,
 * and that of people whom the desk knows by their address.
 */
async function takeRoom(
  { ports, now }: MailIn,
  { desk, ticket, notice, sender, letter, envelope: { ip, arrivedAt } }: Delivery,
): Promise<{ giveBack(): Promise<void> } | undefined> {
  const { rateLimits } = ports
  const letters = arrivedAt ? [] : ownBuckets('letter', { account: `${desk.id} ${sender.email}` })
  if ((await rateLimits.consume(letters, now())) > 0) return undefined
  const { body, quoted } = wordsOf(letter)
  const answered =
    notice?.ticket.id ?? (ticket?.firstReplyAt && ticket.id) ?? (sender.known && sender.email)
  const from = {
    deskId: desk.id,
    writer: arrivedAt ? 'old' : answered ? { answered } : 'stranger',
    // Without a server's address only an address that is proven is a place.
    clientAddress: ip ?? `mail ${sender.proven ? sender.email : ''}`,
  } as const
  const text = await takeTextRoom(ports, from, body + quoted, now())
  const giveBack = async () => {
    await rateLimits.giveBack(letters, now())
    await text.giveBack(now())
  }
  if (text.seconds === 0) return { giveBack }
  await giveBack()
  return undefined
}

/** By its headers, or because it is the desk's own: it wakes nobody. Another desk's is a person's. */
async function isOfPrograms(
  { ports, tokens, settings }: MailIn,
  { desk, letter, notice }: Delivery,
): Promise<boolean> {
  if (!letter) return false
  if (letter.author === 'program') return true
  const from = emailKey(letter.from.address)
  const id = tokens.readMessageId(letter.messageId ?? '')
  const written = id && (await ports.tickets.findById(id.ticketId))
  if (written) return written.deskId === desk.id
  // A member's own mailbox may be what e-mails come from.
  const isOurs = !notice && from === emailKey(settings.addresses[0] ?? '')
  return isOurs || from.endsWith(`@${settings.domain}`) || id !== undefined
}

async function add(
  mailIn: MailIn,
  arrival: Arrival,
  ticket: Ticket,
  content: Content,
): Promise<Outcome> {
  const { ports, now } = mailIn
  // What comes by copy never holds the visitor's conversation.
  const mayLoop = !arrival.automatic && !arrival.byCopy
  const loops = mayLoop && (await isLoop(ports.tickets, ticket, now()))
  const quiet: MessageMail['quiet'] = arrival.automatic ? 'automatic' : loops ? 'loop' : undefined
  const writing = {
    clientKey: arrival.key,
    body: content.body,
    attachments: content.attachments,
    locale: (!arrival.byCopy && languageOfWords(content.body)) || ticket.locale,
    mail: {
      ...content.mail,
      ...(quiet && { quiet }),
      ...(arrival.byCopy && { byCopy: true as const }),
    },
    copies: tidyCopies(content.copies, [ticket.visitorEmail]),
    // A reply means that the e-mail was read, with all messages that it quoted.
    seen: arrival.byCopy
      ? undefined
      : await ports.mails.lastNotifiedSeq(ticket.id, 'visitor-answer'),
  }
  const write = loops ? holdLoop : quiet ? addQuietly : writeAsVisitor
  const added = await write(ports, ticket.secretHash, writing, now())
  const isClosed = added.kind === 'refused' || added.kind === 'unknown'
  return isClosed ? beginByMail(mailIn, arrival, content, undefined) : outcomeOf(added)
}
