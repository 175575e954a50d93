import type { ImapFlow } from 'imapflow'
import { largestLetter } from '~/domain/mail-in/letters'
import { emailKey } from '~/domain/text/email'
import { inOne } from './incoming'
import { headersIn } from './mailbox-headers'

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
