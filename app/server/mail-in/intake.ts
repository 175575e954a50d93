import type { Desk } from '~/domain/desks/desks'
import { bytesInPieces, type StoredFile } from '~/domain/files/files'
import { networkOf, subnetOf } from '~/domain/limits/networks'
import { ownBuckets, type Sender } from '~/domain/limits/rate-limits'
import { takeTextRoom } from '~/domain/limits/text-room'
import {
  type Envelope,
  largestLetter,
  longestReading,
  type ReadLetter,
} from '~/domain/mail-in/letters'
import { emailKey } from '~/domain/text/email'
import { languageOfWords } from '~/domain/text/words-of-languages'
import { addQuietly, writeAsVisitor } from '~/domain/tickets/conversations'
import { tidyCopies } from '~/domain/tickets/copies'
import { holdLoop, isLoop } from '~/domain/tickets/loops'
import type { MessageMail } from '~/domain/tickets/message-mail'
import type { Ticket } from '~/domain/tickets/tickets'
import { readTicketMessageId } from '~/http/links/message-id.server'
import type { ServerContext } from '../arrival/context'
import { noticeFor, ticketOf } from './answered'
import type { Arrived, Outcome } from './arrived'
import { addOldMail, beginByMail } from './beginning'
import { type Content, contentOf, wordsOf } from './content'
import { withoutForwarder } from './forwarded'
import { newMailKey } from './mail-key'
import { takeReply } from './member-replies'
import { type Notice, type Recipient, recipientsOf } from './recipients'
import { type MailSender, ownAddresses, readSender } from './senders'

/**
 * Takes a raw e-mail in, whatever door it came by; an outcome for each recipient. Takes
 * `raw` over. Resolves once all is committed; rejects where the stores fail.
 */
export async function takeMail(
  context: ServerContext,
  raw: ArrayBuffer,
  envelope: Envelope,
): Promise<Outcome[]> {
  const { ip } = envelope
  const place: Sender = ip ? { address: networkOf(ip), subnet: subnetOf(ip) } : {}
  if (!(await takeNetworkRoom(context, place))) return envelope.to.map(() => 'later')
  let seconds = 0
  try {
    return await takeAtPlace(context, raw, envelope, place.subnet, (each) => {
      seconds = each
    })
  } finally {
    const left = Math.max(0, longestReading - seconds)
    const { rateLimits } = context.services
    await rateLimits.giveBack(ownBuckets('reading', place, left), context.now())
  }
}

/** Calls `took` with the seconds of reading: with all that there are, before it knows how many. */
async function takeAtPlace(
  context: ServerContext,
  raw: ArrayBuffer,
  envelope: Envelope,
  subnet: string | undefined,
  took: (seconds: number) => void,
): Promise<Outcome[]> {
  const { files, letterReader } = context.services
  const stored = await files.put(bytesInPieces(new Uint8Array(raw)), largestLetter)
  if (!stored) throw new Error('An e-mail is larger than its door may let in')
  const kept = new Set<string>()
  try {
    took(longestReading)
    const letter = await letterReader.read(raw, envelope, took, subnet)
    const recipients = await recipientsOf(context, letter, envelope)
    const outcomes: Outcome[] = recipients.map(() => 'unknown')
    // One after the other: two addresses may be one desk's. A conversation's comes first, since only its
    // token proves that the sender may write there.
    const inOrder = [...recipients.entries()].sort(
      ([, one], [, other]) => Number(!one?.ticket) - Number(!other?.ticket),
    )
    for (const [index, recipient] of inOrder) {
      if (recipient)
        outcomes[index] = await deliver(context, recipient, letter, envelope, stored, kept)
    }
    return outcomes
  } finally {
    if (!kept.has(stored.file)) await files.remove([stored.file])
  }
}

async function deliver(
  context: ServerContext,
  recipient: Recipient,
  letter: ReadLetter | undefined,
  envelope: Envelope,
  stored: StoredFile,
  kept: Set<string>,
): Promise<Outcome> {
  const { services, now } = context
  const { desk, alias, returned } = recipient
  if (letter?.bounced && returned) {
    const problem = `bounced ${letter.bounced}`
    await services.mails.change(returned, now(), ({ state }) =>
      state === 'sent' || state === 'uncertain' ? { state: 'failed', problem } : undefined,
    )
    return 'taken'
  }
  const id = { messageId: letter?.messageId ?? stored.hash, digest: letter?.digest }
  const key = await newMailKey(services.tickets, desk.id, id)
  if (key === undefined) return 'again'
  const own = await ownAddresses(context, desk.id)
  const sender = await readSender(context, desk.id, letter, envelope, own)
  const notice = await noticeFor(context, recipient, letter, sender)
  const room = await takeRoom(context, { ...recipient, notice }, sender, letter, envelope)
  if (!room) return 'later'
  const automatic = letter !== undefined && (await isOfPrograms(context, desk, letter, notice))
  const named = await ticketOf(context, { ...recipient, notice }, letter, sender)
  const ticket = named?.allowed ? named.ticket : undefined
  const byCopy = named?.by === 'copy'
  const came = { desk, alias, key, envelope, sender, own, letter, automatic, byCopy }
  const whole: Arrived = { ...came, ticket, notice }
  const arrived = notice || named ? whole : await withoutForwarder(context, whole)
  const content = await contentOf(context, arrived, stored, kept)
  if (!content) {
    await room.giveBack()
    return 'full'
  }
  if (envelope.arrivedAt) return addOldMail(context, arrived, content, envelope.arrivedAt)
  if (notice && !automatic) return takeReply(context, arrived, notice, content)
  if (ticket) return add(context, arrived, ticket, content)
  if (!named) return beginByMail(context, arrived, content, undefined)
  const mail = { ...content.mail, answers: named.ticket.number }
  const reason = named.by === 'member' ? 'notice' : 'unproven'
  return beginByMail(context, arrived, { ...content, mail }, reason)
}

