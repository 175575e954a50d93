import { emailKey, readEmail } from '../text/email'
import { cutTo } from '../text/ends'
import { longestMessage } from '../tickets/messages'
import type { Arrival } from './arrival'
import { type ReadLetter, withoutLinkKeys } from './letters'
import { memberWhoSent } from './people'

/**
 * A new e-mail as it is to begin a conversation: where a member sends on a guest's from their own proven
 * address, that one, whose sender nothing proves. One of the desk's own people or addresses, which are in
 * `domain`, is no guest's.
 */
export function withoutForwarder(arrival: Arrival, domain: string | undefined): Arrival {
  const { letter, sender, own, automatic } = arrival
  const forwarded = letter?.forwarded
  if (!forwarded || automatic || !sender.own || !sender.proven) return arrival
  const read = readEmail(forwarded.from.address)
  if (!('address' in read)) return arrival
  const guest = emailKey(read.address)
  const isOurs = own.some((each) => emailKey(each) === guest)
  const forwarder = memberWhoSent(arrival)
  if (isOurs || guest.endsWith(`@${domain}`) || !forwarder) return arrival
  const { above: _, files = letter.files, ...inside } = forwarded
  const whole: ReadLetter = {
    ...letter,
    messageId: undefined,
    ...inside,
    files,
    replyTo: undefined,
    copies: [],
    language: '',
    answerable: false,
    proven: false,
  }
  return { ...arrival, forwarder, letter: whole }
}

/** What the forwarder wrote to the desk above it. */
export function aboveOf({ letter, forwarder }: Arrival): { above?: string } | undefined {
  const above = cutTo(withoutLinkKeys(letter?.forwarded?.above.trim() ?? ''), longestMessage)
  return forwarder && (above ? { above } : {})
}
