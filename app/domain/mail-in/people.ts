import type { Account } from '../accounts/accounts'
import type { Member } from '../desks/members'
import { subnetOf } from '../limits/networks'
import { emailKey } from '../text/email'
import type { Envelope, ReadLetter } from './letters'
import type { MailIn, MailInPorts } from './ports'

/** Who has to do with an e-mail to a desk. */
export interface People {
  sender: MailSender
  team: readonly Teammate[]
  /** Addresses of the team, and of the site. */
  own: readonly string[]
}

/** Who sent an e-mail to a desk, as far as limits and suspicion ask. */
interface MailSender {
  /** By `emailKey`; empty without one. */
  email: string
  /** Their address's domain vouches for it. */
  proven: boolean
  /** The desk has answered this address before, or it has ordered from the desk. */
  known: boolean
  /** The address is one of the desk's members, or the site's own. */
  own: boolean
}

/** A member with their account, as long as it is there. */
interface Teammate {
  member: Member
  account?: Account
}

/** Conversations of an address that are looked at. */
const mostConversations = 20

export async function readPeople(
  { ports, settings }: MailIn,
  deskId: string,
  letter: ReadLetter | undefined,
  envelope: Envelope,
): Promise<People> {
  const members = await ports.members.list(deskId)
  const team = await Promise.all(
    members.map(async (member) => ({ member, account: await ports.accounts.find(member.uid) })),
  )
  const own = [...settings.addresses, ...team.flatMap(({ account }) => account?.email ?? [])]
  const email = emailKey(letter?.from.address || envelope.from)
  const sender = {
    email,
    proven: letter?.proven ?? false,
    known: email !== '' && (await isKnown(ports, deskId, email)),
    own: own.some((each) => emailKey(each) === email),
  }
  return { sender, team, own }
}

async function isKnown({ tickets, siteClaim, orders }: MailInPorts, deskId: string, email: string) {
  const begun = await tickets.listOfVisitor(deskId, email, mostConversations)
  if (begun.some(({ firstReplyAt }) => firstReplyAt)) return true
  if ((await siteClaim.find()) !== deskId) return false
  return (await orders.listOfCustomer(email, 1)).length > 0
}

/** The member whose address it was sent from, whether or not that is proven. */
export function memberWhoSent({ team, sender }: People): Member | undefined {
  return team.find(({ account }) => account && emailKey(account.email) === sender.email)?.member
}

/**
 * The network that handed an e-mail over, whatever it says of itself. A mailbox, or a program that posts
 * what others sent, is one.
 */
export function networkOfMail({ ip, arrivedAt }: Envelope): string {
  return ip ? subnetOf(ip) : arrivedAt ? 'old mail' : 'mail'
}
