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

/** Characters of a name. */
const longestName = 1_000

const endings: Record<string, string> = {
  ...{ calendar: 'ics', plain: 'txt', rfc822: 'eml', jpeg: 'jpg', 'x-vcard': 'vcf', vcard: 'vcf' },
}

export function nameOf({ filename, mimeType }: Attachment, index: number): string {
  const kind = mimeType.split('/')[1] ?? 'bin'
  return (filename || `${index + 1}.${endings[kind] ?? kind}`).slice(0, longestName)
}

/** Without signatures (S/MIME, PGP), and of an invitation that is there twice the one with a name. */
export function filesOf({ attachments }: Email): Attachment[] {
  const files = attachments.filter(({ mimeType }) => !mimeType.includes('signature'))
  const isSame = (one: Attachment, other: Attachment) =>
    Buffer.from(bytesOf(one)).equals(bytesOf(other))
  return files.filter((each) => {
    const isInvitation = each.mimeType === 'text/calendar' && !each.filename
    return !isInvitation || !files.some((other) => other !== each && isSame(each, other))
  })
}
