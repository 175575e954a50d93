import type { Member } from '../desks/members'
import { isShared } from '../desks/people'
import { ownBuckets } from '../limits/rate-limits'
import { isPartOf } from '../outbox/mail-parts'
import { emailKey } from '../text/email'
import { languageOfWords } from '../text/words-of-languages'
import { noteAsOwner, replyAsOwner } from '../tickets/conversations'
import { membersNamed } from '../tickets/mentions'
import type { Unsent } from '../tickets/message-mail'
import { readRecent } from '../tickets/newest-mail'
import { isOvertaken } from '../tickets/overtaking'
import { type Arrival, type Outcome, outcomeOf } from './arrival'
import { type Content, wordsOf } from './content'
import { memberWhoSent } from './people'
import type { MailIn } from './ports'
import type { Notice } from './recipients'

/** As the first line. */
const noteSign = /^\s*#(?:note|notiz)\b[ \t:]*\n?/i

/**
 * Takes a reply to a notice. If it provably comes from the member whom the notice was sent to, and no rule
 * prevents sending it, it becomes their answer; otherwise it becomes a note, and a letter tells them why.
 */
export async function takeReply(
  mailIn: MailIn,
  arrival: Arrival,
  notice: Notice,
  content: Content,
): Promise<Outcome> {
  const { ports, settings, now } = mailIn
  const { desk, key, letter, sender, team } = arrival
  const { ticket, member, seen } = notice
  const account = team.find((each) => each.member.uid === member.uid)?.account
  const isTheirs =
    sender.proven && account?.emailVerified === true && emailKey(account.email) === sender.email
  const words = wordsOf(letter).body
  const isNote = notice.as === 'note' || noteSign.test(words)
  // Their name is known, and goes with their account.
  const { from, name, ...mail } = content.mail
  const writing = {
    clientKey: key,
    body: content.body.replace(noteSign, '') || content.body,
    attachments: content.attachments,
    locale: languageOfWords(words) ?? account?.locale ?? ticket.locale,
    mail: {
      ...mail,
      from: isTheirs ? '' : from,
      ...(name && !isTheirs && { name }),
      byMember: true,
    },
    ...(isTheirs && { reader: member.reader, seen }),
  } as const
  const { number, deskId } = ticket
  const scope = { deskId, number, ...(isTheirs && { byUid: member.uid }) }
  const unsent = isNote ? undefined : await problem()
  if (!isNote && !unsent) {
    const takenBy = isShared(desk) ? member.uid : undefined
    const answered = await replyAsOwner(ports, scope, { ...writing, takenBy }, now())
    if (answered.kind !== 'refused') return outcomeOf(answered)
    return keep(isOvertaken(answered.ticket, writing) ? 'overtaken' : 'closed')
  }
  return keep(unsent)

  async function problem(): Promise<Unsent | undefined> {
    if (!isTheirs) return 'unproven'
    const unfit = unfitAsAnswer(words, content, settings.host)
    return unfit ?? ((await isAutomatic()) ? 'automatic' : undefined)
  }

  /** The same words again, or more than a person sends. */
  async function isAutomatic(): Promise<boolean> {
    const said = (await readRecent(ports.tickets, ticket)).findLast(
      ({ byUid, mail, kind }) => byUid === member.uid && mail?.byMember && kind === 'text',
    )
    if (said && said.body === content.body && said.clientKey !== key) return true
    const holder = `${ticket.id} ${member.reader}`
    return (await ports.rateLimits.consume(ownBuckets('by-mail', { account: holder }), now())) > 0
  }

  async function keep(unsent: Unsent | undefined): Promise<Outcome> {
    const named = isTheirs ? await membersNamed(ports, desk, words, member.uid) : []
    const unreadOf = unsent && (await memberToTell(mailIn, arrival))
    const note = {
      ...writing,
      named,
      unreadOf,
      mail: { ...writing.mail, ...(unsent && { unsent }) },
    }
    return outcomeOf(await noteAsOwner(ports, scope, note, now()))
  }
}

/** Why no guest is to get it as it stands. `host` is that of the site's pages. */
function unfitAsAnswer(
  words: string,
  { attachments, mail }: Content,
  host: string,
): Unsent | undefined {
  const shown = attachments.filter(({ id }) => id !== mail.original)
  if (mail.problem || (words === '' && shown.length === 0)) return 'empty'
  if (mail.cut) return 'long'
  if (mail.left) return 'files'
  // Their link to unsubscribe is nobody else's.
  const isOurNotice = words.includes(`${host}/`) && /\/mails\?stop=|\/dashboard\b/.test(words)
  return isOurNotice ? 'quoted' : undefined
}

/**
 * Who wrote an answer to a notice, if they are to be told that it reached nobody: at most once an hour,
 * never a program, and not of an answer to what tells them so.
 */
export async function memberToTell(
  { ports, tokens, now }: MailIn,
  arrival: Arrival,
): Promise<Member | undefined> {
  const { desk, letter, notice } = arrival
  const named = tokens.readMessageId(letter?.references.at(-1) ?? '')
  if (!letter?.answerable || (named && isPartOf('reply-unread', named.part))) return undefined
  const member = notice?.member ?? memberWhoSent(arrival)
  const buckets = member && ownBuckets('unread', { account: `${desk.id} ${member.reader}` })
  const wait = buckets && (await ports.rateLimits.consume(buckets, now()))
  return wait === 0 ? member : undefined
}
