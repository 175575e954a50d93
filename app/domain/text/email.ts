import { plainLine } from './single-line'
import { parseUrl } from './urls'

/** In characters. Source: RFC 5321, 4.5.3.1.3, less the angle brackets. */
const longestEmail = 254

/** What browsers take in `<input type=email>`. Source: HTML, 4.10.5.1.5. */
const htmlShape =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i

type ReadEmail = { address: string } | { problem: 'invalid' | 'local' }

/**
 * The one rule for addresses: the HTML standard's, with domains in any script and at least one dot in
 * them. An international domain is kept as it is written, in small letters. `local`: letters before
 * the @ that few mail servers take (RFC 6531).
 */
export function readEmail(typed: string): ReadEmail {
  // Telephones and word processors put another apostrophe.
  const text = plainLine(typed).replace(/’/g, "'")
  const at = text.lastIndexOf('@')
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)]
  const plainLocal = local.replace(/[\p{L}\p{M}\p{N}]/gu, 'x')
  const ascii = `${plainLocal}@${asciiDomain(domain)}`
  if (ascii.length > longestEmail || !htmlShape.test(ascii) || !ascii.includes('.', at)) {
    return { problem: 'invalid' }
  }
  if (!isAscii(local)) return { problem: 'local' }
  const shown = isAscii(domain) ? domain : domain.toLowerCase().replace(/[。．｡]/g, '.')
  return { address: `${local}@${shown}` }
}

/** As mail servers and other services take it: an international domain in its ASCII form. */
export function asciiEmail(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 0 ? address : `${address.slice(0, at)}@${asciiDomain(address.slice(at + 1))}`
}

/** Addresses are equal ignoring case and the form of an international domain. */
export function emailKey(email: string): string {
  return asciiEmail(email.normalize('NFC')).toLowerCase()
}

/** The domain of an e-mail address, in lower case. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase()
}

/** By URL's UTS #46; unchanged if it has none. */
function asciiDomain(domain: string): string {
  if (isAscii(domain) || /[\s/\\?#@:%[\]<>^|]/.test(domain)) return domain
  return parseUrl(`https://${domain}`)?.hostname ?? domain
}

function isAscii(text: string): boolean {
  return /^[!-~]*$/.test(text)
}
