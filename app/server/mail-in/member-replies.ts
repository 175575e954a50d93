import { isShared } from '~/domain/desks/people'
import { ownBuckets } from '~/domain/limits/rate-limits'
import { emailKey } from '~/domain/text/email'
import { languageOfWords } from '~/domain/text/words-of-languages'
import { noteAsOwner, replyAsOwner } from '~/domain/tickets/conversations'
import { membersNamed } from '~/domain/tickets/mentions'
import type { Unsent } from '~/domain/tickets/message-mail'
import { readRecent } from '~/domain/tickets/newest-mail'
import { isOvertaken } from '~/domain/tickets/overtaking'
import type { Appended } from '~/domain/tickets/tickets'
import type { ServerContext } from '../arrival/context'
import { memberToTell } from './answered'
import type { Arrived, Outcome } from './arrived'
import { type Content, wordsOf } from './content'
import type { Notice } from './recipients'

/** As the first line. */
const noteSign = /^\s*#(?:note|notiz)\b[ \t:]*\n?/i

/**
 * Takes a reply to a notice. If it provably comes from the member whom the notice was sent to, and no rule
 * prevents sending it, it becomes their answer; otherwise it becomes a note, and a letter tells them why.
 */
export async function takeReply(
  context: ServerContext,
  arrived: Arrived,
  notice: Notice,
  content: Content,
): Promise<Outcome> {
  const { services, now } = context
  const { desk, key, letter, sender } = arrived
  const { ticket, member, seen } = notice
  const account = await services.accounts.find(member.uid)
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
    mail: { ...mail, from: isTheirs ? '' : from, ...(name && !isTheirs && { name }), byMember },
    ...(isTheirs && { reader: member.reader, seen }),
  } as const
  const { number, deskId } = ticket
  const scope = { deskId, number, ...(isTheirs && { byUid: member.uid }) }
  const unsent = isNote ? undefined : await problem()
  if (!isNote && !unsent) {
    const takenBy = isShared(desk) ? member.uid : undefined
    const answered = await replyAsOwner(services, scope, { ...writing, takenBy }, now())
    if (answered.kind !== 'refused') return outcomeOf(answered)
    return keep(isOvertaken(answered.ticket, writing) ? 'overtaken' : 'closed')
  }
  return keep(unsent)

  async function problem(): Promise<Unsent | undefined> {
    if (!isTheirs) return 'unproven'
    const shown = content.attachments.filter(({ id }) => id !== content.mail.original)
    if (content.mail.problem || (words === '' && shown.length === 0)) return 'empty'
    if (content.mail.cut) return 'long'
    if (content.mail.left) return 'files'
    if (isOurNotice(words)) return 'quoted'
    return (await isAutomatic()) ? 'automatic' : undefined
  }

  /** Their link to unsubscribe is nobody else's. */
  function isOurNotice(text: string): boolean {
    const { host } = new URL(context.config.publicOrigin)
    return text.includes(`${host}/`) && /\/mails\?stop=|\/dashboard\b/.test(text)
  }

  /** The same words again, or more than a person sends. */
  async function isAutomatic(): Promise<boolean> {
    const said = (await readRecent(services.tickets, ticket)).findLast(
      ({ byUid, mail, kind }) => byUid === member.uid && mail?.byMember && kind === 'text',
    )
    if (said && said.body === content.body && said.clientKey !== key) return true
    const holder = `${ticket.id} ${member.reader}`
    return (
      (await services.rateLimits.consume(ownBuckets('by-mail', { account: holder }), now())) > 0
    )
  }

  async function keep(unsent: Unsent | undefined): Promise<Outcome> {
    const named = isTheirs ? await membersNamed(services, desk, words, member.uid) : []
    const unreadOf = unsent && (await memberToTell(context, arrived))
    const note = {
      ...writing,
      named,
      unreadOf,
      mail: { ...writing.mail, ...(unsent && { unsent }) },
    }
    return outcomeOf(await noteAsOwner(services, scope, note, now()))
  }
}

const byMember = true

function outcomeOf({ kind }: Appended): Outcome {
  switch (kind) {
    case 'added':
      return 'taken'
    case 'again':
      return 'again'
    // Another e-mail with its Message-ID was committed meanwhile, or the ticket was erased.
    default:
      return 'later'
  }
}