/** Before anything of it is read. False where a limit of the server that hands it over is used up. */
async function takeNetworkRoom({ services, now }: ServerContext, place: Sender): Promise<boolean> {
  const buckets = [...ownBuckets('letter', place), ...ownBuckets('reading', place, longestReading)]
  return (await services.rateLimits.consume(buckets, now())) === 0
}

/**
 * Undefined, with nothing taken, where a limit is used up. Text counts as that of the web's strangers does,
 * and that of people whom the desk knows by their address.
 */
async function takeRoom(
  { services, now }: ServerContext,
  { desk, ticket, notice }: Recipient,
  sender: MailSender,
  letter: ReadLetter | undefined,
  { ip, arrivedAt }: Envelope,
): Promise<{ giveBack(): Promise<void> } | undefined> {
  const { rateLimits } = services
  const letters = arrivedAt ? [] : ownBuckets('letter', { account: `${desk.id} ${sender.email}` })
  if ((await rateLimits.consume(letters, now())) > 0) return undefined
  // Without a server's address only an address that is proven is a place.
  const clientAddress = ip ?? `mail ${sender.proven ? sender.email : ''}`
  const known = sender.known ? { answered: sender.email } : ('stranger' as const)
  const answered = notice?.ticket.id ?? (ticket?.firstReplyAt && ticket.id)
  const writer = arrivedAt ? ('old' as const) : answered ? { answered } : known
  const { body, quoted } = wordsOf(letter)
  const from = { deskId: desk.id, writer, clientAddress } as const
  const text = await takeTextRoom(services, from, body + quoted, now())
  const giveBack = async () => {
    await rateLimits.giveBack(letters, now())
    await text.giveBack()
  }
  if (text.seconds === 0) return { giveBack }
  await giveBack()
  return undefined
}

/** By its headers, or because it is the desk's own: it wakes nobody. Another desk's is a person's. */
async function isOfPrograms(
  { config, services }: ServerContext,
  desk: Desk,
  letter: ReadLetter,
  notice: Notice | undefined,
): Promise<boolean> {
  if (letter.author === 'program') return true
  const from = emailKey(letter.from.address)
  const id = readTicketMessageId(config.secrets, letter.messageId ?? '')
  const written = id && (await services.tickets.findById(id.ticketId))
  if (written) return written.deskId === desk.id
  // A member's own mailbox may be what e-mails come from.
  const isOurs = !notice && from === emailKey(config.mail.from.address)
  return isOurs || from.endsWith(`@${config.mailIn?.domain}`) || id !== undefined
}

async function add(
  context: ServerContext,
  arrived: Arrived,
  ticket: Ticket,
  content: Content,
): Promise<Outcome> {
  const { services, now } = context
  // What comes by copy never holds the visitor's conversation.
  const mayLoop = !arrived.automatic && !arrived.byCopy
  const loops = mayLoop && (await isLoop(services.tickets, ticket, now()))
  const quiet: MessageMail['quiet'] = arrived.automatic ? 'automatic' : loops ? 'loop' : undefined
  const writing = {
    clientKey: arrived.key,
    body: content.body,
    attachments: content.attachments,
    locale: (!arrived.byCopy && languageOfWords(content.body)) || ticket.locale,
    mail: {
      ...content.mail,
      ...(quiet && { quiet }),
      ...(arrived.byCopy && { byCopy: true as const }),
    },
    copies: tidyCopies(content.copies, [ticket.visitorEmail]),
    // A reply means that the e-mail was read, with all messages that it quoted.
    seen: arrived.byCopy
      ? undefined
      : await services.mails.lastNotifiedSeq(ticket.id, 'visitor-answer'),
  }
  const write = loops ? holdLoop : quiet ? addQuietly : writeAsVisitor
  const added = await write(services, ticket.secretHash, writing, now())
  if (added.kind === 'added') return 'taken'
  if (added.kind === 'again') return 'again'
  // Another e-mail with its Message-ID was committed meanwhile: next time this one gets a key of its own.
  if (added.kind === 'conflict') return 'later'
  // Closed, or erased meanwhile.
  return beginByMail(context, arrived, content, undefined)
}
