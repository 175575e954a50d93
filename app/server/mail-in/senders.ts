import type { Member } from '~/domain/desks/members'
import { subnetOf } from '~/domain/limits/networks'
import type { Envelope, ReadLetter } from '~/domain/mail-in/letters'
import { emailKey } from '~/domain/text/email'
import type { ServerContext } from '../arrival/context'

/** Who sent an e-mail to a desk, as far as limits and suspicion ask. */
export interface MailSender {
  /** By `emailKey`; empty without one. */
  email: string
  /** Their address's domain vouches for it. */
  proven: boolean
  /** The desk has answered this address before, or it has ordered from the desk. */
  known: boolean
  /** The address is one of the desk's members, or the site's own. */
  own: boolean
}

/** Conversations of an address that are looked at. */
const mostConversations = 20

/** `own`: the addresses of the desk's members and of the site. */
export async function readSender(
  context: ServerContext,
  deskId: string,
  letter: ReadLetter | undefined,
  envelope: Envelope,
  own: readonly string[],
): Promise<MailSender> {
  const email = emailKey(letter?.from.address || envelope.from)
  return {
    email,
    proven: letter?.proven ?? false,
    known: email !== '' && (await isKnown(context, deskId, email)),
    own: own.some((each) => emailKey(each) === email),
  }
}

async function isKnown({ services }: ServerContext, deskId: string, email: string) {
  const { tickets, siteClaim, orders } = services
  const begun = await tickets.listOfVisitor(deskId, email, mostConversations)
  if (begun.some(({ firstReplyAt }) => firstReplyAt)) return true
  if ((await siteClaim.find()) !== deskId) return false
  return (await orders.listOfCustomer(email, 1)).length > 0
}

/** Addresses of the desk's members, and of the site. */
export async function ownAddresses(
  { services, config }: ServerContext,
  deskId: string,
): Promise<string[]> {
  const members = await services.members.list(deskId)
  const accounts = await Promise.all(members.map(({ uid }) => services.accounts.find(uid)))
  return [
    config.mail.from.address,
    ...(config.mailIn?.imap ? [config.mailIn.imap.user] : []),
    ...accounts.flatMap((account) => (account ? [account.email] : [])),
  ]
}

/** The member with this address, by `emailKey`. */
export async function findMember(
  { members, accounts }: Pick<ServerContext['services'], 'members' | 'accounts'>,
  deskId: string,
  email: string,
): Promise<Member | undefined> {
  for (const member of await members.list(deskId)) {
    const account = await accounts.find(member.uid)
    if (account && emailKey(account.email) === email) return member
  }
  return undefined
}

/**
 * The network that handed an e-mail over, whatever it says of itself. A mailbox, or a program that posts
 * what others sent, is one.
 */
export function networkOfMail({ ip, arrivedAt }: Envelope): string {
  return ip ? subnetOf(ip) : arrivedAt ? 'old mail' : 'mail'
}
