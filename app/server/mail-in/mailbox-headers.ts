import { addressesIn, deliveryHeaders, type Envelope } from '~/domain/mail-in/letters'

/** Bytes of headers in which addresses are looked for. */
const longestHeaders = 64 * 1_024

const mostRecipients = 20

const recipientHeaders = [...deliveryHeaders, 'to', 'cc']

/**
 * The envelope that SMTP would have had, as far as the headers show it: the desks' addresses in `domain`,
 * and the return path, which the last server records. Source: RFC 5321 §4.4.
 */
export function envelopeIn(raw: ArrayBuffer, domain: string | undefined): Envelope {
  const bytes = new Uint8Array(raw, 0, Math.min(raw.byteLength, longestHeaders))
  const text = Buffer.from(headersIn(bytes)).toString('latin1')
  const headers = text.replace(/\r?\n[ \t]/g, ' ').split(/\r?\n/)
  const valuesOf = (name: string) =>
    headers
      .filter((line) => line.toLowerCase().startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1))
  const own = recipientHeaders
    .flatMap(valuesOf)
    .flatMap(addressesIn)
    .filter((address) => domain && address.endsWith(`@${domain}`))
  const [path] = valuesOf('return-path')
  const [from = 'unknown'] = valuesOf('from').flatMap(addressesIn)
  return {
    from: path === undefined ? from : (addressesIn(path)[0] ?? ''),
    to: [...new Set(own)].slice(0, mostRecipients),
    mailbox: true,
  }
}

/** Up to and including the empty line. */
export function headersIn(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  for (const end of ['\r\n\r\n', '\n\n']) {
    const at = text.indexOf(end)
    if (at >= 0) return bytes.subarray(0, at + end.length)
  }
  return bytes
}
