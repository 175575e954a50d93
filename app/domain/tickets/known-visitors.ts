import { emailKey } from '../text/email'
import type { Language } from '../text/languages'
import { answerLanguage } from './answer-language'
import type { TicketStore } from './tickets'

/** Of the newest tickets so many are looked at for whom a message can go to. */
const mostLookedAt = 100

const mostOffered = 50

/** Of one visitor, to find a ticket that has their name. */
const mostOfOne = 5

export interface KnownVisitor {
  email: string
  /** Empty where they have given none. */
  name: string
}

type Tickets = { tickets: Pick<TicketStore, 'list' | 'listOfVisitor'> }

/** Whom the desk's newest tickets are with, each address once. */
export async function knownVisitors({ tickets }: Tickets, deskId: string): Promise<KnownVisitor[]> {
  const page = await tickets.list(deskId, { order: 'newest' }, mostLookedAt)
  const known = new Map<string, KnownVisitor>()
  for (const { visitorEmail: email, visitorName } of page.tickets) {
    if (!email) continue
    const before = known.get(emailKey(email))
    known.set(emailKey(email), { email: before?.email ?? email, name: before?.name || visitorName })
  }
  return [...known.values()].slice(0, mostOffered)
}

/** The name and the language of an address at the desk, where tickets say them. */
export async function knownAs(
  { tickets }: Tickets,
  deskId: string,
  email: string,
): Promise<{ name: string; language?: Language }> {
  const found = await tickets.listOfVisitor(deskId, email, mostOfOne)
  const name = found.find(({ visitorName }) => visitorName)?.visitorName ?? ''
  return { name, language: found[0] && answerLanguage(found[0]) }
}
