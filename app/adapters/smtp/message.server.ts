import type { Letter } from '../../domain/outbox/mailer'
import { asciiEmail } from '../../domain/text/email'
import { nameLine } from '../../domain/text/single-line'

/** The letter as RFC 5322, text and HTML. Nothing is fetched or read for it. */
export async function messageOf(letter: Letter, date: Date): Promise<Buffer> {
  const {
    replyTo,
    messageId,
    from,
    to,
    cc = [],
    subject,
    files,
    text,
    html,
    unsubscribe,
    automatic,
    threadId,
    repliesTo,
  } = letter
  // Loaded with the first e-mail: it takes a fifteenth of the start.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const composer = new MailComposer({
    messageId,
    inReplyTo: repliesTo ?? threadId,
    references: [threadId, repliesTo].filter((id) => id !== undefined),
    date,
    from: partyOf(from),
    to: partyOf(to),
    ...(cc.length > 0 && { cc: cc.map(asciiEmail) }),
    ...(replyTo && { replyTo }),
    subject: headerText(subject),
    text,
    html,
    attachments: files.map(({ name, type, bytes }) => ({
      filename: name,
      contentType: type,
      content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
      contentDisposition: 'attachment',
    })),
    headers: {
      ...(automatic && {
        'Auto-Submitted': `auto-${automatic}`,
        // What Exchange understands; notices that it did not arrive are welcome.
        'X-Auto-Response-Suppress': 'DR, RN, NRN, OOF, AutoReply',
      }),
      ...(unsubscribe && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
    // As RFC 5322 has it; a server would do so, a file's reader may not.
    newline: 'windows',
  })
  return composer.compile().build()
}

function partyOf({ name, address }: Letter['to']): Letter['to'] {
  return { name: headerText(name), address: asciiEmail(address) }
}

/**
 * One line: a line break would begin another header. Mail programs decode what looks like an encoded
 * word (RFC 2047) even where none may be.
 */
function headerText(text: string): string {
  return nameLine(text).replaceAll('=?', '= ?')
}
