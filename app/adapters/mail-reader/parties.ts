import { addressParser } from 'postal-mime'
import {
  addressesIn,
  type Headers,
  mostAddresses,
  passedMailboxes,
} from '../../domain/mail-in/letters'
import { emailKey, readEmail } from '../../domain/text/email'

/** In characters. */
const longestAddress = 1_000

/**
 * Addresses in the headers of this name. What only encoded words spell is none: mail servers and other
 * programs do not read it as one. Source: RFC 2047 §5.
 */
export function addressesOf(headers: Headers, name: string): string[] {
  return headers
    .filter(({ key }) => key === name)
    .flatMap(({ value }) =>
      addressParser(value, { flatten: true })
        .flatMap(({ address }) => address || [])
        .filter((address) => value.includes(address)),
    )
    .map((address) => address.slice(0, longestAddress))
}

/**
 * The only mailbox in From; undefined where it leaves open whose words they are: with several headers,
 * mailboxes or a group. A name with a comma that nobody quoted, as in `Blum, Anna <…>`, is one name.
 */
export function soleSender(headers: Headers): { name?: string; address?: string } | undefined {
  const [header, ...others] = headers.filter(({ key }) => key === 'from')
  if (!header || others.length > 0) return undefined
  const parties = addressParser(header.value)
  const last = parties.at(-1)
  if (parties.length < 2) return last && { address: last.address }
  const isName = ({ name, address }: (typeof parties)[number]) => !address && !name.includes('@')
  // An encoded word may spell an address for other programs.
  if (header.value.includes('=?') || !parties.slice(0, -1).every(isName)) return undefined
  return { name: parties.map(({ name }) => name).join(', '), address: last?.address }
}

/** Whether the address, as we write it, is the one that is proven. */
export function isSame(address: string, proven: string | undefined): boolean {
  const read = readEmail(address)
  return 'address' in read && proven !== undefined && emailKey(read.address) === emailKey(proven)
}

export function copiesIn(headers: Headers): string[] {
  const passed = passedMailboxes(headers)
  return ['to', 'cc']
    .flatMap((name) => addressesOf(headers, name))
    .filter((each) => !passed.includes(each.toLowerCase()))
    .slice(0, mostAddresses)
}

/** Whom to answer, unless it is the sender, or a mailbox or list by which the e-mail came here. */
export function replyToIn(headers: Headers, from: string): string | undefined {
  const valuesOf = (name: string) =>
    headers.filter(({ key }) => key === name).flatMap(({ value }) => addressesIn(value))
  const lists = valuesOf('list-post').map((each) => each.replace(/^mailto:/, ''))
  const ways = [from, ...valuesOf('to'), ...lists, ...passedMailboxes(headers)].map(emailKey)
  return addressesOf(headers, 'reply-to').find((address) => {
    const read = readEmail(address)
    return 'address' in read && !ways.includes(emailKey(read.address))
  })
}
