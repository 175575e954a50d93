import type { ReadLetter } from '~/domain/mail-in/letters'
import { emailKey, readEmail } from '~/domain/text/email'
import { longestMessage } from '~/domain/tickets/messages'
import type { ServerContext } from '../arrival/context'
import type { Arrived } from './arrived'
import { findMember } from './senders'

/**
 * A new e-mail as it is to begin a conversation: where a member sends on a guest's from their own proven
 * address, that one, whose sender nothing proves. One of the desk's own people or addresses is no guest's.
 */
export async function withoutForwarder(
  { config, services }: ServerContext,
  arrived: Arrived,
): Promise<Arrived> {
  const { desk, letter, sender, own, automatic } = arrived
  const forwarded = letter?.forwarded
  if (!forwarded || automatic || !sender.own || !sender.proven) return arrived
  const read = readEmail(forwarded.from.address)
  if (!('address' in read)) return arrived
  const guest = emailKey(read.address)
  const isOurs = own.some((each) => emailKey(each) === guest)
  if (isOurs || guest.endsWith(`@${config.mailIn?.domain}`)) return arrived
  const forwarder = await findMember(services, desk.id, sender.email)
  if (!forwarder) return arrived
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
  return { ...arrived, forwarder, letter: whole }
}

/** What the forwarder wrote to the desk above it. */
export function aboveOf({ letter, forwarder }: Arrived): { above?: string } | undefined {
  const above = letter?.forwarded?.above.trim().slice(0, longestMessage)
  return forwarder && (above ? { above } : {})
}
