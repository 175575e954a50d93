import { createHash } from 'node:crypto'
import type { Attachment, Email } from 'postal-mime'

export function bytesOf({ content }: Attachment): Uint8Array {
  if (typeof content === 'string') return new TextEncoder().encode(content)
  return content instanceof Uint8Array ? content : new Uint8Array(content)
}

/** A digest of sender, subject, words and files, which no server on the way changes. */
export function digestOf({ from, subject, text, html, attachments }: Email): string {
  const digest = createHash('sha256')
  const words = [from?.address, subject, text, html, ...attachments.map(({ filename }) => filename)]
  digest.update(JSON.stringify(words))
  for (const each of attachments) {
    const bytes = bytesOf(each)
    digest.update(`\n${bytes.length}\n`).update(bytes)
  }
  return digest.digest('base64url')
}
