import type { MailContent } from './mail-content'

const prefixes: Partial<Record<MailContent['kind'], string>> = {
  'visitor-answer': '',
  'visitor-reminder': 'r',
  'visitor-rating': 'q',
  'visitor-receipt': 'e',
  'visitor-copy': 'c',
  'owner-news': 'n',
}

/**
 * Distinguishes a ticket's e-mails, in letters, digits and hyphens. Derived from the e-mail's key (kind,
 * ticket and subject), which stays the same when it is sent again.
 */
export function partOf(kind: MailContent['kind'], key: string): string {
  const [, , ...about] = key.split(' ')
  return (prefixes[kind] ?? '') + about.join('-')
}

/** The key of the e-mail to a visitor that has this part; undefined if none has. */
export function mailKeyOf(ticketId: string, part: string): string | undefined {
  const [, prefix, about] = /^([a-z]?)(\d+(?:-\d+)?)$/.exec(part) ?? []
  const kind = Object.entries(prefixes).find(([, known]) => known === prefix)?.[0]
  return kind?.startsWith('visitor-')
    ? `${kind} ${ticketId} ${about?.replace('-', ' ')}`
    : undefined
}

/** Whether it is of a copy, which goes to somebody who may not write as the visitor. */
export function isCopyPart(part: string): boolean {
  return part.startsWith('c')
}
