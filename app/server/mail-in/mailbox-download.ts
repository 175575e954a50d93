import type { ImapFlow } from 'imapflow'
import {
  addressesIn,
  deliveryHeaders,
  type Envelope,
  largestLetter,
} from '~/domain/mail-in/letters'
import { emailKey } from '~/domain/text/email'
import { inOne } from './incoming'

/** Bytes requested at once. */
export const pieceSize = 256 * 1_024

/** Bytes of headers that are read of an e-mail that is not downloaded. */
const longestHeaders = 256 * 1_024

/** Undefined for an e-mail that is gone; `large` where it is larger than the server said. */
export async function download(
  client: ImapFlow,
  uid: number,
): Promise<ArrayBuffer | 'large' | undefined> {
  const { content } = await client.download(`${uid}`, undefined, {
    uid: true,
    chunkSize: pieceSize,
  })
  if (!content) return undefined
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of content as AsyncIterable<Uint8Array>) {
    size += piece.length
    if (size > largestLetter) return 'large'
    pieces.push(piece)
  }
  return inOne(pieces)
}

export async function downloadHeaders(
  client: ImapFlow,
  uid: number,
): Promise<ArrayBuffer | undefined> {
  const beginning = { source: { maxLength: longestHeaders } }
  const found = await client.fetchOne(`${uid}`, beginning, { uid: true })
  const { source } = found || { source: undefined }
  const headers = source && headersIn(source)
  return headers ? inOne([headers]) : undefined
}

/** The address in From, as the server reads it; empty without one. */
export async function senderOf(client: ImapFlow, uid: number): Promise<string> {
  const found = await client.fetchOne(`${uid}`, { envelope: true }, { uid: true })
  const { envelope } = found || { envelope: undefined }
  return emailKey(envelope?.from?.[0]?.address ?? '')
}

/** Bytes of headers in which addresses are looked for. */
const longestSearched = 64 * 1_024

const mostRecipients = 20

const recipientHeaders = [...deliveryHeaders, 'to', 'cc']

/**
 * The envelope that SMTP would have had, as far as the headers show it: the desks' addresses in `domain`,
 * and the return path, which the last server records. Source: RFC 5321 §4.4.
 */
export function envelopeIn(raw: ArrayBuffer, domain: string | undefined): Envelope {
  const bytes = new Uint8Array(raw, 0, Math.min(raw.byteLength, longestSearched))
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
